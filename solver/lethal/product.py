"""The lazy product of independent lists of rows, in lexicographic order."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Row: TypeAlias = tuple[int, ...]
Rows: TypeAlias = "Callable[[], Iterator[Row]]"
"""Starts a new pass over the rows of one factor."""

BLOCK = 100_000
"""Factors are multiplied out in advance up to this many amounts."""
KEPT = 10_000_000
"""Amounts that are kept in memory, of the rows of all factors together."""


def product_rows(factors: Sequence[Rows]) -> Iterator[Row]:
    """Yield the concatenations of one row of every factor, the last factor fastest.

    Small neighbours are multiplied out once; then a row costs one concatenation. Memory stays
    bounded: factors that are too large to keep are generated anew on every pass.
    """
    blocks: list[list[Row]] = []
    kept = 0
    # From the right, where a factor is passed over most often.
    for position in reversed(range(1, len(factors))):
        rows = list(_within(factors[position](), KEPT - kept))
        kept += sum(map(len, rows))
        if kept > KEPT:
            yield from _nested(factors[: position + 1], blocks)
            return
        if blocks and _cells(rows, blocks[0]) <= BLOCK:
            blocks[0] = [head + tail for head, tail in product(rows, blocks[0])]
        else:
            blocks.insert(0, rows)
    yield from _nested(factors[:1], blocks)


def _within(rows: Iterator[Row], amounts: int) -> Iterator[Row]:
    """Yield rows up to the first one that goes beyond a number of amounts."""
    for row in rows:
        yield row
        amounts -= len(row)
        if amounts < 0:
            return


def _cells(one: list[Row], other: list[Row]) -> int:
    """Return how many amounts the product of two lists of rows has."""
    if not one or not other:
        return 0
    return len(one) * len(other) * (len(one[0]) + len(other[0]))


def _nested(factors: Sequence[Rows], blocks: Sequence[list[Row]]) -> Iterator[Row]:
    """Yield the product of factors and blocks like an odometer, whose last wheel is a loop."""

    def turn(wheel: int) -> Iterator[Row]:
        return factors[wheel]() if wheel < len(factors) else iter(blocks[wheel - len(factors)])

    last = len(factors) + len(blocks) - 1
    if last < 0:
        yield ()
        return
    wheels = [turn(0)]
    prefixes: list[Row] = [()]
    while wheels:
        if len(wheels) - 1 == last:
            prefix = prefixes[-1]
            for row in wheels[-1]:
                yield prefix + row
        elif (head := next(wheels[-1], None)) is not None:
            prefixes.append(prefixes[-1] + head)
            wheels.append(turn(len(wheels)))
            continue
        wheels.pop()
        prefixes.pop()
