"""The best assignment by looking at every one, where CP-SAT's model of an outcome does not reach.

Prevention shields, doublings and additions are not in that model, nor are regeneration shields
against the triggered deathtouch of before Magic 2010.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from lethal.limits import Status
from lethal.results import TooManyError
from lethal_models.dealing import ways_to_deal
from lethal_models.keywords import DEATHTOUCH
from lethal_models.outcome import outcome_of
from lethal_models.ruleset import Deathtouch

if TYPE_CHECKING:
    from lethal.damage_assignments import Assignments
    from lethal.limits import Deadline
    from lethal.objective import Goal
    from lethal_models import Assignment, Combat
    from lethal_models.outcome import Outcome

MOST_WAYS = 100
"""Uses of shields that are compared for one assignment."""
MOST_TRIED = 20_000
"""Assignments that are looked at; some thousands take a second."""


def needs_trying(combat: Combat) -> bool:
    """Return whether something on the board is outside CP-SAT's model of an outcome."""
    if combat.effects:
        return True
    creatures = combat.creatures.values()
    return (
        combat.rules.deathtouch is Deathtouch.NOTHING
        and any(creature.regeneration for creature in creatures)
        and any(creature.has(DEATHTOUCH) for creature in creatures)
    )


def best_by_trying(legal: Assignments, goal: Goal, deadline: Deadline) -> tuple[Assignment, Status]:
    """Return the best of a view's assignments, and whether all of them were looked at."""
    listing = legal.listing(MOST_TRIED, deadline.seconds)
    best: tuple[tuple[int, ...], Assignment] | None = None
    for assignment in listing:
        value = _value(legal.combat, worst_outcome(legal.combat, assignment, goal), goal)
        if best is None or value > best[0]:
            best = value, assignment
    if best is None:
        return next(iter(legal)), Status.TIMEOUT
    return best[1], listing.status


def ranked_by_trying(legal: Assignments, goal: Goal, number: int) -> list[Assignment]:
    """Return the best of a view's assignments, the best first.

    Raises:
        TooManyError: There are too many to look at all of them.
    """
    listing = legal.listing(MOST_TRIED)
    scored = [
        (_value(legal.combat, worst_outcome(legal.combat, one, goal), goal), one) for one in listing
    ]
    if listing.status is not Status.COMPLETE:
        raise TooManyError([legal.step.labels[s.id] for s in legal.sources], MOST_TRIED + 1)
    # Sorting is stable: equally good ones stay in canonical order.
    scored.sort(key=lambda found: found[0], reverse=True)
    return [assignment for _, assignment in scored[:number]]


def worst_outcome(combat: Combat, assignment: Assignment, goal: Goal) -> Outcome:
    """Return the outcome of an assignment when shields are used against who chose it."""
    outcomes = (
        outcome_of(combat, way.hits, goal.elsewhere) for way in ways_to_deal(combat, assignment)
    )
    if not combat.effects:
        return next(outcomes)
    return min(islice(outcomes, MOST_WAYS), key=lambda outcome: _value(combat, outcome, goal))


def _value(combat: Combat, outcome: Outcome, goal: Goal) -> tuple[int, ...]:
    values = goal.objective.values(combat, outcome, goal.chooser)
    return tuple(
        term.sign * value for term, value in zip(goal.objective.terms, values, strict=True)
    )
