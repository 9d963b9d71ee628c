"""The lazy product of independent sets of rows, in lexicographic order."""

from __future__ import annotations

from itertools import chain, islice, product, repeat
from math import prod
from operator import add
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lethal.indexed import Indexed

Row: TypeAlias = tuple[int, ...]

BLOCK = 200_000
"""Factors are multiplied out in advance up to this many amounts."""


class Factor(Protocol):
    """Rows in lexicographic order."""

    @property
    def count(self) -> int | None:
        """How many rows there are, where that is known."""
        ...

    def rows(self, start: int = 0) -> Iterator[Row]:
        """Start a pass over the rows, from a number on."""
        ...


def product_rows(factors: Sequence[Factor], start: int = 0) -> Iterator[Row]:
    """Yield the concatenations of one row of every factor, the last factor fastest.

    The last factors are multiplied out once, as long as they are small; then a row costs one
    concatenation. Memory stays bounded: the others are passed over again and again.

    Args:
        factors: The factors.
        start: The number of the first row.
    """
    block, outer = _block(factors)
    sizes = [factor.count for factor in outer[1:]]
    known = [size for size in sizes if size is not None]
    if not block or 0 in known:
        return iter(())
    if not outer:
        return iter(block[start:])
    if len(outer) == 1 and block == [()]:
        return outer[0].rows(start)
    if len(known) < len(sizes):
        return islice(_joined(outer, [0] * len(outer), block, 0), start, None)
    number, skipped = divmod(start, len(block))
    digits: list[int] = []
    for size in reversed(known):
        number, digit = divmod(number, size)
        digits.append(digit)
    return _joined(outer, [number, *reversed(digits)], block, skipped)


def _block(factors: Sequence[Factor]) -> tuple[list[Row], Sequence[Factor]]:
    """Multiply out the last factors; return their rows and the other factors."""
    block: list[Row] = [()]
    left = len(factors)
    while left and block:
        size = factors[left - 1].count
        if size is None or size * len(block) > BLOCK:
            break
        rows = factors[left - 1].rows()
        first = next(rows, None)
        # Whether it is small is known from one row: listing what is not kept would take long.
        if first is not None and size * len(block) * len(first + block[0]) > BLOCK:
            break
        heads = [] if first is None else [first, *rows]
        block = heads if block == [()] else [head + tail for head, tail in product(heads, block)]
        left -= 1
    return block, factors[:left]


def _joined(
    factors: Sequence[Factor], digits: Sequence[int], block: list[Row], skipped: int
) -> Iterator[Row]:
    """Yield the product of factors and a block; asking for runs of rows is what makes it quick."""
    return chain.from_iterable(_turn(factors, digits, block, skipped))


def _turn(
    factors: Sequence[Factor], digits: Sequence[int], block: list[Row], skipped: int
) -> Iterator[Iterator[Row]]:
    """Yield the product of factors and a block, run by run.

    It goes like an odometer, whose last wheel is the block.

    Args:
        factors: The wheels, at least one.
        digits: Where each of them stands at first.
        block: The rows of the last wheel.
        skipped: How many of these are left out at first.
    """
    last = len(factors) - 1
    wheels = [factors[0].rows(digits[0])]
    prefixes: list[Row] = [()]
    first = True
    while wheels:
        head = next(wheels[-1], None)
        if head is None:
            wheels.pop()
            prefixes.pop()
            first = False
            continue
        prefix = prefixes[-1] + head
        if len(wheels) <= last:
            wheels.append(factors[len(wheels)].rows(digits[len(wheels)] if first else 0))
            prefixes.append(prefix)
        else:
            yield map(add, repeat(prefix), block[skipped:] if skipped else block)
            skipped = 0
            first = False


class Product:
    """The product of indexed sets of rows: indexed itself, and never made."""

    def __init__(self, factors: Sequence[Indexed]) -> None:
        self.factors: tuple[Indexed, ...] = tuple(factors)
        self.count: int = prod(factor.count for factor in factors)

    def at(self, number: int) -> Row:
        """Return the row with a number, in O(factors) divisions of numbers of that size.

        Raises:
            IndexError: There is none.
        """
        if not 0 <= number < self.count:
            raise IndexError(number)
        parts: list[Row] = []
        for factor in reversed(self.factors):
            number, own = divmod(number, factor.count)
            parts.append(factor.at(own))
        return tuple([amount for part in reversed(parts) for amount in part])

    def index(self, rows: Sequence[Row]) -> int | None:
        """Return the number of the row that has one row of every factor, or None."""
        number = 0
        for factor, row in zip(self.factors, rows, strict=True):
            own = factor.index(row)
            if own is None:
                return None
            number = number * factor.count + own
        return number

    def rows(self, start: int = 0) -> Iterator[Row]:
        """Yield the rows from a number on."""
        return product_rows(self.factors, start)
