"""Limits on work, and whether an answer is complete."""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import StrEnum


class Status(StrEnum):
    """Whether a result is all there is, and if not, what ended the work."""

    COMPLETE = "complete"
    LIMIT = "limit"
    TIMEOUT = "timeout"
    INTERRUPTED = "interrupted"


class TimeoutReached(Exception):  # noqa: N818 - control flow between engine and view, not an error
    """Raised by an engine when its deadline has passed; no result is lost by it."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment at which work must stop; `end` is on the clock of `time.monotonic`."""

    end: float = float("inf")

    @classmethod
    def after(cls, seconds: float | None) -> Deadline:
        """Return the deadline `seconds` from now; None means never."""
        return cls() if seconds is None else cls(time.monotonic() + seconds)

    @property
    def seconds(self) -> float:
        """The time that is left; infinite without a limit, never below 0."""
        return max(0.0, self.end - time.monotonic())

    def check(self) -> None:
        """Raise `TimeoutReached` once the moment has passed."""
        if time.monotonic() >= self.end:
            raise TimeoutReached
