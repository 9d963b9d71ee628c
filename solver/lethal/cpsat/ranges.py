"""How little and how much each edge may get, given a wish."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ortools.sat.python import cp_model

from lethal.cpsat.damage import DamageVariables, damage_model
from lethal.cpsat.expressions import enforce, total
from lethal.cpsat.profiles import solve, status_of
from lethal.limits import TimeoutReached

if TYPE_CHECKING:
    from collections.abc import Sequence

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


def add_wish(
    variables: DamageVariables, wish: Wish, literals: Sequence[cp_model.IntVar] = ()
) -> None:
    """Add one condition to a model, under some literals."""
    if wish.source is None:
        expression = variables.total(wish.recipient)
    else:
        edge = (wish.source, wish.recipient)
        expression = total([variables.amounts[edge]] if edge in variables.amounts else [])
    constraint = variables.model.add(
        expression == wish.amount
        if wish.operator == "="
        else expression >= wish.amount
        if wish.operator == ">="
        else expression <= wish.amount
    )
    enforce(constraint, literals)


def _extreme(
    variables: DamageVariables, amount: cp_model.IntVar, sign: int, deadline: Deadline
) -> int | None:
    deadline.check()
    variables.model.maximize(sign * amount)
    solver = solve(variables.model, deadline)
    if status_of(solver) == cp_model.INFEASIBLE:
        return None
    if status_of(solver) != cp_model.OPTIMAL:
        raise TimeoutReached
    return solver.value(amount)
