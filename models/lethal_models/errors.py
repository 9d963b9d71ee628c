"""Errors that a user can cause, each with one clear sentence.

Every class takes the facts and composes the sentence, so that all messages of one kind
read alike. `LethalError` is the one to catch.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lethal_models.events import Event

Path: TypeAlias = tuple[str | int, ...]
"""Where in a board something is: `("attackers", 0, "blocked_by", 1)`."""


_SHOWN = 60
_LONGEST_WORD = 200
_LONGEST_MESSAGE = 1_000


def _shortened(text: str, longest: int = _LONGEST_MESSAGE) -> str:
    return text if len(text) <= longest else f"{text[:longest]}…"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return `; did you mean 'x'?` for the known word nearest to `word`, or nothing.

    >>> did_you_mean("trampel", ["trample", "reach"])
    "; did you mean 'trample'?"
    """
    near = (
        get_close_matches(word, list(known), n=1, cutoff=0.6) if len(word) <= _LONGEST_WORD else []
    )
    return f"; did you mean {near[0]!r}?" if near else ""


class LethalError(Exception):
    """Base of every error that this package raises on purpose."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a board: where, and what to do about it.

    `line` and `column` count from 1 and are 0 when the board did not come from a text.
    `of_key` is true when the key itself is wrong rather than its value.
    """

    path: Path
    message: str
    of_key: bool = False
    line: int = 0
    column: int = 0

    def at(self, line: int, column: int) -> Problem:
        """Return the same problem, placed in a text."""
        return replace(self, line=line, column=column)

    def __str__(self) -> str:
        if self.line:
            return f"{self.line}:{self.column}: {_shortened(self.message)}"
        where = "".join(
            f"[{part}]" if isinstance(part, int) else f".{part}" for part in self.path
        ).lstrip(".")
        message = _shortened(self.message)
        return f"{where}: {message}" if where else message


class BoardError(LethalError, ValueError):
    """A board that is not well formed; `problems` has everything that is wrong with it."""

    def __init__(self, problems: Sequence[Problem], source: str = "") -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        self.source: str = source
        super().__init__(self.problems, source)

    def __str__(self) -> str:
        prefix = "" if not self.source else f"{self.source}:"
        return "\n".join(
            f"{prefix}{problem}" if problem.line or not prefix else f"{prefix} {problem}"
            for problem in self.problems
        )


class TextError(LethalError, ValueError):
    """A text that is not what it should be, with the place where reading stopped.

    `kind` names the language of the text: "notation", "assignment", "wish".
    """

    def __init__(self, kind: str, text: str, position: int, message: str) -> None:
        self.kind: str = kind
        self.text: str = text
        self.position: int = position
        self.message: str = message
        super().__init__(kind, text, position, message)

    def __str__(self) -> str:
        shown = _shortened(self.text, _SHOWN)
        return f"{self.kind} {shown!r}, character {self.position + 1}: {self.message}"


class UnsayableError(LethalError, ValueError):
    """A combat that the one-line notation has no words for."""

    def __init__(self, reason: str) -> None:
        self.reason: str = reason
        super().__init__(reason)

    def __str__(self) -> str:
        return f"the one-line notation cannot say this combat: {self.reason}; use a board file"


class UnknownRulesError(LethalError, ValueError):
    """Rules that are neither the name of an era nor a date that has rules."""

    def __init__(self, text: str, names: Sequence[str], reason: str = "") -> None:
        self.text: str = text
        self.reason: str = reason
        self.names: tuple[str, ...] = tuple(names)
        super().__init__(text, self.names, reason)

    def __str__(self) -> str:
        if self.reason:
            return f"no rules for {self.text!r}: {self.reason}"
        return (
            f"unknown rules {self.text!r}: give a date from 1999-04-23 on (YYYY-MM-DD) or one of "
            f"{', '.join(self.names)}{did_you_mean(self.text, self.names)}"
        )


class EventError(LethalError, ValueError):
    """An event that is impossible when it should happen."""

    def __init__(self, event: Event, message: str) -> None:
        self.event: Event = event
        self.message: str = message
        super().__init__(event, message)

    def __str__(self) -> str:
        where = f"{self.event.where}: " if self.event.where else ""
        return (
            f"{where}the event {self.event.do.value!r} at {self.event.at.value!r}: {self.message}"
        )


class StepError(LethalError, ValueError):
    """A damage step, or a player's part of it, that this combat does not have."""
