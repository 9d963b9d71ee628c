"""Windows of a product of components as numpy columns, with little work a row.

Trailing factors that are small together are multiplied out once, as a block. A window is then
that block again and again, and the rows of the other factors, each repeated over a block.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from lethal.diagram.columns import Grid, as_columns
from lethal.diagram.paths import Paths

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lethal.indexed import Indexed

Columns: TypeAlias = npt.NDArray[np.signedinteger]
Type: TypeAlias = type[np.signedinteger]

BLOCK = 65_536
"""Rows up to which factors are multiplied out."""
MOST_CELLS = 32_000_000
"""Amounts of a single factor that are kept."""


def type_for(largest: int) -> Type:
    """Return the smallest integer type for amounts up to one.

    Raises:
        OverflowError: There is none.
    """
    for dtype in (np.int8, np.int16, np.int32, np.int64):
        if largest <= np.iinfo(dtype).max:
            return dtype
    message = f"amounts up to {largest} are too large for columns"
    raise OverflowError(message)


class ProductColumns:
    """Windows of a product of indexed sets of rows."""

    def __init__(self, factors: Sequence[Indexed], dtype: Type) -> None:
        """Make the reader; nothing is multiplied out before a window is asked for.

        Args:
            factors: The factors.
            dtype: The type of an amount.
        """
        self._factors: tuple[Indexed, ...] = tuple(factors)
        self._dtype: Type = dtype
        self._counts: list[int] = [factor.count for factor in factors]
        self._tables: dict[int, Columns] = {}
        self._grids: dict[int, Grid] = {}
        self._blocks: dict[tuple[int, int], Columns] = {}

    def window(self, start: int, stop: int) -> Columns:
        """Return the columns of the rows from one number to another, the latter not included.

        Returns:
            An array with one row for every edge; each is contiguous in memory. It is read-only
            where it is part of what is kept.
        """
        if start >= stop:
            width = sum(len(factor.at(0)) for factor in self._factors)
            return np.zeros((width, 0), self._dtype)
        return self._window(len(self._factors), start, stop)

    def _window(self, number: int, start: int, stop: int) -> Columns:
        """Return a window of the product of the first factors."""
        if number == 0:
            return np.zeros((0, stop - start), self._dtype)
        if number == 1:
            return self._factor(0, start, stop)
        first = self._first_of_block(number)
        size = prod(self._counts[first:number])
        if first == 0:
            return self._block(0, number)[:, start:stop]
        heads = self._window(first, start // size, -(-stop // size))
        if size > BLOCK:
            return self._in_parts(heads, number - 1, start, stop)
        block = self._block(first, number)
        array = np.empty((len(heads) + len(block), heads.shape[1], size), self._dtype)
        # Filling stretches of memory is faster than broadcasting numbers into them.
        for column, numbers in zip(array, heads.tolist(), strict=False):
            for stretch, amount in zip(column, numbers, strict=True):
                stretch.fill(amount)
        array[len(heads) :] = block[:, None, :]
        skipped = start % size
        return array.reshape(len(array), -1)[:, skipped : skipped + stop - start]

    def _in_parts(self, heads: Columns, last: int, start: int, stop: int) -> Columns:
        """Return a window whose last factor is too large for a block."""
        size = self._counts[last]
        parts: list[Columns] = []
        for head in heads.T:
            until = min(stop, start - start % size + size)
            tails = self._factor(last, start % size, start % size + until - start)
            array = np.empty((len(heads) + len(tails), until - start), self._dtype)
            array[: len(heads)] = head[:, None]
            array[len(heads) :] = tails
            parts.append(array)
            start = until
        return parts[0] if len(parts) == 1 else np.concatenate(parts, axis=1)

    def _first_of_block(self, number: int) -> int:
        """Return where the block starts that ends with the last of the first factors."""
        first, size = number - 1, self._counts[number - 1]
        while first and size * self._counts[first - 1] <= BLOCK:
            first -= 1
            size *= self._counts[first]
        return first

    def _block(self, first: int, last: int) -> Columns:
        block = self._blocks.get((first, last))
        if block is None:
            block = self._factor(first, 0, self._counts[first])
            for k in range(first + 1, last):
                more = self._factor(k, 0, self._counts[k])
                longer = np.empty(
                    (len(block) + len(more), block.shape[1], more.shape[1]), block.dtype
                )
                longer[: len(block)] = block[:, :, None]
                longer[len(block) :] = more[:, None, :]
                block = longer.reshape(len(longer), -1)
            self._blocks[first, last] = block
            block.flags.writeable = False
        return block

    def _factor(self, number: int, start: int, stop: int) -> Columns:
        """Return a window of one factor."""
        factor = self._factors[number]
        if isinstance(factor, Paths):
            if number not in self._grids:
                self._grids[number] = Grid(factor, self._dtype)
            return self._grids[number].window(start, stop)
        table = self._tables.get(number)
        if table is not None:
            return table[:, start:stop]
        if factor.count * len(factor.at(0)) > MOST_CELLS:
            return as_columns(factor.rows(start), stop - start, self._dtype)
        table = self._tables[number] = as_columns(factor.rows(), factor.count, self._dtype)
        table.flags.writeable = False
        return table[:, start:stop]
