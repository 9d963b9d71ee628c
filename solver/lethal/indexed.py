"""Ordered sets of rows that know their size and can be entered anywhere."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Protocol, TypeAlias

from lethal.divisions import at, index

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lethal.divisions import Choice, Division

Row: TypeAlias = tuple[int, ...]

MOST_LISTED = 4_096
"""Divisions of one source that are listed rather than found by a formula."""


class Indexed(Protocol):
    """Rows in lexicographic order, numbered from 0 on."""

    @property
    def count(self) -> int:
        """How many there are."""
        ...

    def at(self, number: int) -> Row:
        """Return the row with a number; raise `IndexError` when there is none."""
        ...

    def index(self, row: Sequence[int]) -> int | None:
        """Return the number of a row, or None for one that is not among them."""
        ...

    def rows(self, start: int = 0) -> Iterator[Row]:
        """Yield the rows from a number on."""
        ...


class Listed:
    """Rows in a list."""

    def __init__(self, rows: Iterator[Row]) -> None:
        self._rows: list[Row] = list(rows)
        self.count: int = len(self._rows)

    def at(self, number: int) -> Row:
        """Return the row with a number; raise `IndexError` when there is none."""
        if number < 0:
            raise IndexError(number)
        return self._rows[number]

    def index(self, row: Sequence[int]) -> int | None:
        """Return the number of a row, or None for one that is not among them."""
        number = bisect_left(self._rows, tuple(row))
        return number if self._rows[number : number + 1] == [tuple(row)] else None

    def rows(self, start: int = 0) -> Iterator[Row]:
        """Yield the rows from a number on."""
        return iter(self._rows[start:] if start else self._rows)


class Divided:
    """The divisions of one source, by formula: nothing is listed."""

    def __init__(self, divisions: Division | Choice) -> None:
        self._divisions: Division | Choice = divisions
        self.count: int = divisions.count()

    def at(self, number: int) -> Row:
        """Return the row with a number; raise `IndexError` when there is none."""
        return at(self._divisions, number)

    def index(self, row: Sequence[int]) -> int | None:
        """Return the number of a row, or None for one that is not among them."""
        return index(self._divisions, row)

    def rows(self, start: int = 0) -> Iterator[Row]:
        """Yield the rows from a number on."""
        if start >= self.count:
            return iter(())
        return self._divisions.rows(self.at(start) if start else ())


def divided(divisions: Division | Choice) -> Indexed:
    """Return the divisions of one source, listed where they are few."""
    return Listed(divisions.rows()) if divisions.count() <= MOST_LISTED else Divided(divisions)
