"""The lazy product of sets of rows, against `itertools.product`."""

from __future__ import annotations

from itertools import chain, islice, product
from typing import TYPE_CHECKING, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethal.divisions import Division
from lethal.indexed import Divided, Listed
from lethal.product import Product, product_rows
from strategies import examples

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Row: TypeAlias = tuple[int, ...]

ROWS = st.lists(st.tuples(st.integers(0, 3)) | st.tuples(st.integers(0, 3), st.integers(0, 3)))
FACTORS = st.lists(ROWS.map(lambda rows: rows[:5]), max_size=5)
SETS = st.lists(st.sets(st.integers(0, 9), min_size=1, max_size=4), max_size=5)
"""Sets of rows of one amount."""
TRILLION = 10**12


class Rows:
    """A factor over a list, of known size or not, that counts how often it is read."""

    def __init__(self, rows: Sequence[Row], *, known: bool = True) -> None:
        self.count: int | None = len(rows) if known else None
        self.passes: list[int] = []
        self._rows: Sequence[Row] = rows

    def rows(self, start: int = 0) -> Iterator[Row]:
        self.passes.append(start)
        return iter(self._rows[start:])


class Numbers:
    """The numbers below a size as rows, made only as far as they are read."""

    def __init__(self, size: int, *, known: bool = True) -> None:
        self.count: int | None = size if known else None
        self.read: int = 0
        self._size: int = size

    def rows(self, start: int = 0) -> Iterator[Row]:
        for number in range(start, self._size):
            self.read += 1
            yield (number,)


def expected(factors: Sequence[Sequence[Row]]) -> list[Row]:
    return [tuple(chain.from_iterable(rows)) for rows in product(*factors)]


@examples(5)
@given(FACTORS)
def test_rows_are_the_concatenations_in_the_order_of_itertools(
    factors: list[list[Row]],
) -> None:
    assert list(product_rows(list(map(Rows, factors)))) == expected(factors)


@examples(20)
@given(FACTORS, st.data())
def test_rows_from_any_number_on_are_the_last_of_all_rows(
    factors: list[list[Row]], data: st.DataObject
) -> None:
    everything = expected(factors)
    start = data.draw(st.integers(0, len(everything) + 2), label="start")
    known = [data.draw(st.sampled_from((True, True, False)), label="known") for _ in factors]
    block = data.draw(st.sampled_from((50_000, *range(13))), label="block")
    read = [Rows(rows, known=its) for rows, its in zip(factors, known, strict=True)]
    with pytest.MonkeyPatch.context() as monkeypatch:
        # From nothing that is multiplied out to everything.
        monkeypatch.setattr("lethal.product.BLOCK", block)
        assert list(product_rows(read, start)) == everything[start:]


def test_an_empty_product_is_one_empty_row() -> None:
    assert list(product_rows([])) == [()]
    assert list(product_rows([], 1)) == []
    assert Product([]).count == 1
    assert Product([]).at(0) == ()
    assert Product([]).index([]) == 0


@pytest.mark.parametrize("start", [0, 1])
@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("position", [0, 1, 2])
def test_a_factor_without_rows_leaves_none(position: int, start: int, *, known: bool) -> None:
    factors: list[list[Row]] = [[(1,), (2,)], [(3,)], [(4,), (5,)]]
    factors[position] = []
    assert list(product_rows([Rows(rows, known=known) for rows in factors], start)) == []


def test_a_factor_without_rows_leaves_none_of_what_is_too_large_to_multiply_out() -> None:
    huge = [Numbers(TRILLION), Rows([]), Numbers(TRILLION)]
    assert list(product_rows(huge)) == list(product_rows(huge, 7)) == []
    assert list(product_rows([*huge[:2], Rows([(1,)], known=False)], 7)) == []


@pytest.mark.parametrize("known", [True, False])
def test_a_long_first_factor_is_read_only_as_far_as_rows_are_taken(*, known: bool) -> None:
    first = Numbers(TRILLION, known=known)
    rows = product_rows([first, Rows([(7,), (8,)])])
    assert list(islice(rows, 3)) == [(0, 7), (0, 8), (1, 7)]
    assert first.read == 2


@pytest.mark.parametrize("known", [True, False])
def test_long_later_factors_are_not_multiplied_out(*, known: bool) -> None:
    factors = [Rows([(7,), (8,)]), Numbers(TRILLION, known=known), Numbers(TRILLION, known=known)]
    assert list(islice(product_rows(factors), 3)) == [(7, 0, 0), (7, 0, 1), (7, 0, 2)]
    assert [factor.read for factor in factors[1:] if isinstance(factor, Numbers)] == [1, 3]


def test_a_start_far_into_a_huge_product_is_reached_without_reading_what_is_before() -> None:
    factors = [Numbers(TRILLION) for _ in range(3)]
    start = 5 * TRILLION**2 + 6 * TRILLION + (TRILLION - 1)
    rows = product_rows([*factors, Rows([(7,), (8,)])], 2 * start + 1)
    assert list(islice(rows, 3)) == [
        (5, 6, TRILLION - 1, 8), (5, 7, 0, 7), (5, 7, 0, 8),
    ]  # fmt: skip
    assert [factor.read for factor in factors] == [1, 2, 2]


def test_many_small_factors_are_multiplied_out_only_as_long_as_that_is_small() -> None:
    factors = [Rows([(0,), (1,)]) for _ in range(200)]
    rows = product_rows(factors, 2**200 - 2)
    assert list(rows) == [(1,) * 199 + (0,), (1,) * 200]
    # Those in front are passed over again and again, each from where it stands.
    assert factors[0].passes == [1]
    assert factors[-1].passes == [0]


def test_a_start_behind_the_last_row_leaves_none() -> None:
    assert list(product_rows([Numbers(TRILLION), Numbers(TRILLION)], TRILLION**2)) == []
    assert list(product_rows([Rows([(1,), (2,)])], 2)) == []


# --- By number -------------------------------------------------------------------------------


def indexed(sets: Sequence[set[int]]) -> Product:
    return Product([Listed(iter([(n,) for n in sorted(its)])) for its in sets])


@examples(10)
@given(SETS)
def test_numbers_and_rows_of_a_product_belong_to_each_other(sets: list[set[int]]) -> None:
    found = indexed(sets)
    everything = [tuple(row) for row in product(*map(sorted, sets))]
    assert found.count == len(everything)
    assert [found.at(number) for number in range(found.count)] == everything
    split = [[(amount,) for amount in row] for row in everything]
    assert list(map(found.index, split)) == list(range(found.count))
    for start in range(found.count + 1):
        assert list(found.rows(start)) == everything[start:]


@examples(2)
@given(SETS.filter(bool), st.data())
def test_a_row_with_a_part_that_a_factor_does_not_have_has_no_number(
    sets: list[set[int]], data: st.DataObject
) -> None:
    rows = [(min(its),) for its in sets]
    k = data.draw(st.integers(0, len(sets) - 1), label="which")
    rows[k] = (data.draw(st.integers(-1, 10).filter(lambda n: n not in sets[k]), label="alien"),)
    assert indexed(sets).index(rows) is None


@pytest.mark.parametrize("number", [-1, 6, 7, 10**30])
def test_there_is_no_row_before_the_first_or_behind_the_last(number: int) -> None:
    found = indexed([{0, 1}, {0, 1, 2}])
    with pytest.raises(IndexError):
        found.at(number)


def test_a_product_of_formulas_has_rows_at_numbers_of_any_size() -> None:
    # Divisions of a trillion among two: the first gets what their number says.
    pair = Divided(Division(TRILLION, ((), ()), (0, 0)))
    size = TRILLION + 1
    found = Product([pair] * 10)
    assert found.count == size**10
    digits = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3]
    number = sum(digit * size**k for k, digit in enumerate(reversed(digits)))
    parts = [(digit, TRILLION - digit) for digit in digits]
    assert found.at(number) == tuple(chain.from_iterable(parts))
    assert found.index(parts) == number
    assert next(found.rows(number)) == found.at(number)
