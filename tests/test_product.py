"""The lazy product of lists of rows, against `itertools.product`."""

from __future__ import annotations

from functools import partial
from itertools import chain, count, islice, product
from typing import TYPE_CHECKING, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethal.product import product_rows
from strategies import examples

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Row: TypeAlias = tuple[int, ...]

ROWS = st.lists(st.tuples(st.integers(0, 3)) | st.tuples(st.integers(0, 3), st.integers(0, 3)))
FACTORS = st.lists(ROWS.map(lambda rows: rows[:5]), max_size=5)


def expected(factors: Sequence[Sequence[Row]]) -> list[Row]:
    return [tuple(chain.from_iterable(rows)) for rows in product(*factors)]


def starts(factors: Sequence[Sequence[Row]]) -> list[Callable[[], Iterator[Row]]]:
    return [partial(iter, factor) for factor in factors]


def numbers(first: int = 0) -> Iterator[Row]:
    """Yield endlessly many rows."""
    return ((n,) for n in count(first))


@examples(5)
@given(FACTORS)
def test_rows_are_the_concatenations_in_the_order_of_itertools(
    factors: list[list[Row]],
) -> None:
    assert list(product_rows(starts(factors))) == expected(factors)


@examples(10)
@given(FACTORS, st.integers(0, 6), st.integers(0, 12))
def test_factors_too_large_to_keep_or_multiply_out_give_the_same_rows(
    factors: list[list[Row]], kept: int, block: int
) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr("lethal.product.KEPT", kept)
        monkeypatch.setattr("lethal.product.BLOCK", block)
        assert list(product_rows(starts(factors))) == expected(factors)


def test_an_empty_product_is_one_empty_row() -> None:
    assert list(product_rows([])) == [()]


@pytest.mark.parametrize("position", [0, 1, 2])
def test_a_factor_without_rows_leaves_none(position: int) -> None:
    factors: list[list[Row]] = [[(1,), (2,)], [(3,)], [(4,), (5,)]]
    factors[position] = []
    assert list(product_rows(starts(factors))) == []


def test_an_endless_first_factor_is_read_only_as_far_as_rows_are_taken() -> None:
    rows = product_rows([numbers, partial(iter, [(7,), (8,)])])
    assert list(islice(rows, 3)) == [(0, 7), (0, 8), (1, 7)]


@pytest.mark.parametrize("kept", [0, 5])
def test_endless_later_factors_are_not_read_to_the_end(
    monkeypatch: pytest.MonkeyPatch, kept: int
) -> None:
    monkeypatch.setattr("lethal.product.KEPT", kept)
    rows = product_rows([partial(iter, [(7,), (8,)]), partial(numbers, 1), partial(numbers, 2)])
    assert list(islice(rows, 3)) == [(7, 1, 2), (7, 1, 3), (7, 1, 4)]


def test_a_factor_too_large_to_keep_is_generated_anew_on_every_pass(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("lethal.product.KEPT", 2)
    passes: list[int] = []

    def large() -> Iterator[Row]:
        passes.append(1)
        return iter([(1,), (2,), (3,)])

    rows = list(product_rows([partial(iter, [(7,), (8,)]), large]))
    assert rows == [(7, 1), (7, 2), (7, 3), (8, 1), (8, 2), (8, 3)]
    # One pass to see that it is too large, one for each row of the first factor.
    assert len(passes) == 3
