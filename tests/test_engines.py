"""Everything that answers questions about a damage step, against the brute force."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product
from typing import TYPE_CHECKING, TypeAlias

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import brute
from lethal import Assignments, Objective, Status
from lethal.cpsat import enumeration
from lethal.cpsat.classes import effect_classes
from lethal.cpsat.enumeration import damage_rows
from lethal.cpsat.explain import Conflict, minimal_conflict
from lethal.diagram.best import best_row as longest_path
from lethal.explanation import wrong_recipients
from lethal.limits import Deadline
from lethal.objective import MINIMIZED, TERMS, Goal
from lethal.payoff import combined, payoffs_of
from lethal.wish import Wish
from lethal_models import Assignment, StepError, parse
from lethal_models.outcome import outcome
from strategies import (
    NEWEST_RULES,
    OVER,
    View,
    combats,
    examples,
    rows_by_brute_force,
    views,
    views_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hypothesis.strategies import DataObject, DrawFn

    from lethal.components import Engine
    from lethal_models import Combat

Row: TypeAlias = tuple[int, ...]

EVERY_TERM = (*TERMS, *(MINIMIZED + term for term in TERMS))


def joint_of(assignment: Assignment) -> brute.Joint:
    return brute.joint(dict(assignment.items()))


def assignment_of(joint: Iterable[tuple[brute.Edge, int]]) -> Assignment:
    edges = dict(joint)
    return Assignment(tuple(edges), tuple(edges.values()))


def is_increasing(rows: Sequence[Row]) -> bool:
    return all(one < other for one, other in pairwise(rows))


# --- Listing, order and count ----------------------------------------------------------------


@examples(15)
@given(combats(largest=300))
def test_the_listing_is_what_the_brute_force_finds_once_each_in_order(combat: Combat) -> None:
    for view in views_of(combat):
        rows = list(view.legal.rows())
        assert is_increasing(rows)
        assert {joint_of(assignment) for assignment in view.legal} == view.expected
        assert len(rows) == len(view.expected) == view.legal.count()
        assert bool(view.legal)


@examples(1)
@given(views(combats()))
def test_the_listing_of_larger_boards_is_what_the_brute_force_finds(view: View) -> None:
    rows = list(view.legal.rows())
    assert is_increasing(rows)
    assert {joint_of(assignment) for assignment in view.legal} == view.expected
    assert len(rows) == len(view.expected) == view.legal.count()


@examples(2)
@given(views(combats(largest=300)))
def test_every_way_through_the_components_lists_and_counts_the_same(view: View) -> None:
    expected = list(view.legal.rows())
    model = Assignments(view.combat, view.by, view.step, "cpsat")
    assert list(model.rows()) == expected
    assert model.count() == len(expected)
    with pytest.MonkeyPatch.context() as monkeypatch:
        # Neither the divisions of a source nor the combinations of their classes are kept.
        for limit in ("MOST_KEPT", "MOST_DIVISIONS"):
            monkeypatch.setattr(f"lethal.cpsat.classes.{limit}", 0)
            legal = Assignments(view.combat, view.by, view.step)
            assert list(legal.rows()) == expected
            assert legal.count() == len(expected)


@examples(1)
@given(combats(largest=30))
def test_the_step_is_the_first_in_which_anybody_assigns_unless_chosen(combat: Combat) -> None:
    chosen = Assignments(combat, "both", brute.default_step(combat))
    assert list(Assignments(combat, "both")) == list(chosen)
    if brute.steps(combat) == ("regular",):
        with pytest.raises(StepError):
            Assignments(combat, "both", "first")


@examples(1)
@given(views(combats(largest=100)), st.integers(0, 110))
def test_a_limited_listing_is_a_prefix_and_says_whether_it_is_complete(
    view: View, limit: int
) -> None:
    everything = list(view.legal)
    listing = view.legal.listing(limit)
    assert list(listing) == everything[:limit]
    complete = len(everything) <= limit
    assert listing.status is (Status.COMPLETE if complete else Status.LIMIT)
    counted = view.legal.count_within(limit=limit)
    assert counted.number == min(len(everything), limit)
    assert counted.complete is complete


# --- The engines behind it -------------------------------------------------------------------


@examples(8)
@given(combats(largest=300))
def test_cp_sat_and_effect_classes_find_the_same_sequence_for_every_component(
    combat: Combat,
) -> None:
    for step in brute.steps(combat):
        for component in Assignments(combat, "both", step).components:
            expected = rows_by_brute_force(combat, component)
            # CP-SAT itself neither repeats a row nor needs sorting.
            assert list(damage_rows(component.step, component.sources, Deadline())) == expected
            classes = effect_classes(component.step, component.sources, Deadline())
            assert classes is not None
            assert list(classes.rows(Deadline()) or ()) == expected
            assert sum(classes.count(Deadline())) == len(expected)
            assert component.upper_bound >= len(expected)


@examples(2)
@given(combats(largest=100), st.integers(1, 7), st.integers(1, 7))
def test_a_search_in_chunks_of_any_size_resumes_where_it_stopped(
    combat: Combat, first: int, largest: int
) -> None:
    for step in brute.steps(combat):
        for component in Assignments(combat, "both", step).components:
            with pytest.MonkeyPatch.context() as monkeypatch:
                monkeypatch.setattr(enumeration, "FIRST_CHUNK", first)
                monkeypatch.setattr(enumeration, "LARGEST_CHUNK", largest)
                rows = list(damage_rows(component.step, component.sources, Deadline()))
            assert rows == rows_by_brute_force(combat, component)


# --- The validator ---------------------------------------------------------------------------


@examples(3)
@given(views(combats(largest=300)))
def test_the_validator_accepts_exactly_the_legal_ones_of_all_divisions(view: View) -> None:
    for division in brute.joint_divisions(view.senders):
        assignment = assignment_of(division.items())
        assert (assignment in view.legal) == (brute.joint(division) in view.expected)


OVER_PLANESWALKERS = combats(
    size=(3, 2), largest=100, rules=NEWEST_RULES, about=(OVER, "deathtouch")
)


SEVERAL_WAYS = combats(
    size=(2, 3),
    largest=100,
    rules=NEWEST_RULES,
    about=(OVER, brute.AS_UNBLOCKED, brute.AS_YOU_CHOOSE),
)


@examples(3)
@given(views(SEVERAL_WAYS))
def test_several_ways_to_divide_are_listed_counted_and_validated_alike(view: View) -> None:
    assert {joint_of(assignment) for assignment in view.legal} == view.expected
    assert view.legal.count() == len(view.expected)
    for division in brute.joint_divisions(view.senders):
        assignment = assignment_of(division.items())
        assert (assignment in view.legal) == (brute.joint(division) in view.expected)


@examples(5)
@given(views(OVER_PLANESWALKERS))
def test_trample_over_planeswalkers_is_listed_and_validated_alike(view: View) -> None:
    assert {joint_of(assignment) for assignment in view.legal} == view.expected
    for division in brute.joint_divisions(view.senders):
        assignment = assignment_of(division.items())
        assert (assignment in view.legal) == (brute.joint(division) in view.expected)


@examples(4)
@given(views(combats(largest=100)), st.data())
def test_the_validator_rejects_every_wrong_amount_source_and_recipient(
    view: View, data: DataObject
) -> None:
    legal = dict(data.draw(st.sampled_from(sorted(view.expected, key=sorted)), label="legal"))
    wrong = data.draw(st.sampled_from(perturbations(view, legal)), label="wrong")
    # All or nothing may be one point apart.
    optional = {sender.id for sender in view.senders if sender.may_do_nothing}
    assume(not optional or not brute.is_legal(view.combat, view.senders, wrong))
    assert not brute.is_legal(view.combat, view.senders, wrong)
    assert view.legal.check(assignment_of(wrong.items()))


def perturbations(view: View, legal: Mapping[brute.Edge, int]) -> list[dict[brute.Edge, int]]:
    """Return assignments that are illegal because one legal one was changed in one place."""
    recipients = {sender.id: sender.recipients for sender in view.senders}
    edges = [(sender.id, recipient) for sender in view.senders for recipient in sender.recipients]
    # Not among those that may be assigned to, or of a creature that assigns nothing here.
    alien = [
        (creature, recipient)
        for creature in view.combat.creatures
        for recipient in view.combat.labels
        if recipient not in recipients.get(creature, ())
    ]
    one_more = [changed(legal, (edge, 1)) for edge in (*edges, *alien)]
    one_less = [changed(legal, (edge, -1)) for edge in edges]
    moved_away = [
        changed(legal, ((source, to), -1), (edge, 1))
        for source, to in edges
        if legal.get((source, to))
        for edge in alien
        if edge[0] == source
    ]
    negative = [
        changed(legal, (edge, -1), (other, 1))
        for edge in edges
        if not legal.get(edge)
        for other in edges
        if other[0] == edge[0] and other != edge
    ]
    return [*one_more, *one_less, *moved_away, *negative]


def changed(
    legal: Mapping[brute.Edge, int], *changes: tuple[brute.Edge, int]
) -> dict[brute.Edge, int]:
    result = dict(legal)
    for edge, by in changes:
        result[edge] = result.get(edge, 0) + by
    return result


# --- Wishes: ranges and explanations ---------------------------------------------------------


@st.composite
def wished_views(draw: DrawFn, *, astray: bool) -> tuple[View, tuple[Wish, ...]]:
    """Draw a view and some conditions, if `astray` also about what cannot be assigned to."""
    size = (4, 4) if astray else (2, 2)
    view = draw(views(combats(size=size, largest=100)))
    edges = [(sender.id, recipient) for sender in view.senders for recipient in sender.recipients]
    assume(edges)
    # What may be impossible is wished for most often: damage that something must come before.
    edges += 3 * [
        (sender.id, recipient)
        for sender in view.senders
        for way in sender.ways
        for recipient, first in way.items()
        if first
    ]
    totals = [(None, recipient) for recipient in {recipient for _, recipient in edges}]
    places: list[tuple[str | None, str]] = [*edges, *sorted(totals)]
    if astray:
        ids = sorted(view.combat.labels)
        places += [(sender.id, id_) for sender in view.senders for id_ in ids]
        places += [(None, id_) for id_ in ids]
    return view, tuple(
        Wish(source, recipient, draw(st.sampled_from(("=", ">=", "<="))), draw(st.integers(0, 5)))
        for source, recipient in draw(st.lists(st.sampled_from(places), min_size=1, max_size=3))
    )


def fulfils(given: Mapping[brute.Edge, int], wish: Wish) -> bool:
    amount = sum(
        n
        for (source, recipient), n in given.items()
        if recipient == wish.recipient and wish.source in {None, source}
    )
    return {
        "=": amount == wish.amount,
        ">=": amount >= wish.amount,
        "<=": amount <= wish.amount,
    }[wish.operator]


def granting(view: View, wishes: Sequence[Wish]) -> list[dict[brute.Edge, int]]:
    """Return the legal assignments that are as wished."""
    everything = map(dict, view.expected)
    return [given for given in everything if all(fulfils(given, wish) for wish in wishes)]


def text_of(wishes: Iterable[Wish]) -> str:
    return " ".join(map(str, wishes))


@examples(4)
@given(wished_views(astray=True), st.sampled_from(("auto", "cpsat", "diagram")))
def test_ranges_are_the_least_and_the_most_of_all_assignments_as_wished(
    wished: tuple[View, tuple[Wish, ...]], engine: Engine
) -> None:
    view, wishes = wished
    granted = granting(view, wishes)
    amounts = {edge: [given.get(edge, 0) for given in granted] for edge in view.legal.edges}
    expected = {edge: (min(found), max(found)) for edge, found in amounts.items() if found}
    legal = Assignments(view.combat, view.by, view.step, engine)
    assert legal.ranges(text_of(wishes)) == (expected if granted else None)


@examples(1)
@given(views(combats(largest=100)), st.data())
def test_a_part_of_a_legal_assignment_is_a_possible_wish(view: View, data: DataObject) -> None:
    legal = data.draw(st.sampled_from(sorted(view.expected, key=sorted)))
    part = assignment_of(data.draw(st.sets(st.sampled_from(sorted(legal)))) if legal else ())
    ranges = view.legal.ranges(part)
    assert ranges is not None
    assert all(ranges[edge] == (amount, amount) for edge, amount in part.items())
    assert view.legal.explain(part) is None


@examples(4)
@given(wished_views(astray=True))
def test_an_impossible_wish_is_explained_by_conditions_that_are_impossible(
    wished: tuple[View, tuple[Wish, ...]],
) -> None:
    view, wishes = wished
    explanation = view.legal.explain(text_of(wishes))
    assert (explanation is None) == bool(granting(view, wishes))
    if explanation:
        assert set(explanation.wishes) <= set(wishes)
        assert explanation.wishes
        assert not granting(view, explanation.wishes)


@examples(4)
@given(wished_views(astray=False))
def test_a_conflict_is_one_and_is_none_without_any_one_of_its_members(
    wished: tuple[View, tuple[Wish, ...]],
) -> None:
    view, wishes = wished
    assume(not wrong_recipients(view.legal.step, wishes))
    edges = view.legal.edges
    # Rules can be kept without one of them, if at all, with no amount above all that is named.
    named = [*(sender.amount for sender in view.senders), *(wish.amount for wish in wishes)]
    named += [
        brute.lacks(view.combat, permanent)
        for sender in view.senders
        for permanent in sender.waits_for
    ]
    assume((max(named) + 1) ** len(edges) <= 4_000)
    conflict = minimal_conflict(view.legal.step, view.legal.sources, wishes, Deadline())
    assert (conflict is None) == bool(granting(view, wishes))
    if conflict:
        anything = list(product(range(max(named) + 1), repeat=len(edges)))

        def can_hold(members: Sequence[Conflict]) -> bool:
            return any(
                all(holds(view, member, given) for member in members)
                for given in (dict(zip(edges, amounts, strict=True)) for amounts in anything)
            )

        assert not can_hold(conflict)
        for member in conflict:
            assert can_hold([other for other in conflict if other != member])


def test_too_little_damage_is_part_of_why_a_trampler_does_not_reach_the_player() -> None:
    # With more damage the gate would open, so the gate alone does not exclude the wish.
    explanation = Assignments(parse("20:2/2Tx5/5")).explain("a1:p>=1")
    assert explanation is not None
    assert {reason.rule for reason in explanation.reasons} == {"510.1a", "702.19b"}


def holds(view: View, member: Conflict, given: Mapping[brute.Edge, int]) -> bool:
    """Return whether any amounts at all keep a condition or a rule."""
    if isinstance(member, Wish):
        return fulfils(given, member)
    sender = next(sender for sender in view.senders if sender.id == member.source.id)
    its = {recipient: n for (source, recipient), n in given.items() if source == sender.id and n}
    if member.rule == "amount":
        return sum(its.values()) in {sender.amount, 0 if sender.may_do_nothing else sender.amount}
    followed = [way for way in sender.ways if its.keys() <= way.keys()]
    if member.recipient is None:
        return bool(followed)
    # What comes first is said of a way; it binds where no other way asks for less.
    to = member.recipient.id
    if to not in its or not followed:
        return True
    least = min((way[to] for way in followed), key=len)
    return least != member.recipient.relies_on or all(
        brute.has_lethal(view.combat, given, permanent) for permanent in least
    )


# --- Outcomes and the best -------------------------------------------------------------------


@examples(6)
@given(combats(largest=60))
def test_an_outcome_is_what_the_rules_say(combat: Combat) -> None:
    everything = [brute.assignments(combat, brute.senders(combat, s)) for s in brute.steps(combat)]
    for joint in frozenset[brute.Joint]().union(*everything):
        found = outcome(combat, assignment_of(joint))
        expected = brute.result(combat, joint)
        assert set(found.destroyed) == expected.destroyed
        assert found.damage == expected.damage
        assert found.loyalty == expected.loyalty
        assert found.poison == expected.poison
        assert found.life_gained == expected.life_gained
        assert set(found.losers) == expected.losers


@pytest.mark.parametrize(("rules", "losers"), [("alara", ("defending",)), ("m10", ())])
def test_lifelink_is_part_of_the_damage_since_magic_2010_and_too_late_before(
    rules: str, losers: tuple[str, ...]
) -> None:
    # At 1 life, 2 damage from one attacker and 3 life from the blocker of the other.
    combat = parse(f"{rules}:1:2/2,2/2x3/3L")
    best = Assignments(combat, "both").best("win")
    assert best.outcome.losers == losers
    assert best.values == {"win": len(losers)}


def judged(view: View, given: brute.Joint) -> brute.Result:
    """Return what a view's assignment does; who loses by it must lose whatever others assign."""
    others = [s for s in brute.senders(view.combat, view.step) if s not in view.senders]
    found = brute.result(view.combat, given)
    for other in brute.assignments(view.combat, others):
        losers = found.losers & brute.result(view.combat, given | other).losers
        found = replace(found, losers=losers)
    return found


def best_by_brute_force(view: View, terms: Sequence[str]) -> tuple[int, ...]:
    """Return the signed values of an objective at its best."""
    results = [judged(view, joint) for joint in view.expected]
    return max(
        tuple(brute.term_value(view.combat, term, found, chooser(view)) for term in terms)
        for found in results
    )


def chooser(view: View) -> str:
    return "active" if view.by == "both" else view.by


def of_one_player(view: View) -> bool:
    """Return whether one player, or everybody together, makes all choices of a view."""
    return view.by == "both" or all(sender.divider == view.by for sender in view.senders)


@examples(2)
@given(views(combats(largest=100)))
def test_only_a_view_of_one_players_choices_has_a_best(view: View) -> None:
    if of_one_player(view):
        assert joint_of(view.legal.best("value").assignment) in view.expected
    else:
        with pytest.raises(StepError, match="is divided by"):
            view.legal.best("value")


def signed(terms: Sequence[str], values: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(-values[term] if term.startswith(MINIMIZED) else values[term] for term in terms)


@pytest.mark.parametrize("engine", ["auto", "cpsat"])
@pytest.mark.parametrize("term", EVERY_TERM)
@examples(1)
@given(view=views(combats(largest=100)).filter(of_one_player))
def test_the_best_for_one_term_is_the_best_of_all(view: View, term: str, engine: Engine) -> None:
    best = Assignments(view.combat, view.by, view.step, engine).best(term)
    assert best.optimal
    assert joint_of(best.assignment) in view.expected
    assert signed([term], best.values) == best_by_brute_force(view, [term])


@examples(4)
@given(
    views(combats(largest=100)).filter(of_one_player),
    st.lists(st.sampled_from(EVERY_TERM), min_size=1, max_size=4, unique=True),
    st.sampled_from((2**50, 1, 20)),
    st.sampled_from(("auto", "cpsat")),
)
def test_the_best_for_several_terms_is_the_lexicographic_best_of_all(
    view: View, terms: list[str], exact: int, engine: Engine
) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        # With little room for weights, terms are optimised one after the other.
        monkeypatch.setattr("lethal.cpsat.best.EXACT", exact)
        best = Assignments(view.combat, view.by, view.step, engine).best(Objective(*terms))
    assert best.optimal
    assert joint_of(best.assignment) in view.expected
    assert signed(terms, best.values) == best_by_brute_force(view, terms)
    reached = judged(view, joint_of(best.assignment))
    found = tuple(brute.term_value(view.combat, term, reached, chooser(view)) for term in terms)
    assert found == best_by_brute_force(view, terms)


@examples(4)
@given(
    views(combats(largest=100)).filter(of_one_player),
    st.lists(st.sampled_from(EVERY_TERM), min_size=1, max_size=3, unique=True),
)
def test_the_longest_path_is_the_first_of_the_best(view: View, terms: list[str]) -> None:
    legal, objective = view.legal, Objective(*terms)
    goal = Goal(objective, chooser(view), {})
    row = longest_path(
        legal.step, legal.sources, combined(payoffs_of(view.combat, legal.edges, goal))
    )
    if row is None:
        return

    def value(assignment: Assignment) -> tuple[int, ...]:
        found = brute.result(view.combat, joint_of(assignment))
        return tuple(brute.term_value(view.combat, t, found, chooser(view)) for t in terms)

    # Of equal values, max takes the first.
    assert legal.assignment(row) == max(legal, key=value)


@examples(3)
@given(
    views(combats(largest=60)).filter(of_one_player),
    st.lists(st.sampled_from(EVERY_TERM), min_size=1, max_size=3, unique=True),
    st.integers(1, 12),
    st.sampled_from(("auto", "cpsat")),
)
def test_a_ranking_is_the_best_then_the_second_best_and_so_on(
    view: View, terms: list[str], number: int, engine: Engine
) -> None:
    legal = Assignments(view.combat, view.by, view.step, engine)
    ranking = legal.ranking(terms, number)
    joints = [joint_of(best.assignment) for best in ranking]
    assert len(set(joints)) == len(joints) == min(number, len(view.expected))
    assert set(joints) <= view.expected

    def value(joint: brute.Joint) -> tuple[int, ...]:
        found = judged(view, joint)
        return tuple(brute.term_value(view.combat, term, found, chooser(view)) for term in terms)

    in_order = sorted(map(value, view.expected), reverse=True)
    assert list(map(value, joints)) == in_order[:number]
    assert [signed(terms, best.values) for best in ranking] == in_order[:number]


def test_no_longest_path_is_looked_for_where_a_source_can_do_very_many_things() -> None:
    named = "+".join(f"n{k}=1/6" for k in range(8))
    again = "+".join(f"n{k}" for k in range(8))
    legal = Assignments(parse(f"20:40/9Tx{named},40/9Tx{again}"))
    payoffs = payoffs_of(legal.combat, legal.edges, Goal(Objective("value"), "active", {}))
    assert longest_path(legal.step, legal.sources, combined(payoffs)) is None
