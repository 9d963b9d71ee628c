"""Many results summed up: those that nothing beats, and the sets of creatures that can die."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lethal.objective import Objective
    from lethal.reaching import Reached
    from lethal_models import Combat

Values: TypeAlias = tuple[int, ...]


def undominated(
    combat: Combat, found: Iterable[Reached], objective: Objective, chooser: str
) -> list[Reached]:
    """Return the results of the Pareto front.

    A result is dominated by one that is at least as good in every term and better in some. Of
    results with equal values all stay. Takes O(results x front) comparisons.

    Args:
        combat: The combat that they are results of.
        found: The results.
        objective: The terms; their order makes no difference.
        chooser: The player in whose view they are.
    """
    scored: list[tuple[Values, Reached]] = []
    for reached in found:
        values = objective.values(combat, reached.outcome, chooser)
        signed = (t.sign * value for t, value in zip(objective.terms, values, strict=True))
        scored.append((tuple(signed), reached))
    front: list[Values] = []
    # What dominates another comes before it in this order.
    for values in sorted({values for values, _ in scored}, reverse=True):
        if not any(all(map(int.__ge__, better, values)) for better in front):
            front.append(values)
    kept = set(front)
    return [reached for values, reached in scored if values in kept]


@dataclass(frozen=True, slots=True)
class KillSet:
    """A set of creatures that can die together, and nobody else with them.

    Attributes:
        destroyed: The creatures, in the order of the board.
        assignments: In how many ways it comes about; None when that was not counted.
        example: One of the results in which they die.
    """

    destroyed: tuple[str, ...]
    assignments: int | None
    example: Reached


def kill_sets(found: Iterable[Reached]) -> list[KillSet]:
    """Return the different sets of creatures that die, in the order in which they are found."""
    sets: dict[tuple[str, ...], KillSet] = {}
    for reached in found:
        destroyed, number = reached.outcome.destroyed, reached.assignments
        known = sets.get(destroyed)
        if known is None:
            sets[destroyed] = KillSet(destroyed, number, reached)
        elif known.assignments is not None:
            total = None if number is None else known.assignments + number
            sets[destroyed] = KillSet(destroyed, total, known.example)
    return list(sets.values())
