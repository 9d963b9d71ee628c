"""Verifying answers by other means than those that found them.

A count is counted again by the other engine; assignments are held against the rules, which know
no engine. What comes out differently is a defect of the program.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING

from lethal.counting import count_within
from lethal.diagram.build import TooWideError
from lethal.limits import Status
from lethal.objective import as_objective
from lethal.results import TooManyError
from lethal_models.errors import LethalError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lethal.components import Component, Engine
    from lethal.damage_assignments import Assignments
    from lethal.objective import ObjectiveLike
    from lethal.results import Best, Count
    from lethal_models import Assignment


class MismatchError(LethalError):
    """An answer that is wrong, or another one that is: a defect of the program."""

    def __init__(self, found: str) -> None:
        self.found: str = found
        super().__init__(found)

    def __str__(self) -> str:
        return (
            f"{self.found}; this is a defect of the program: please report it with the board and "
            "the command"
        )


@dataclass(frozen=True, slots=True)
class Verification:
    """How far an answer was verified.

    Attributes:
        status: Complete when all of it was, else what ended that.
        by: What verified it: "cpsat", "diagram" or "cpsat+diagram".
        reason: Why it was not verified; empty if it was.
    """

    status: Status
    by: str
    reason: str = ""

    @property
    def complete(self) -> bool:
        """Whether all of the answer was verified."""
        return self.status is Status.COMPLETE


def verify_count(
    legal: Assignments, counted: Count, timeout: float | None = None, limit: int | None = None
) -> Verification:
    """Count again, every component by the engine that did not count it.

    >>> import lethal
    >>> legal = lethal.assignments("20:6/6Tx2/2+3/3")
    >>> verify_count(legal, legal.count_within())
    Verification(status=<Status.COMPLETE: 'complete'>, by='cpsat', reason='')

    Args:
        legal: The view that was counted.
        counted: What it answered.
        timeout: The most seconds to take.
        limit: The most assignments to count, the same as for the answer.

    Raises:
        MismatchError: The engines contradict each other.
    """
    others = [_by_the_other_engine(component) for component in legal.components]
    try:
        again = count_within(others, timeout, limit)
    except TooManyError as error:
        return Verification(Status.LIMIT, _engines(others), str(error))
    except TooWideError as error:
        # What it says behind the semicolon is advice about the answer's own engine.
        return Verification(Status.LIMIT, _engines(others), str(error).partition(";")[0])
    by = _engines(others)
    (least, most), (other_least, other_most) = _bounds(counted), _bounds(again)
    if other_least > most or other_most < least:
        message = f"{by} counts {_said(again)}, where {_engines(legal.components)} counts "
        raise MismatchError(message + _said(counted))
    # Without an exact count, nobody but a formula that both use has looked for an upper bound.
    is_held = again.complete or counted.at_most is None
    if is_held and least <= other_least and other_most <= most:
        return Verification(Status.COMPLETE, by)
    return Verification(again.status, by, f"{by} counts {_said(again)} within the limits")


def _by_the_other_engine(component: Component) -> Component:
    return replace(component, engine="diagram" if component.used == "cpsat" else "cpsat")


def _engines(components: Iterable[Component]) -> str:
    return "+".join(sorted({used for c in components if (used := c.used)})) or "nothing"


def _bounds(counted: Count) -> tuple[int, float]:
    """Return between which numbers a count says that the number is."""
    if counted.complete:
        return counted.number, counted.number
    # A count that ended at its limit has seen one more than the limit.
    least = counted.number + (counted.status is Status.LIMIT)
    return least, inf if counted.at_most is None else counted.at_most


def _said(counted: Count) -> str:
    if counted.complete:
        return str(counted.number)
    most = "" if counted.at_most is None else f" and at most {counted.at_most}"
    return f"at least {_bounds(counted)[0]}{most}"


class Checker:
    """Holds listed assignments against the rules, one after the other."""

    def __init__(self, legal: Assignments, *, in_order: bool = True) -> None:
        """Make the checker.

        Args:
            legal: The view that the assignments are from.
            in_order: Whether each has to come behind the one before; then no two are alike.
        """
        self._legal: Assignments = legal
        self._in_order: bool = in_order
        self._before: tuple[int, ...] | None = None

    def check(self, assignment: Assignment) -> None:
        """Hold the next assignment against the rules.

        Raises:
            MismatchError: It is illegal, or in the wrong place.
        """
        _require_legal(self._legal, assignment)
        if self._in_order and self._before is not None and assignment.row <= self._before:
            message = f"{str(assignment)!r} is listed behind one that does not come before it"
            raise MismatchError(message)
        self._before = assignment.row

    def watched(self, assignments: Iterable[Assignment]) -> Iterator[Assignment]:
        """Yield assignments, each after it was checked."""
        for assignment in assignments:
            self.check(assignment)
            yield assignment


def verify_best(
    legal: Assignments, objective: ObjectiveLike, best: Best, timeout: float | None = None
) -> Verification:
    """Hold the best assignment against the rules, its values against the other engine's best.

    Args:
        legal: The view that was asked.
        objective: The objective.
        best: The answer.
        timeout: The most seconds to take.

    Raises:
        MismatchError: It is illegal, is worth something else, or is not the best.
    """
    wanted = as_objective(objective)
    _require_legal(legal, best.assignment)
    outcome, values = legal.judged(best.assignment, wanted)
    if (outcome, values) != (best.outcome, best.values):
        message = f"{str(best.assignment)!r} is worth {values}, where {best.values} was found"
        raise MismatchError(message)
    by: Engine = "auto" if legal.engine == "cpsat" else "cpsat"
    which = "first" if legal.step.first else "regular"
    again = type(legal)(legal.board, legal.by, which, by).best(wanted, timeout)
    ours, theirs = wanted.signed(values), wanted.signed(again.values)
    if (best.optimal and theirs > ours) or (again.optimal and ours > theirs):
        better = best if ours > theirs else again
        message = f"{str(better.assignment)!r} is better than what was said to be best"
        raise MismatchError(message)
    other = "diagram" if by == "auto" else by
    if again.optimal:
        return Verification(Status.COMPLETE, other)
    return Verification(again.status, other, f"{other} does not prove a best within the limits")


def _require_legal(legal: Assignments, assignment: Assignment) -> None:
    for violation in legal.check(assignment):
        message = f"{str(assignment)!r} was listed but is illegal: {violation}".removesuffix(".")
        raise MismatchError(message)
