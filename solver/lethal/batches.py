"""A list of assignments in arrays that end at a limit, and say whether they did."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from lethal.limits import Deadline, Status, TimeoutReached
from lethal.results import Listing
from lethal.window import ROWS_OF_A_BATCH, Window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lethal.columns import Columns, Type
    from lethal.numbered import Numbered


class Batches:
    """An iterator over arrays with one row for every edge and one column for every assignment.

    `status` is complete only when all were given and nothing was left out. Memory does not depend
    on how many there are.
    """

    def __init__(
        self,
        legal: Numbered,
        rows: Window | Iterator[tuple[int, ...]],
        limit: int | None = None,
        deadline: Deadline = Deadline(),  # noqa: B008 - frozen
    ) -> None:
        """Make the iterator.

        Args:
            legal: The view that the assignments are from.
            rows: A window, which is fast, or rows of amounts.
            limit: The most assignments to give.
            deadline: When to stop.
        """
        self.status: Status = Status.INTERRUPTED
        self._legal: Numbered = legal
        self._limit: int | None = limit
        self._deadline: Deadline = deadline
        self._items: Iterator[Columns] = (
            self._of_window(rows) if isinstance(rows, Window) else self._of_rows(rows)
        )

    def __iter__(self) -> Iterator[Columns]:
        return self._items

    def _of_window(self, window: Window) -> Iterator[Columns]:
        part = window if self._limit is None else window[: self._limit]
        try:
            for columns in part.to_batches():
                self._deadline.check()
                yield columns
            self.status = Status.COMPLETE if part.stop == window.stop else Status.LIMIT
        except TimeoutReached:
            self.status = Status.TIMEOUT

    def _of_rows(self, rows: Iterator[tuple[int, ...]]) -> Iterator[Columns]:
        from lethal.diagram.columns import as_columns

        dtype = type_of(self._legal)
        listing = Listing(rows, self._limit, self._deadline)
        while chunk := list(islice(listing, ROWS_OF_A_BATCH)):
            yield as_columns(iter(chunk), len(chunk), dtype)
        self.status = listing.status


def type_of(legal: Numbered) -> Type:
    """Return the integer type of a view's amounts in arrays."""
    from lethal.columns import type_for

    return type_for(max((source.amount for source in legal.sources), default=0))
