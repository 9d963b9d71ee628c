"""All rows of a diagram as numpy columns, layer by layer instead of row by row.

From the last layer back, the rows from every node of a layer on are written into one array, from
that of the layer after it. When the array of the first layers would be too large, it stops
there, and windows are put together from paths to its nodes.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lethal.diagram.layers import Row
    from lethal.diagram.paths import Paths

Columns: TypeAlias = npt.NDArray[np.signedinteger]
"""One row of the array for every edge, one column for every assignment."""
Positions: TypeAlias = npt.NDArray[np.int64]

MOST_CELLS = 32_000_000
"""Amounts in the array of a layer."""


class Grid:
    """Windows of the rows of a diagram."""

    def __init__(self, paths: Paths, dtype: type[np.signedinteger]) -> None:
        self._paths: Paths = paths
        self._dtype: type[np.signedinteger] = dtype
        counts = paths.diagram.counts
        widths = [len(layer.part) for layer in paths.diagram.layers]
        last = len(widths)
        array: Columns = np.zeros((0, 1), dtype)
        starts = {0: 0}
        position = last
        while position:
            total = sum(counts[position - 1].values())
            if total * sum(widths[position - 1 :]) > MOST_CELLS:
                break
            position -= 1
            array, starts = self._before(position, array, starts)
        array.flags.writeable = False
        self._position: int = position
        self._array: Columns = array
        self._starts: dict[int, int] = starts

    def _before(
        self, position: int, later: Columns, later_starts: dict[int, int]
    ) -> tuple[Columns, dict[int, int]]:
        """Return the array of a layer, and where each of its nodes starts in it."""
        diagram = self._paths.diagram
        layer, numbers_from = diagram.layers[position], diagram.counts[position + 1]
        heads: list[Columns] = []
        froms: list[Positions] = []
        numbers: list[Positions] = []
        starts: dict[int, int] = {}
        total = 0
        low = layer.mask
        for state, number in diagram.counts[position].items():
            starts[state] = total
            total += number
            rest = state & ~low
            # Where no class leads, nothing starts and there are none.
            ends = [rest | target for target in layer.targets(state)]
            table = layer.table(state)
            classes = table.array_of_classes
            live = np.array([numbers_from.get(end, 0) for end in ends], np.int64)[classes]
            start = np.array([later_starts.get(end, 0) for end in ends], np.int64)[classes]
            kept = live > 0
            heads.append(table.array_of_rows(self._dtype)[:, kept])
            froms.append(start[kept])
            numbers.append(live[kept])
        number = np.concatenate(numbers)
        head = np.concatenate(heads, axis=1)
        source = _runs(np.concatenate(froms), number)
        width = len(head)
        array = np.empty((width + len(later), total), self._dtype)
        for k in range(width):
            array[k] = np.repeat(head[k], number)
        for k in range(len(later)):
            np.take(later[k], source, out=array[width + k], mode="clip")
        return array, starts

    def window(self, start: int, stop: int) -> Columns:
        """Return the columns of the rows from one number to another, the latter not included.

        There must be some. They are read-only where they are part of what is kept.
        """
        if self._position == 0:
            return self._array[:, start:stop]
        pieces = list(self._pieces(start, stop))
        number = np.array([piece[2] for piece in pieces], np.int64)
        head = np.array([piece[0] for piece in pieces], self._dtype).T
        source = _runs(np.array([piece[1] for piece in pieces], np.int64), number)
        array = np.empty((len(head) + len(self._array), stop - start), self._dtype)
        for k in range(len(head)):
            array[k] = np.repeat(head[k], number)
        for k in range(len(self._array)):
            np.take(self._array[k], source, out=array[len(head) + k], mode="clip")
        return array

    def _pieces(self, start: int, stop: int) -> Iterator[tuple[Row, int, int]]:
        """Yield paths to the nodes of the array, where their rows are in it, and how many."""
        left = stop - start
        counts = self._paths.diagram.counts[self._position]
        for head, state, skipped in self._paths.heads(self._position, start):
            number = min(counts[state] - skipped, left)
            yield head, self._starts[state] + skipped, number
            left -= number
            if not left:
                return


def _runs(starts: Positions, numbers: Positions) -> Positions:
    """Return start, start + 1, ... for every start, as many as its number."""
    ends = np.cumsum(numbers)
    return np.repeat(starts - ends + numbers, numbers) + np.arange(ends[-1] if len(ends) else 0)


def as_columns(rows: Iterator[Row], number: int, dtype: type[np.signedinteger]) -> Columns:
    """Return the columns of the next rows of an iterator."""
    return np.ascontiguousarray(np.array(list(islice(rows, number)), dtype).T)
