"""A run of assignments by their numbers: any of them at once, all of them as a stream."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from itertools import islice
from operator import index
from random import Random
from typing import TYPE_CHECKING, overload

from lethal_models.errors import LethalError

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pyarrow as pa

    from lethal.columns import Columns
    from lethal.numbered import Numbered
    from lethal_models import Assignment

ROWS_OF_A_BATCH = 65_536
MOST_CELLS = 2_000_000_000
"""Amounts of one array; one takes a byte unless there are large ones."""


class WindowError(LethalError, ValueError):
    """A part of the assignments that cannot be given."""

    def __init__(self, message: str) -> None:
        self.message: str = message
        super().__init__(message)

    def __str__(self) -> str:
        return self.message


class NoSuchNumberError(LethalError, IndexError):
    """A number that no assignment has."""

    def __init__(self, number: int, count: int) -> None:
        self.number: int = number
        self.count: int = count
        super().__init__(number, count)

    def __str__(self) -> str:
        numbered = f": they are numbered from 0 to {self.count - 1}" if self.count else ""
        return f"there is no assignment {self.number} of {self.count}{numbered}"


@dataclass(frozen=True, slots=True)
class Window:
    """The assignments with numbers from `start` on, up to but without `stop`.

    A window is a view: nothing is made before it is asked for, and iterating takes memory that
    does not depend on its size.
    """

    legal: Numbered
    start: int
    stop: int

    @property
    def count(self) -> int:
        """How many there are; `len` says the same as far as Python allows."""
        return max(0, self.stop - self.start)

    def __len__(self) -> int:
        return self.count

    def __bool__(self) -> bool:
        return self.count > 0

    def __iter__(self) -> Iterator[Assignment]:
        return map(self.legal.assignment, self.rows())

    def rows(self) -> Iterator[tuple[int, ...]]:
        """Yield them as rows of amounts in the order of the view's `edges`."""
        # No counter of Python's iterators goes further, nor would anybody see it get there.
        return islice(self.legal.rows(start=self.start), min(self.count, sys.maxsize))

    @overload
    def __getitem__(self, number: int) -> Assignment: ...
    @overload
    def __getitem__(self, number: slice) -> Window: ...
    def __getitem__(self, number: int | slice) -> Assignment | Window:
        if isinstance(number, slice):
            start, stop, stride = number.indices(self.count)
            if stride != 1:
                message = "a window is a run of assignments: it has no stride other than 1"
                raise WindowError(message)
            return Window(self.legal, self.start + start, self.start + max(start, stop))
        return self.legal.assignment(self.legal.product.at(self.start + self.number_of(number)))

    def number_of(self, number: int) -> int:
        """Return a number counted from the start, for one that is negative from the end.

        Raises:
            NoSuchNumberError: No assignment has it.
            TypeError: It is not a whole number.
        """
        from_start = index(number)
        from_start += self.count if from_start < 0 else 0
        if not 0 <= from_start < self.count:
            raise NoSuchNumberError(number, self.count)
        return from_start

    def shard(self, number: int, of: int) -> Window:
        """Return one of several runs, as equal as can be, that together are the whole.

        Args:
            number: Which one, from 1 on.
            of: How many there are.

        Raises:
            WindowError: There is no such one.
        """
        if not 1 <= number <= of:
            message = (
                f"there is no shard {number} of {of}: they are numbered from 1 to {max(of, 1)}"
            )
            raise WindowError(message)
        start = self.start + self.count * (number - 1) // of
        return Window(self.legal, start, self.start + self.count * number // of)

    def sample(self, number: int, seed: int | None = None) -> list[Assignment]:
        """Return assignments drawn uniformly, with replacement; the same ones for the same seed.

        Raises:
            WindowError: There is none to draw from, or no list of so many.
        """
        if not 0 <= number * len(self.legal.edges) <= MOST_CELLS:
            message = f"{number} assignments cannot be drawn at once; take them from the draws"
            raise WindowError(message)
        return list(map(self.legal.assignment, islice(self.draws(seed), number)))

    def draws(self, seed: int | None = None) -> Iterator[tuple[int, ...]]:
        """Yield rows drawn uniformly, with replacement and without end; `sample` takes the first.

        Raises:
            WindowError: There is none to draw from.
        """
        if not self.count:
            message = "there is no assignment to draw from"
            raise WindowError(message)
        random = Random(seed)  # noqa: S311 - not a secret
        at = self.legal.product.at
        while True:
            yield at(self.start + random.randrange(self.count))

    def to_numpy(self) -> Columns:
        """Return the amounts as one array.

        Returns:
            An array of the smallest integer type for the amounts (int8 up to 127) with one row
            for every edge of the view and one column for every assignment; a row is contiguous.

        Raises:
            WindowError: That is too large for memory; take `to_batches`.
        """
        if self.count * len(self.legal.edges) > MOST_CELLS:
            message = (
                f"{self.count} assignments to {len(self.legal.edges)} recipients are too many for "
                "one array; take them in batches"
            )
            raise WindowError(message)
        columns = self.legal.columns.window(self.start, self.stop)
        # What is kept to be read again must not be written to.
        return columns if columns.flags.writeable else columns.copy()

    def to_batches(self, rows: int = ROWS_OF_A_BATCH) -> Iterator[Columns]:
        """Yield the amounts as arrays of at most so many columns, which may be read-only.

        Raises:
            WindowError: A batch would have no columns, or be too large for memory.
        """
        if rows < 1:
            message = f"a batch has at least 1 assignment, not {rows}"
            raise WindowError(message)
        if min(rows, self.count) * len(self.legal.edges) > MOST_CELLS:
            message = f"{rows} assignments are too many for one batch; take smaller ones"
            raise WindowError(message)
        for start in range(self.start, self.stop, rows):
            yield self.legal.columns.window(start, min(start + rows, self.stop))

    def to_arrow_batches(self, rows: int = ROWS_OF_A_BATCH) -> Iterator[pa.RecordBatch]:
        """Yield Arrow record batches of at most so many assignments.

        A batch has one column for every edge, named like "a1:b1". pyarrow is needed:
        `pip install lethal[arrow]`.

        Raises:
            MissingExtraError: pyarrow is not installed.
            WindowError: A batch would have no assignments.
        """
        from lethal.arrow import column_names, record_batch

        names = column_names(self.legal.edges)
        return (record_batch(names, columns) for columns in self.to_batches(rows))
