"""Limits on work, and whether an answer is complete."""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import StrEnum

from lethal_models.errors import LethalError


class Status(StrEnum):
    """Whether a result is all there is, and if not, what ended the work."""

    COMPLETE = "complete"
    LIMIT = "limit"
    TIMEOUT = "timeout"
    INTERRUPTED = "interrupted"


class TimeoutReached(LethalError):  # noqa: N818 - what happened, rather than what is wrong
    """Raised when a deadline has passed; whatever was found before it has been given."""

    def __str__(self) -> str:
        return "the time limit ended the work before there was an answer"


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
