"""A bar for long work: on standard error, only on a terminal, and gone when the work is done."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from rich.progress import Progress, TaskID

Watch: TypeAlias = "Callable[[int], None]"

DELAY = 0.5
"""Seconds of work before there is a bar."""
BETWEEN = 0.1
"""Seconds between its changes."""


@contextmanager
def progress(what: str, total: int | None = None, *, shown: bool = True) -> Generator[Watch | None]:
    """Give the function to be told how far the work has come, or None where nobody would see it.

    Args:
        what: The work, in front of the number that is told.
        total: The number at the end, if that is known.
        shown: Whether there may be a bar at all.
    """
    if not (shown and sys.stderr.isatty()):
        yield None
        return
    bar = _Bar(what, total)
    try:
        yield bar.tell
    finally:
        bar.end()


class _Bar:
    """A bar that appears when the work has taken a while."""

    def __init__(self, what: str, total: int | None) -> None:
        self._what: str = what
        self._total: int | None = total
        self._next: float = time.monotonic() + DELAY
        self._drawn: tuple[Progress, TaskID] | None = None

    def tell(self, number: int) -> None:
        """Take note of how far the work has come."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + BETWEEN
        if self._drawn is None:
            self._drawn = self._start()
        bar, task = self._drawn
        # A fraction: the numbers themselves may be too large for the bar's arithmetic.
        done = number / self._total if self._total else None
        bar.update(task, completed=done, number=f"{number:,}")

    def end(self) -> None:
        """Remove the bar."""
        if self._drawn:
            self._drawn[0].stop()

    def _start(self) -> tuple[Progress, TaskID]:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        bar = Progress(
            TextColumn(self._what),
            TextColumn("{task.fields[number]}"),
            BarColumn(),
            TimeElapsedColumn(),
            console=Console(file=sys.stderr),
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        bar.start()
        return bar, bar.add_task("", total=1.0 if self._total else None, number="")
