"""Suites of positions with known numbers, by which engines check each other.

One position a line, in one-line notation, then fields:

    20:6/6Tx2/2+3/3 ; id two blockers ; assignments 8 ; outcomes 4
    m12:20:4/3x2/3+1/1 ; id in order ; assignments 2 ; by active

`id` and `assignments` are required; `outcomes` is the number of results of the whole combat; `by`
is a player or both, active if left out; `step` is first or regular. Empty lines and lines that
start with # are skipped.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lethal.damage_assignments import Assignments
from lethal.reachable import Outcomes
from lethal_models.errors import LethalError, did_you_mean
from lethal_models.notation import parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lethal_models import WhichStep

FIELDS = ("id", "assignments", "outcomes", "by", "step")
_NUMBER = re.compile(r"[0-9]{1,4000}")
LARGEST_SUITE = 10_000_000
"""Bytes of a suite."""


class SuiteError(LethalError, ValueError):
    """A suite, or a line of one, that cannot be read; `line` 0 means the whole suite."""

    def __init__(self, file: str, line: int, message: str) -> None:
        self.file: str = file
        self.line: int = line
        self.message: str = message
        super().__init__(file, line, message)

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        return f"{where}: {self.message}"


@dataclass(frozen=True, slots=True)
class Position:
    """One line of a suite."""

    line: int
    id: str
    notation: str
    assignments: int
    by: str
    step: WhichStep | None
    outcomes: int | None = None

    def count(self) -> int:
        """Return the number of assignments that this program finds."""
        return Assignments(self.notation, self.by, self.step).count()

    def count_outcomes(self) -> int:
        """Return the number of results of the whole combat that this program finds."""
        return sum(1 for _ in Outcomes(self.notation))


def read_suite(text: str, file: str) -> Iterator[Position]:
    """Yield the positions of a suite.

    Args:
        text: The suite.
        file: What errors call it.

    Raises:
        SuiteError: A line is not a position; says what is wrong with it.
    """
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            continue
        try:
            yield _position(stripped, number)
        except (LethalError, ValueError) as error:
            raise SuiteError(file, number, str(error)) from None


def _position(line: str, number: int) -> Position:
    notation, *written = (part.strip() for part in line.split(";"))
    parse(notation)
    fields: dict[str, str] = {}
    for name, value in map(_field, filter(None, written)):
        if name in fields:
            message = f"the field {name!r} is given twice"
            raise ValueError(message)
        fields[name] = value
    for required in ("id", "assignments"):
        if required not in fields:
            message = f"the field {required!r} is missing: NOTATION ; id NAME ; assignments N"
            raise ValueError(message)
    for name in ("assignments", "outcomes"):
        if name in fields and not _NUMBER.fullmatch(fields[name]):
            message = f"{name} is a number, not {fields[name]!r}"
            raise ValueError(message)
    step: WhichStep | None = None
    if "step" in fields:
        if fields["step"] not in {"first", "regular"}:
            message = f"step is first or regular, not {fields['step']!r}"
            raise ValueError(message)
        step = "first" if fields["step"] == "first" else "regular"
    by = fields.get("by", "active")
    outcomes = int(fields["outcomes"]) if "outcomes" in fields else None
    assignments = int(fields["assignments"])
    position = Position(number, fields["id"], notation, assignments, by, step, outcomes)
    Assignments(notation, by, step)
    return position


def _field(text: str) -> tuple[str, str]:
    name, value = (*text.split(maxsplit=1), "")[:2]
    if name not in FIELDS:
        message = (
            f"unknown field {name!r}{did_you_mean(name, FIELDS)}; there are {', '.join(FIELDS)}"
        )
        raise ValueError(message)
    return name, value
