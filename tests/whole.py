"""Short ways to play a whole combat that is written as notation, with what happens in it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lethal import Assignments, outcomes
from lethal_models import Assignment, Bystander, parse

if TYPE_CHECKING:
    from lethal_models import Combat, Creature
    from lethal_models.events import Event
    from lethal_models.outcome import Outcome


def combat(board: str, *events: Event, outside: tuple[tuple[Creature, str], ...] = ()) -> Combat:
    """Return a combat with events, and creatures outside of it with their controllers."""
    bystanders = tuple(Bystander(creature, player) for creature, player in outside)
    return replace(parse(board), events=events, bystanders=bystanders)


def legal(board: Combat | str, by: str = "active") -> list[str]:
    """Return the legal assignments of the first damage, in words."""
    return [str(assignment) for assignment in Assignments(board, by)]


def results(board: Combat | str, first: str = "", regular: str = "") -> list[Outcome]:
    """Return every result of a combat in which some assignments are decided."""
    choices = {"first": Assignment.parse(first), "regular": Assignment.parse(regular)}
    return [reached.outcome for reached in outcomes(board, choices=choices)]


def result(board: Combat | str, first: str = "", regular: str = "") -> Outcome:
    """Return the only result of a combat in which some assignments are decided."""
    (only,) = results(board, first, regular)
    return only


def died(board: Combat | str, first: str = "", regular: str = "") -> list[str]:
    """Return who dies in the only result."""
    return list(result(board, first, regular).destroyed)


def damage(board: Combat | str, first: str = "", regular: str = "") -> int:
    """Return the damage to the defending player in the only result."""
    return result(board, first, regular).damage.get("defending", 0)
