"""The divisions of one source's damage: listed, and counted by a formula."""

from __future__ import annotations

from itertools import islice, pairwise
from math import comb
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import brute
from lethal import Assignments
from lethal.divisions import Choice, Division, at, division, index
from lethal.indexed import MOST_LISTED, Divided, Listed, divided
from lethal_models import parse
from strategies import combats, examples

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypothesis.strategies import DataObject, DrawFn

    from lethal_models import Combat

MILLION = 1_000_000


@st.composite
def divisions(draw: DrawFn, *, amount: int = 7) -> Division:
    """Draw a division with growing gates, as order and trample make them.

    Every gate has the first few recipients, without some that never count: those about which
    others decide too.
    """
    number = draw(st.integers(1, 5))
    counted = draw(st.sets(st.integers(0, number - 1)))
    lengths: list[int] = []
    for k in range(number):
        lengths.append(draw(st.integers(max(lengths, default=0), k)))
    gates = tuple(tuple(i for i in range(length) if i in counted) for length in lengths)
    thresholds = tuple(draw(st.integers(0, 4)) for _ in range(number))
    return Division(draw(st.integers(1, amount)), gates, thresholds)


def brute_rows(choice: Division) -> list[tuple[int, ...]]:
    """Return the legal rows among all divisions of the amount, in order."""
    return sorted(
        row
        for row in brute.compositions(choice.amount, len(choice.gates))
        if all(
            row[i] >= choice.thresholds[i]
            for gate, amount in zip(choice.gates, row, strict=True)
            if amount
            for i in gate
        )
    )


@examples(10)
@given(divisions())
def test_rows_are_every_legal_division_once_in_lexicographic_order(choice: Division) -> None:
    assert list(choice.rows()) == brute_rows(choice)


@examples(10)
@given(divisions(amount=9))
def test_the_formula_counts_the_rows(choice: Division) -> None:
    assert choice.count() == len(brute_rows(choice))


@st.composite
def choices(draw: DrawFn) -> Choice:
    """Draw the choice between some ways, whose gates grow along their recipients."""
    most = draw(divisions())
    number = len(most.gates)
    ways: list[dict[int, frozenset[int]]] = [{}] if draw(st.booleans()) else []
    for _ in range(draw(st.integers(2, 3))):
        its = draw(st.sets(st.integers(0, number - 1), min_size=1))
        counted = frozenset(draw(st.sets(st.sampled_from(sorted(its)))))
        ways.append({k: counted.intersection(most.gates[k]) for k in sorted(its)})
    return Choice(most.amount, tuple(ways), most.thresholds)


def brute_choice(choice: Choice) -> list[tuple[int, ...]]:
    """Return the rows that some way allows among all divisions of the amount, or of nothing."""
    number = len(choice.thresholds)
    rows = [(0,) * number, *brute.compositions(choice.amount, number)]
    return [
        row
        for row in rows
        if any(
            sum(row) == (choice.amount if way else 0)
            and all(
                k in way and all(row[i] >= choice.thresholds[i] for i in way[k])
                for k, amount in enumerate(row)
                if amount
            )
            for way in choice.ways
        )
    ]


@examples(10)
@given(choices())
def test_a_choice_of_ways_has_the_rows_of_every_way_once_and_in_order(choice: Choice) -> None:
    assert list(choice.rows()) == brute_choice(choice)


@examples(10)
@given(choices())
def test_a_choice_of_ways_is_counted_by_inclusion_and_exclusion(choice: Choice) -> None:
    assert choice.count() == len(brute_choice(choice))


def test_a_huge_choice_is_counted_and_listed_lazily() -> None:
    # All of it to the last of three, or divided among the first two.
    ways = ({2: frozenset[int]()}, {0: frozenset[int](), 1: frozenset[int]()})
    choice = Choice(MILLION, ways, (0, 0, 0))
    assert choice.count() == MILLION + 2
    assert list(islice(choice.rows(), 3)) == [
        (0, 0, MILLION), (0, MILLION, 0), (1, MILLION - 1, 0),
    ]  # fmt: skip


@examples(2)
@given(divisions(amount=500))
def test_the_first_rows_of_large_amounts_are_in_order(choice: Division) -> None:
    rows = list(islice(choice.rows(), 50))
    assert all(sum(row) == choice.amount for row in rows)
    assert all(one < other for one, other in pairwise(rows))
    assert len(rows) == min(50, choice.count())


def test_a_huge_amount_is_listed_lazily() -> None:
    rows = Division(MILLION, ((),) * 3, (0,) * 3).rows()
    assert list(islice(rows, 3)) == [(0, 0, MILLION), (0, 1, MILLION - 1), (0, 2, MILLION - 2)]


@examples(2)
@given(st.integers(1, 10**12), st.integers(1, 8))
def test_a_free_division_is_counted_by_stars_and_bars(amount: int, recipients: int) -> None:
    choice = Division(amount, ((),) * recipients, (0,) * recipients)
    assert choice.count() == comb(amount + recipients - 1, recipients - 1)


@examples(2)
@given(st.integers(1, MILLION), st.integers(0, MILLION))
def test_the_second_in_order_gets_what_is_left_of_the_first_ones_need(
    amount: int, need: int
) -> None:
    # All on the first; or 1 to amount - need on the second.
    choice = Division(amount, ((), (0,)), (need, 0))
    assert choice.count() == 1 + max(0, amount - need)


@pytest.mark.parametrize(
    ("notation", "count"),
    [
        # Freely among three.
        (f"foundations:20:{MILLION}/1x1/1+1/1+1/1", comb(MILLION + 2, 2)),
        # In order: all on the first, or up to a million less 3 on the second.
        (f"m12:20:{MILLION}/1x1/3+1/1", MILLION - 3 + 1),
        # Trample: all on the blocker, or up to a million less 5 to the player.
        (f"20:{MILLION}/1Tx1/5", MILLION - 5 + 1),
        # One point of deathtouch is enough, except before Magic 2011.
        (f"m12:20:{MILLION}/1TDx1/5", MILLION - 1 + 1),
        (f"m10:20:{MILLION}/1TDx1/5", MILLION - 5 + 1),
        # Two tramplers with a blocker of their own each.
        (f"20:{MILLION}/1Tx1/5,{MILLION}/1Tx1/7", (MILLION - 4) * (MILLION - 6)),
    ],
)
def test_a_power_of_a_million_is_counted_at_once(notation: str, count: int) -> None:
    assert Assignments(parse(notation)).count() == count


@examples(5)
@given(combats(size=(1, 5), largest=300))
def test_a_lone_source_has_the_divisions_that_are_legal_for_it_alone(combat: Combat) -> None:
    for step in brute.steps(combat):
        legal = Assignments(combat, "both", step)
        for source in legal.sources:
            alone = [s for s in brute.senders(combat, step) if s.id == source.id]
            edges = [(source.id, recipient.id) for recipient in source.recipients]
            found = map(dict, brute.assignments(combat, alone))
            expected = sorted(tuple(given.get(edge, 0) for edge in edges) for given in found)
            assert list(division(legal.step, source).rows()) == expected
            assert division(legal.step, source).count() == len(expected)


# --- By number -------------------------------------------------------------------------------


LISTED = divisions(amount=5).map(lambda choice: (choice, brute_rows(choice)))
CHOSEN = choices().map(lambda choice: (choice, brute_choice(choice)))
ANY = LISTED | CHOSEN


@examples(5)
@given(ANY)
def test_numbers_and_divisions_belong_to_each_other(
    listed: tuple[Division | Choice, list[tuple[int, ...]]],
) -> None:
    choice, rows = listed
    assert [at(choice, number) for number in range(len(rows))] == rows
    assert [index(choice, row) for row in rows] == list(range(len(rows)))
    for number in (-1, len(rows), len(rows) + 1):
        with pytest.raises(IndexError):
            at(choice, number)


@examples(5)
@given(ANY)
def test_what_is_no_division_has_no_number(
    listed: tuple[Division | Choice, list[tuple[int, ...]]],
) -> None:
    choice, rows = listed
    number = len(choice.thresholds)
    others = {*brute.compositions(choice.amount, number), (0,) * number}
    others |= {(*row[:-1], row[-1] + more) for row in rows for more in (-1, 1)}
    others |= {(row[0] + row[-1] + 1, *row[1:-1], -1) for row in rows if number > 1}
    others |= {(*rows[0], 0), rows[0][:-1]}
    assert not [row for row in others.difference(rows) if index(choice, row) is not None]


def starting(
    rows: Sequence[tuple[int, ...]], prefix: tuple[int, ...], least: int
) -> list[tuple[int, ...]]:
    """Return the rows that begin in some way, and go on with at least so much."""
    known = len(prefix)
    return [row for row in rows if row[:known] == prefix and (not least or row[known] >= least)]


@examples(10)
@given(ANY, st.data())
def test_the_formula_counts_the_rows_that_begin_in_any_way(
    listed: tuple[Division | Choice, list[tuple[int, ...]]], data: DataObject
) -> None:
    choice, rows = listed
    number = len(choice.thresholds)
    # What some division begins with, or what none may.
    begin = st.sampled_from(rows) | st.tuples(*[st.integers(0, 3)] * number)
    prefix = data.draw(begin, label="row")[: data.draw(st.integers(0, number), label="known")]
    assert choice.count(prefix) == len(starting(rows, prefix, 0))
    if len(prefix) < number:
        for least in range(choice.amount + 2):
            assert choice.count(prefix, least) == len(starting(rows, prefix, least))


@examples(5)
@given(ANY, st.data())
def test_the_rows_from_any_division_on_are_the_last_of_all(
    listed: tuple[Division | Choice, list[tuple[int, ...]]], data: DataObject
) -> None:
    choice, rows = listed
    start = data.draw(st.integers(0, len(rows) - 1), label="start")
    assert list(choice.rows(rows[start])) == rows[start:]
    for found in (Divided(choice), Listed(choice.rows())):
        assert found.count == len(rows)
        assert list(found.rows(start)) == rows[start:]
        assert found.at(start) == rows[start]
        assert found.index(rows[start]) == start
        assert list(found.rows(len(rows))) == list(found.rows(len(rows) + 1)) == []
        assert found.index((*rows[0], 1)) is None
        for beyond in (-1, len(rows)):
            with pytest.raises(IndexError):
                found.at(beyond)


def test_few_divisions_are_listed_and_many_are_left_to_the_formula() -> None:
    few = Division(MOST_LISTED - 1, ((), ()), (0, 0))
    assert isinstance(divided(few), Listed)
    many = Division(MOST_LISTED, ((), ()), (0, 0))
    assert isinstance(divided(many), Divided)


@examples(2)
@given(st.integers(0, comb(MILLION + 2, 2) - 1))
def test_a_division_of_a_million_is_entered_anywhere(number: int) -> None:
    free = Division(MILLION, ((),) * 3, (0,) * 3)
    row = at(free, number)
    first, second, third = row
    # Before it: fewer to the first, or as many and fewer to the second.
    before = sum(MILLION - n + 1 for n in (0, first - 1)) * first // 2 if first else 0
    assert number == before + second
    assert first + second + third == MILLION
    assert index(free, row) == number
    following = (first, second + 1, third - 1) if third else (first + 1, 0, MILLION - first - 1)
    assert list(islice(free.rows(row), 2)) == [row, following][: free.count() - number]


def test_a_million_in_order_is_entered_in_the_middle() -> None:
    # All on the first, or at least 3 on it and the rest on the second.
    ordered = Division(MILLION, ((), (0,)), (3, 0))
    assert at(ordered, 0) == (3, MILLION - 3)
    assert at(ordered, 500_000) == (500_003, MILLION - 500_003)
    assert index(ordered, (500_003, MILLION - 500_003)) == 500_000
    assert index(ordered, (2, MILLION - 2)) is None
    rows = ordered.rows((MILLION - 1, 1))
    assert list(rows) == [(MILLION - 1, 1), (MILLION, 0)]


def test_a_huge_choice_is_entered_in_the_middle() -> None:
    ways = ({2: frozenset[int]()}, {0: frozenset[int](), 1: frozenset[int]()})
    choice = Choice(MILLION, ways, (0, 0, 0))
    # The one row that is all to the last comes before the others.
    assert at(choice, 500_001) == (500_000, 500_000, 0)
    assert index(choice, (500_000, 500_000, 0)) == 500_001
    assert index(choice, (500_000, 0, 500_000)) is None
    assert list(islice(choice.rows((MILLION - 1, 1, 0)), 3)) == [
        (MILLION - 1, 1, 0), (MILLION, 0, 0),
    ]  # fmt: skip
