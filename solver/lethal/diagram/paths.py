"""Reading the assignments of a diagram in order: any one of them, all of them, or from one on.

Assignments are the paths of the diagram, in lexicographic order of their rows. At a node, the
divisions that lead somewhere carry the number of assignments behind them; their running sums
say where the assignment of a given number goes on.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import accumulate, chain, compress, repeat
from operator import add
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lethal.diagram.build import Diagram
    from lethal.diagram.layers import Row

MOST_TAILS = 4_096
"""Assignments from a node on that are listed at once."""
MOST_KEPT = 200_000
"""Of these lists' rows, together, that are kept."""

MOST_DEEP = 100
"""Calls of `Paths.tails` within each other."""


class Arcs(NamedTuple):
    """The arcs of a node, one for every division that leads somewhere.

    Attributes:
        rows: The divisions, in lexicographic order.
        ends: The states that they lead to.
        sums: The number of assignments up to each, itself included.
    """

    rows: list[Row]
    ends: list[int]
    sums: list[int]


class Paths:
    """The rows of a diagram's assignments, in lexicographic order."""

    def __init__(self, diagram: Diagram) -> None:
        self.diagram: Diagram = diagram
        self.count: int = diagram.count
        self._arcs: list[dict[int, Arcs]] = [{} for _ in diagram.layers]
        self._tails: dict[tuple[int, int], list[Row]] = {}
        self._kept: int = 0
        # Lists of lists go deeper by so many layers at once: the stack is only so high.
        self._stride: int = 1 + len(diagram.layers) // MOST_DEEP

    def arcs(self, position: int, state: int) -> Arcs:
        """Return the arcs of a node, found once: O(divisions of its source)."""
        arcs = self._arcs[position].get(state)
        if arcs is None:
            arcs = self._arcs[position][state] = self._find_arcs(position, state)
        return arcs

    def _find_arcs(self, position: int, state: int) -> Arcs:
        layer = self.diagram.layers[position]
        table = layer.table(state)
        later = self.diagram.counts[position + 1]
        rest = state & ~layer.mask
        # A dead end is no state at all.
        ends_of = [rest | target for target in layer.targets(state)]
        numbers_of = [later.get(end, 0) for end in ends_of]
        numbers = [numbers_of[k] for k in table.classes]
        ends = compress([ends_of[k] for k in table.classes], numbers)
        rows = compress(table.rows, numbers)
        return Arcs(list(rows), list(ends), list(accumulate(filter(None, numbers))))

    def at(self, number: int) -> Row:
        """Return the row with a number from 0 on, in O(sources x log divisions).

        Raises:
            IndexError: There are not so many.
        """
        if not 0 <= number < self.count:
            raise IndexError(number)
        row: Row = ()
        state = 0
        for position in range(len(self.diagram.layers)):
            rows, ends, sums = self.arcs(position, state)
            k = bisect_right(sums, number)
            if k:
                number -= sums[k - 1]
            row += rows[k]
            state = ends[k]
        return row

    def index(self, row: Sequence[int]) -> int | None:
        """Return the number of a row, or None for one that is not among them."""
        number = start = state = 0
        for position, layer in enumerate(self.diagram.layers):
            rows, ends, sums = self.arcs(position, state)
            stop = start + len(layer.part)
            own = tuple(row[start:stop])
            k = bisect_left(rows, own)
            if k == len(rows) or rows[k] != own:
                return None
            number += sums[k - 1] if k else 0
            state = ends[k]
            start = stop
        return number if start == len(row) else None

    def rows(self, start: int = 0) -> Iterator[Row]:
        """Yield the rows from a number on."""
        return chain.from_iterable(self._runs(start))

    def _runs(self, start: int) -> Iterator[Iterator[Row]]:
        """Yield the rows from a number on, those with a beginning in common together."""
        for head, position, state, skipped in self._heads(start, self.tails):
            tails = self.tails(position, state) or []
            yield map(add, repeat(head), tails[skipped:] if skipped else tails)

    def heads(self, last: int, start: int = 0) -> Iterator[tuple[Row, int, int]]:
        """Yield the beginnings of rows up to a layer, in order.

        Args:
            last: The layer.
            start: The number of the first row.

        Yields:
            The amounts before that layer, the state there, and for the first one how many of the
            rows from there on come before the start.
        """
        for head, _, state, skipped in self._heads(start, lambda position, _: position == last):
            yield head, state, skipped

    def _heads(
        self, start: int, is_end: Callable[[int, int], object]
    ) -> Iterator[tuple[Row, int, int, int]]:
        """Yield the beginnings of rows, up to the first node of each that is an end."""
        if start >= self.count:
            return
        prefixes: list[Row] = [()]
        wheels: list[Iterator[tuple[Row, int]]] = []
        prefix: Row = ()
        state = 0
        while True:
            position = len(wheels)
            if is_end(position, state):
                yield prefix, position, state, start
                start = 0
            else:
                rows, ends, sums = self.arcs(position, state)
                k = bisect_right(sums, start)
                start -= sums[k - 1] if k else 0
                wheels.append(zip(rows[k:], ends[k:], strict=True))
                prefixes.append(prefix)
            while (following := next(wheels[-1], None) if wheels else None) is None:
                if not wheels:
                    return
                wheels.pop()
                prefixes.pop()
            prefix, state = prefixes[-1] + following[0], following[1]

    def tails(self, position: int, state: int) -> list[Row] | None:
        """Return the rows from a node on, or None when there are many."""
        counts = self.diagram.counts[position]
        number = counts[state]
        if number > MOST_TAILS:
            return None
        kept = self._tails.get((position, state))
        if kept is None:
            if self._kept + number > MOST_KEPT:
                self._tails.clear()
                self._kept = 0
            kept = self._tails[position, state] = self._list_tails(position, state)
            self._kept += number
        return kept

    def _list_tails(self, position: int, state: int) -> list[Row]:
        """List the rows from a node on, from the lists of the nodes a few layers further."""
        stop = min(position + self._stride, len(self.diagram.layers))
        partial: list[tuple[Row, int]] = [((), state)]
        for here in range(position, stop):
            longer: list[tuple[Row, int]] = []
            for head, at in partial:
                rows, ends, _ = self.arcs(here, at)
                longer += zip(map(add, repeat(head), rows), ends, strict=True)
            partial = longer
        if stop == len(self.diagram.layers):
            return [row for row, _ in partial]
        found: list[Row] = []
        for head, at in partial:
            found += map(add, repeat(head), self.tails(stop, at) or ())
        return found
