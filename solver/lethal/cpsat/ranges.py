"""How little and how much each edge may get, given a wish."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ortools.sat.python import cp_model

from lethal.cpsat.damage import DamageVariables, damage_model
from lethal.cpsat.model import LARGEST, SMALLEST
from lethal.cpsat.profiles import solve, status_of, value_of
from lethal.limits import TimeoutReached

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lethal.cpsat.model import Literal, Variable
    from lethal.limits import Deadline
    from lethal.wish import Wish
    from lethal_models import DamageStep, Edge, Source


def ranges_of(
    step: DamageStep, sources: Sequence[Source], wishes: Sequence[Wish], deadline: Deadline
) -> dict[Edge, tuple[int, int]] | None:
    """Return the least and the most that every edge can get, or None if the wish is impossible.

    Two small solves per edge. Wishes must be about edges of `sources`, or totals.

    Raises:
        TimeoutReached: The deadline passed first.
    """
    variables = damage_model(step, sources)
    for wish in wishes:
        add_wish(variables, wish)
    found: dict[Edge, tuple[int, int]] = {}
    for edge, amount in variables.amounts.items():
        least = _extreme(variables, amount, -1, deadline)
        if least is None:
            return None
        most = _extreme(variables, amount, 1, deadline)
        assert most is not None
        found[edge] = (least, most)
    return found


def add_wish(variables: DamageVariables, wish: Wish, literals: Sequence[Literal] = ()) -> None:
    """Add one condition to a model, under some literals."""
    assigned = {
        x: 1
        for (source, recipient), x in variables.amounts.items()
        if recipient == wish.recipient and wish.source in {None, source}
    }
    least = SMALLEST if wish.operator == "<=" else wish.amount
    most = LARGEST if wish.operator == ">=" else wish.amount
    variables.model.require(assigned, least, most, literals)


def _extreme(
    variables: DamageVariables, amount: Variable, sign: int, deadline: Deadline
) -> int | None:
    deadline.check()
    variables.model.aim({amount: sign})
    solver = solve(variables.model, deadline)
    if status_of(solver) == cp_model.INFEASIBLE:
        return None
    if status_of(solver) != cp_model.OPTIMAL:
        raise TimeoutReached
    return value_of(solver, {amount: 1})
