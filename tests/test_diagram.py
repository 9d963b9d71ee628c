"""Decision diagrams: every assignment in order, its number, and when there would be too many."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

import brute
from lethal import Assignments, Status, TimeoutReached
from lethal.components import Component
from lethal.cpsat.classes import effect_classes
from lethal.cpsat.enumeration import damage_rows
from lethal.diagram import coupling
from lethal.diagram.build import Diagram, TooWideError, build
from lethal.diagram.coupling import couplings, layer_order, width_bound
from lethal.diagram.paths import Paths
from lethal.limits import Deadline
from lethal.reliance import coupling_permanents
from lethal.results import NotNumberedError
from lethal_models import parse
from strategies import (
    NEWEST_RULES,
    OVER,
    combats,
    examples,
    rows_by_brute_force,
    views,
    views_of,
    with_creatures,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hypothesis.strategies import DataObject

    from lethal.components import Engine
    from lethal_models import Combat
    from strategies import View

Row: TypeAlias = tuple[int, ...]

SMALL = combats(largest=300)
OVER_PLANESWALKERS = combats(
    size=(3, 3), largest=300, rules=NEWEST_RULES, about=(OVER, "deathtouch")
)
BANDS = combats(largest=300, about=("banding", "deathtouch"))
SEVERAL_WAYS = combats(
    size=(3, 4),
    largest=300,
    rules=NEWEST_RULES,
    about=(OVER, brute.AS_UNBLOCKED, brute.AS_YOU_CHOOSE, "deathtouch"),
)
ANY = SMALL | SMALL | OVER_PLANESWALKERS | BANDS | SEVERAL_WAYS


def components(combat: Combat) -> Iterator[tuple[Component, list[Row]]]:
    """Yield every component of every step, with its rows by brute force."""
    for step in brute.steps(combat):
        for component in Assignments(combat, "both", step, "diagram").components:
            yield component, rows_by_brute_force(combat, component)


def diagram_of(component: Component, most_divisions: int | None = None) -> Diagram:
    return build(component.step, component.sources, most_divisions=most_divisions)


# --- The same as everything else -------------------------------------------------------------


@examples(5)
@given(ANY)
def test_a_diagram_has_what_the_brute_force_finds_in_order(combat: Combat) -> None:
    for view in views_of(combat):
        legal = Assignments(combat, view.by, view.step, "diagram")
        rows = list(legal.rows())
        assert all(one < other for one, other in pairwise(rows))
        found = {brute.joint(dict(assignment.items())) for assignment in legal}
        assert found == view.expected
        assert len(rows) == len(view.expected) == legal.count() == legal.all.count
        assert set(legal.engines) <= {"diagram"}


@examples(1)
@given(views(combats()))
def test_a_diagram_of_a_larger_board_has_what_the_brute_force_finds(view: View) -> None:
    legal = Assignments(view.combat, view.by, view.step, "diagram")
    found = [brute.joint(dict(assignment.items())) for assignment in legal]
    assert set(found) == view.expected
    assert len(found) == len(view.expected) == legal.count()


@examples(4)
@given(ANY)
def test_diagrams_cp_sat_and_effect_classes_have_the_same_sequence(combat: Combat) -> None:
    for component, expected in components(combat):
        assert list(component.rows(Deadline())) == expected
        assert component.counted(Deadline()) == len(expected)
        assert list(Paths(diagram_of(component)).rows()) == expected
        assert list(damage_rows(component.step, component.sources, Deadline())) == expected
        classes = effect_classes(component.step, component.sources, Deadline())
        assert classes is not None
        assert list(classes.rows(Deadline()) or ()) == expected


@pytest.mark.parametrize(
    ("notation", "count"),
    [
        # Two tramplers rely on each other's damage to the blocker they share: 3 are needed, so
        # both assign all 2 to it or one of them 1 to the player.
        ("20:2/2Txs=1/3,2/2Txs", 3),
        # With deathtouch one point of either is enough: all of 3 x 3 but nothing to it at all.
        ("20:2/2TDxs=1/3,2/2TDxs", 8),
        # The touch of another attacker is enough for a trampler without it: then it may do any
        # of 6 things, when 1 or 2 are to s. When all 2 are to t, it must assign 4 or 5 to s.
        ("20:5/5Txs=1/4,2/2Dxs+t=1/1", 2 * 6 + 2),
        # Before Magic 2011 that was not so: next to 0, 1 or 2 it needs 4, 3 or 2 of its 5.
        ("m10:20:5/5Txs=1/4,2/2Dxs+t=1/1", 2 + 3 + 4),
        # A blocker with lethal damage marked needs nothing: any of 3 x 3.
        ("20:2/2Txs=1/3-3,2/2Txs", 9),
        # In order t gets n of 3 when s has 2, 1 of which the other attacker brings: n <= 2.
        ("m12:20:3/3xs=1/2+t=1/1,1/1xs", 3),
        # Over planeswalkers, with s met by 2 or by a touch of the other and j by 2 from both.
        # The other assigns (s, j) = (2, 0): 5 with nothing to the player, and else at least 2
        # to j, which are 3. (1, 1): 5, and at least 1 to j, which are 6. (0, 2), which relies
        # on s: at least 2 to s and the rest of 4 anywhere, which are 3 + 2 + 1.
        ("20+j=2:4/4P@jxs=1/2,2/2TD@jxs", (5 + 3) + (5 + 6) + (3 + 2 + 1)),
        # The defending player divides what is blocked by a band, but a trampler's gate stays.
        # Of (s, t, player) the last gets nothing, as s would need 3 from the other's 2. Any of
        # 3 when those 2 are to s; when 1 of them is to the player, s needs all 2.
        ("20:2/2Txs=1/3+t=1/1B,2/2Txs", 3 + 1),
    ],
)
def test_a_diagram_has_as_many_assignments_as_by_hand(notation: str, count: int) -> None:
    legal = Assignments(parse(notation), engine="diagram")
    assert legal.count() == len(list(legal)) == count
    assert all(assignment in legal for assignment in legal)


def test_who_assigns_as_though_unblocked_does_not_help_to_meet_a_blocker() -> None:
    board = parse("20:2/2Txs=1/3,2/2xs")
    second = board.creatures["a2"]
    unblocked = replace(second, keywords=frozenset({brute.AS_UNBLOCKED}))
    legal = Assignments(with_creatures(board, {"a2": unblocked}), engine="diagram")
    # With 2 from the other, s needs 1 more of the 3.
    assert list(map(str, legal)) == [
        "a1:s=1,p=1 a2:s=2", "a1:s=2 a2:p=2", "a1:s=2 a2:s=2",
    ]  # fmt: skip


# --- By number -------------------------------------------------------------------------------


@examples(5)
@given(ANY)
def test_numbers_and_rows_of_a_diagram_belong_to_each_other(combat: Combat) -> None:
    for component, expected in components(combat):
        paths = Paths(diagram_of(component))
        assert paths.count == len(expected)
        assert [paths.at(number) for number in range(len(expected))] == expected
        assert list(map(paths.index, expected)) == list(range(len(expected)))
        for number in (-1, len(expected), len(expected) + 7):
            with pytest.raises(IndexError):
                paths.at(number)


@examples(3)
@given(SMALL)
def test_what_is_not_legal_has_no_number(combat: Combat) -> None:
    for component, expected in components(combat):
        paths = Paths(diagram_of(component))
        ids = {source.id for source in component.sources}
        step = "first" if component.step.first else "regular"
        its = [s for s in brute.senders(combat, step) if s.id in ids]
        everything = [
            tuple(division.get(edge, 0) for edge in component.edges)
            for division in brute.joint_divisions(its)
        ]
        illegal = set(everything).difference(expected)
        illegal |= {(*row, 0) for row in expected} | {row[:-1] for row in expected}
        illegal |= {(*row[:-1], row[-1] + 1) for row in expected} - set(expected)
        assert not [row for row in illegal if paths.index(row) is not None]


@examples(5)
@given(ANY, st.data())
def test_the_rows_from_any_number_on_are_the_last_of_all(combat: Combat, data: DataObject) -> None:
    for component, expected in components(combat):
        start = data.draw(st.integers(0, len(expected) + 1), label="start")
        assert list(Paths(diagram_of(component)).rows(start)) == expected[start:]


# --- In other layers, in another order -------------------------------------------------------


@examples(5)
@given(ANY, st.integers(1, 40), st.data())
def test_a_source_cut_into_several_layers_has_the_same_sequence(
    combat: Combat, most: int, data: DataObject
) -> None:
    for component, expected in components(combat):
        diagram = diagram_of(component, most)
        # Every recipient has its place in one layer, in order.
        cut = [(layer.source.id, k) for layer in diagram.layers for k in layer.part]
        whole = [
            (source.id, k) for source in component.sources for k in range(len(source.recipients))
        ]
        assert cut == whole
        paths = Paths(diagram)
        assert paths.count == len(expected)
        assert list(paths.rows()) == expected
        start = data.draw(st.integers(0, len(expected) - 1), label="start")
        assert list(Paths(diagram).rows(start)) == expected[start:]
        assert paths.at(start) == expected[start]
        assert paths.index(expected[start]) == start


def test_a_source_is_one_layer_unless_that_would_have_too_many_divisions() -> None:
    (component,) = Assignments(parse("20:2/2Txs=1/3+t=1/1,3/3Txs"), engine="diagram").components
    assert [len(layer.part) for layer in diagram_of(component).layers] == [3, 2]
    assert [len(layer.part) for layer in diagram_of(component, 100).layers] == [3, 2]
    assert [len(layer.part) for layer in diagram_of(component, 1).layers] == [1] * 5


@examples(5)
@given(ANY, st.data())
def test_the_sources_in_any_order_have_the_same_assignments(
    combat: Combat, data: DataObject
) -> None:
    for component, expected in components(combat):
        order = data.draw(st.permutations(component.sources), label="order")
        edges = [(source.id, r.id) for source in order for r in source.recipients]
        places = [component.edges.index(edge) for edge in edges]
        moved = sorted(tuple(row[k] for k in places) for row in expected)
        assert list(Paths(build(component.step, order)).rows()) == moved


@examples(3)
@given(ANY)
def test_an_order_that_keeps_diagrams_narrow_changes_nothing_but_the_order(combat: Combat) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(coupling, "NARROW", 1)
        for component, expected in components(combat):
            ordered = component.sources
            same = tuple(s for s in component.step.sources if s in ordered)
            assert sorted(ordered, key=component.step.sources.index) == list(same)
            widths = [
                width_bound(couplings(component.step, order), len(order))
                for order in (ordered, same)
            ]
            assert widths[0] <= widths[1]
            # In the canonical order of the edges, whichever that is.
            assert list(component.rows(Deadline())) == expected
            model = Component(component.step, component.sources, "cpsat")
            assert list(model.rows(Deadline())) == expected


def test_the_order_of_the_board_is_kept_unless_another_is_narrower(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # A row of tramplers that share a blocker with the next one, but with the even ones first.
    board = "20:3/3Txn1=1/2+n2=1/2,3/3Txn3=1/2+n4=1/2,3/3Txn1,3/3Txn2+n3,3/3Txn4"
    step = Assignments(parse(board)).whole_step
    sources = tuple(source for source in step.sources if source.id.startswith("a"))
    assert layer_order(step, sources) == sources
    monkeypatch.setattr(coupling, "NARROW", 1)
    order = [source.id for source in layer_order(step, sources)]
    # One end of the row and on, so that no more than one blocker is ever open.
    row = ["a3", "a1", "a4", "a2", "a5"]
    assert order in (row, row[::-1])


@examples(2)
@given(ANY)
def test_sources_that_depend_on_each_other_do_so_through_what_couples_them(combat: Combat) -> None:
    for component, _ in components(combat):
        coupled = coupling_permanents(component.step, component.sources)
        assert bool(coupled) == (len(component.sources) > 1)
        for permanent in coupled:
            assert brute.lacks(combat, permanent) > 0


# --- Little memory ---------------------------------------------------------------------------


LIMITS = st.tuples(st.integers(1, 20), st.integers(0, 30), st.integers(1, 5))


@examples(5)
@given(ANY, LIMITS, st.integers(1, 40), st.data())
def test_short_lists_of_the_ends_of_rows_change_nothing(
    combat: Combat, limits: tuple[int, int, int], most: int, data: DataObject
) -> None:
    for component, expected in components(combat):
        diagram = diagram_of(component, most)
        start = data.draw(st.integers(0, len(expected)), label="start")
        with pytest.MonkeyPatch.context() as monkeypatch:
            for name, limit in zip(("MOST_TAILS", "MOST_KEPT", "MOST_DEEP"), limits, strict=True):
                monkeypatch.setattr(f"lethal.diagram.paths.{name}", limit)
            paths = Paths(diagram)
            assert list(paths.rows()) == expected
            assert list(paths.rows(start)) == expected[start:]
            assert list(Paths(diagram).rows(start)) == expected[start:]


def test_hundreds_of_layers_do_not_fill_the_stack() -> None:
    # A chain: each of 600 tramplers has one blocker, which also blocks the next one.
    links = [f"1/1Txn{k - 1}+n{k}=0/9" for k in range(1, 600)]
    legal = Assignments(parse(f"20:1/1Txn0=0/9,{','.join(links)}"), engine="diagram")
    assert len(legal.components) == 1
    # Nobody can get 9 from two of them, so nothing goes to the player: the first has no choice
    # and the others have two blockers each.
    assert legal.count() == 2**599
    rows = legal.rows()
    assert sum(next(rows)) == sum(next(rows)) == 600
    assert legal.index(legal[2**598 + 12345]) == 2**598 + 12345
    assert legal[-1] in legal


# --- Too large, too late ---------------------------------------------------------------------


def everybody_blocks_everybody(attackers: int, blockers: int, power: int, toughness: int) -> str:
    first = "+".join(f"n{k}=1/{toughness}" for k in range(blockers))
    others = "+".join(f"n{k}" for k in range(blockers))
    lines = [first, *[others] * (attackers - 1)]
    return "20:" + ",".join(f"{power}/1Tx{line}" for line in lines)


EIGHT = everybody_blocks_everybody(8, 8, power=20, toughness=4)
HARD = everybody_blocks_everybody(5, 5, power=5, toughness=4)


def test_a_diagram_that_would_be_too_wide_says_whose_it_is() -> None:
    legal = Assignments(parse(EIGHT), engine="diagram")
    for ask in (legal.count, lambda: next(legal.rows()), lambda: legal[0], lambda: legal.sample(1)):
        with pytest.raises(TooWideError, match=r"diagram of a1, .* and 3 more would be too large"):
            ask()


def test_where_a_diagram_would_be_too_wide_cp_sat_lists_but_does_not_number() -> None:
    legal = Assignments(parse(EIGHT))
    first = list(legal.listing(10))
    assert len(first) == 10
    assert all(assignment in legal for assignment in first)
    rows = [assignment.row for assignment in first]
    assert rows == sorted(set(rows))
    assert legal.engines == ("cpsat",)
    for ask in (
        lambda: legal[0],
        lambda: legal[:3],
        lambda: legal.sample(2),
        lambda: legal.shard(1, 2),
        lambda: legal.index(first[0]),
        legal.to_numpy,
    ):
        with pytest.raises(NotNumberedError, match="would be too large"):
            ask()


def test_cp_sat_lists_and_does_not_number_where_it_is_asked_for() -> None:
    legal = Assignments(parse("20:3/3Tx1/1"), engine="cpsat")
    assert len(list(legal)) == 3
    with pytest.raises(NotNumberedError, match="use diagram"):
        _ = legal[0]


COUPLED = "20:3/3Txn0=1/2+n1=1/2,3/3Txn0+n2=1/2,3/3Txn1+n2"


def is_built(component: Component, most_nodes: int) -> bool:
    try:
        build(component.step, component.sources, most_nodes=most_nodes)
    except TooWideError:
        return False
    return True


def test_no_more_nodes_are_built_than_allowed() -> None:
    board = parse(COUPLED)
    (component,) = Assignments(board, engine="diagram").components
    expected = rows_by_brute_force(board, component)
    nodes = diagram_of(component).nodes
    # Nodes that lead nowhere are dropped in the end, but count while building.
    fits = next(most for most in range(nodes, 10 * nodes) if is_built(component, most))
    legal = Assignments(board, engine="diagram", most_nodes=fits)
    assert list(legal.rows()) == expected
    for most in (1, nodes - 1):
        with pytest.raises(TooWideError):
            Assignments(board, engine="diagram", most_nodes=most).count()
        # CP-SAT takes over, with the same sequence.
        legal = Assignments(board, most_nodes=most)
        assert list(legal.rows()) == expected
        assert legal.count() == len(expected)
        assert legal.engines == ("cpsat",)


def test_a_diagram_that_is_too_large_only_in_layers_still_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("lethal.components.MOST_DIVISIONS", 1)
    board = parse(COUPLED)
    (component,) = Assignments(board, engine="diagram").components
    expected = rows_by_brute_force(board, component)
    nodes = diagram_of(component).nodes
    fits = next(most for most in range(nodes, 10 * nodes) if is_built(component, most))
    legal = Assignments(board, engine="diagram", most_nodes=fits)
    assert legal.count() == len(expected)
    with pytest.raises(TooWideError):
        next(legal.rows())
    legal = Assignments(board, most_nodes=fits)
    assert list(legal.rows()) == expected
    with pytest.raises(NotNumberedError):
        _ = legal[0]


def test_a_source_with_several_ways_and_too_many_divisions_is_not_listed() -> None:
    # 20 damage to 13 creatures, or as though unblocked; a trampler shares the first of them.
    board = parse(f"20:20/6xs=1/3+{'+'.join(['1/1'] * 12)},2/2Txs")
    first = replace(board.creatures["a1"], keywords=frozenset({brute.AS_UNBLOCKED}))
    board = with_creatures(board, {"a1": first})
    with pytest.raises(TooWideError):
        Assignments(board, engine="diagram").count()
    legal = Assignments(board)
    # All 20 to the player, in which case the other has nothing to spare for its own player.
    assert str(next(iter(legal))) == "a1:p=20 a2:s=2"
    assert legal.engines == ("cpsat",)


def test_sources_whose_damage_has_very_many_effects_are_not_tried() -> None:
    # 999 among a blocker that they share, 5 others in order and the player.
    board = f"m12:20:999/1Txs=1/900+{'+'.join(['1/2'] * 5)},999/1Txs"
    with pytest.raises(TooWideError):
        Assignments(parse(board), engine="diagram").count()


@pytest.mark.parametrize("engine", ["auto", "diagram"])
def test_a_source_alone_is_numbered_by_a_formula_where_its_diagram_would_be_too_large(
    monkeypatch: pytest.MonkeyPatch, engine: Engine
) -> None:
    monkeypatch.setattr("lethal.diagram.build.MOST_STEPS", 1_000)
    legal = Assignments(parse("20:100/1x1/1+1/1+1/1"), engine=engine)
    assert str(legal[0]) == "a1:b3=100"
    # Behind the 101 with nothing to the first.
    assert str(legal[101]) == str(next(iter(legal[101:]))) == "a1:b1=1,b3=99"
    assert legal.engines == ("diagram",)


# --- Too late --------------------------------------------------------------------------------


def test_a_diagram_gives_up_when_the_time_is_over() -> None:
    (component,) = Assignments(parse(COUPLED), engine="diagram").components
    with pytest.raises(TimeoutReached):
        build(component.step, component.sources, Deadline.after(0))


@pytest.mark.parametrize("engine", ["auto", "diagram", "cpsat"])
def test_a_count_without_time_has_the_truth_between_its_bounds(engine: Engine) -> None:
    board = parse(everybody_blocks_everybody(2, 2, power=3, toughness=2))
    truth = len(brute.assignments(board, brute.view(board, "active", "regular")))
    counted = Assignments(board, engine=engine).count_within(timeout=0)
    assert counted.status is Status.TIMEOUT
    assert not counted.complete
    assert counted.at_most is not None
    assert 1 <= counted.number <= truth <= counted.at_most


@pytest.mark.parametrize("board", [HARD, EIGHT])
def test_a_hard_count_in_little_time_is_incomplete(board: str) -> None:
    counted = Assignments(parse(board)).count_within(timeout=0.05)
    assert not counted.complete
    assert counted.at_most is not None
    assert 1 <= counted.number < counted.at_most


@pytest.mark.parametrize("engine", ["auto", "diagram", "cpsat"])
def test_a_listing_ends_when_the_time_is_over_before_its_first_row(engine: Engine) -> None:
    listing = Assignments(parse(HARD), engine=engine).listing(timeout=0)
    assert list(listing) == []
    assert listing.status is Status.TIMEOUT


def test_orders_are_not_compared_where_that_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    named = "+".join(f"n{k}=6/6" for k in range(6))
    again = "+".join(f"n{k}" for k in range(6))
    step = Assignments(parse(f"20:6/6Tx{named}" + f",6/6Tx{again}" * 5)).whole_step
    sources = tuple(source for source in step.sources if source.id.startswith("a"))
    monkeypatch.setattr(coupling, "MOST_COMPARED", 6**3 - 1)
    monkeypatch.setattr(coupling, "_greedy", None)
    assert layer_order(step, sources) == sources
