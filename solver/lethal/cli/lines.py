"""Writing a list line by line, with a count that is right whenever Ctrl-C arrives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TextIO, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lethal.cli.progress import Watch
    from lethal.limits import Status
    from lethal.results import Listing

Item = TypeVar("Item")


class Lines(Generic[Item]):
    """The lines of a list; `number` is how many of them were written."""

    def __init__(self, listing: Listing[Item], text: Callable[[Item, int], str]) -> None:
        """Make the lines.

        Args:
            listing: The list.
            text: An item, and how many came before it, to its line.
        """
        self.number: int = 0
        self._listing: Listing[Item] = listing
        self._text: Callable[[Item, int], str] = text

    @property
    def status(self) -> Status:
        """Why the listing ended."""
        return self._listing.status

    def write(self, file: TextIO, *, at_once: bool = False, watch: Watch | None = None) -> None:
        """Write the lines.

        Args:
            file: Where to.
            at_once: Let a reader have each as soon as it is known.
            watch: Is told again and again how many were written.
        """
        file.writelines(self._lines(file, watch, at_once=at_once))

    def _lines(self, file: TextIO, watch: Watch | None, *, at_once: bool) -> Iterator[str]:
        for item in self._listing:
            line = self._text(item, self.number)
            try:
                yield line
            except KeyboardInterrupt:
                # It arrived after the line was written, when the next one was asked for.
                self.number += 1
                raise
            self.number += 1
            if at_once:
                file.flush()
            if watch:
                watch(self.number)
