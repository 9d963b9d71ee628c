"""The legal assignments of a view in order: as a stream, and by their numbers."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias, overload

from lethal.limits import Deadline
from lethal.product import Product, product_rows
from lethal.results import NotNumberedError
from lethal.view import View
from lethal.window import ROWS_OF_A_BATCH, Window
from lethal_models import Assignment

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import pyarrow as pa

    from lethal.columns import Columns, ProductColumns
    from lethal.indexed import Indexed
    from lethal.orbits import Orbits

AssignmentLike: TypeAlias = "str | Assignment | Mapping[str, Mapping[str, int]]"
"""An assignment, its text, or its amounts by source and recipient."""


class Numbered(View):
    """The legal assignments of a view, in canonical order and with numbers from 0 on."""

    def rows(self, deadline: Deadline | None = None, start: int = 0) -> Iterator[tuple[int, ...]]:
        """Yield every assignment as a row of amounts in the order of `edges`.

        Args:
            deadline: When to stop.
            start: The number of the first row.

        Raises:
            TooWideError: The engine "diagram" would need a diagram that is too large.
            TimeoutReached: The deadline passed; every row before it was yielded.
        """
        until = deadline or Deadline()
        # Diagrams are built when the first row is asked for, as part of the pass.
        yield from product_rows([component.factor(until) for component in self.components], start)

    def __iter__(self) -> Iterator[Assignment]:
        return map(self.assignment, self.rows())

    @cached_property
    def product(self) -> Product:
        """The assignments by their numbers.

        Raises:
            NotNumberedError: Only CP-SAT can list some of them.
        """
        factors: list[Indexed] = []
        for component in self.components:
            indexed = component.indexed(Deadline())
            if indexed is None:
                names = [self.step.labels[source.id] for source in component.sources]
                raise NotNumberedError(names, self.engine)
            factors.append(indexed)
        return Product(factors)

    @cached_property
    def columns(self) -> ProductColumns:
        """The assignments by their numbers, as numpy columns."""
        from lethal.columns import ProductColumns, type_for

        largest = max((source.amount for source in self.sources), default=0)
        return ProductColumns(self.product.factors, type_for(largest))

    def numbered(self, deadline: Deadline) -> Window | None:
        """Return all assignments as a window, or None where only CP-SAT can list some of them.

        Raises:
            TooWideError: A diagram would be too large, and no other engine is allowed.
            TimeoutReached: The deadline passed before the diagrams were built.
        """
        missing = any(component.indexed(deadline) is None for component in self.components)
        return None if missing else self.all

    @property
    def all(self) -> Window:
        """All assignments as a window: to take parts of, to sample, to export."""
        return Window(self, 0, self.product.count)

    @overload
    def __getitem__(self, number: int) -> Assignment: ...
    @overload
    def __getitem__(self, number: slice) -> Window: ...
    def __getitem__(self, number: int | slice) -> Assignment | Window:
        """Return the assignment with a number, or a window of them.

        Raises:
            IndexError: There are not so many.
            NotNumberedError: Only CP-SAT can list some of them.
        """
        return self.all[number]

    def index(self, assignment: AssignmentLike) -> int:
        """Return the number of an assignment, in O(edges x log divisions).

        Raises:
            ValueError: It is not legal.
            NotNumberedError: Only CP-SAT can list some of them.
        """
        read = as_assignment(assignment)
        given = dict(read.items())
        rows = [tuple(given.pop(e, 0) for e in c.edges) for c in self.components]
        number = None if given else self.product.index(rows)
        if number is None:
            message = f"{read} is not a legal assignment here"
            raise ValueError(message)
        return number

    def shard(self, number: int, of: int) -> Window:
        """Return one of several runs that together are all assignments; see `Window.shard`."""
        return self.all.shard(number, of)

    def sample(self, number: int, seed: int | None = None) -> list[Assignment]:
        """Return assignments drawn uniformly, with replacement; see `Window.sample`."""
        return self.all.sample(number, seed)

    def to_numpy(self) -> Columns:
        """Return all amounts as one array, a row for every edge; see `Window.to_numpy`."""
        return self.all.to_numpy()

    def to_batches(self, rows: int = ROWS_OF_A_BATCH) -> Iterator[Columns]:
        """Yield all amounts as arrays of at most so many columns; see `Window.to_batches`."""
        return self.all.to_batches(rows)

    def to_arrow_batches(self, rows: int = ROWS_OF_A_BATCH) -> Iterator[pa.RecordBatch]:
        """Yield all amounts as Arrow record batches; see `Window.to_arrow_batches`."""
        return self.all.to_arrow_batches(rows)

    def orbits(self) -> Orbits:
        """Return the assignments up to symmetry: identical creatures are interchangeable."""
        from lethal.orbits import Orbits

        return Orbits(self)


def as_assignment(value: AssignmentLike) -> Assignment:
    """Return an assignment from any form it comes in."""
    if isinstance(value, str):
        return Assignment.parse(value)
    return value if isinstance(value, Assignment) else Assignment.of(value)
