"""The best assignment for a lexicographic objective, by CP-SAT."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from ortools.sat.python import cp_model

from lethal.cpsat.damage import DamageVariables, damage_model
from lethal.cpsat.model import added, negated
from lethal.cpsat.profiles import Interrupted, row_of, solve, status_of, value_of
from lethal.limits import Status
from lethal.payoff import combined, payoffs_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lethal.cpsat.model import Linear, Literal
    from lethal.limits import Deadline
    from lethal.objective import Goal
    from lethal.payoff import Bonus, Payoff, Threshold
    from lethal_models import Combat, DamageStep, Edge

Row: TypeAlias = tuple[int, ...]


EXACT = 2**50
"""Weighted sums stay below this: far inside what CP-SAT adds up without overflow."""


def best_row(
    combat: Combat,
    step: DamageStep,
    goal: Goal,
    deadline: Deadline,
) -> tuple[tuple[Edge, ...], Row, Status]:
    """Return the edges, the best amounts on them, and whether they are proven best.

    Consecutive terms are optimised together, as one weighted sum, as far as exact arithmetic
    allows; usually that is one solve.
    """
    variables = damage_model(step, step.sources)
    row: Row | None = None
    status = Status.COMPLETE
    # Without a term that can vary, one solve without an objective finds some assignment.
    groups = list(_groups(payoffs_of(combat, variables.edges, goal)))
    for number, payoffs in enumerate(groups, 1):
        linear = _linear(variables, combined(payoffs))
        variables.model.aim(linear)
        try:
            solver = solve(variables.model, deadline)
        except Interrupted as interrupt:
            solver, status = interrupt.solver, Status.INTERRUPTED
        else:
            if status_of(solver) != cp_model.OPTIMAL:
                status = Status.TIMEOUT
        found = row_of(solver, variables.in_order)
        row = row if found is None else found
        if status is not Status.COMPLETE or number == len(groups):
            break
        value = value_of(solver, linear)
        variables.model.require(linear, value, value)
    if row is None:
        # All damage to the first recipient, on whom nothing comes first, is always legal.
        row = tuple(
            source.amount if recipient is source.recipients[0] else 0
            for source in step.sources
            for recipient in source.recipients
        )
    return variables.edges, row, status


def _groups(payoffs: Sequence[Payoff]) -> Iterator[list[Payoff]]:
    """Yield runs of terms whose weighted sum stays exact."""
    group: list[Payoff] = []
    width = 1
    for payoff in payoffs:
        if group and width * payoff.width > EXACT:
            yield group
            group, width = [], 1
        group.append(payoff)
        width *= payoff.width
    yield group


def _linear(variables: DamageVariables, payoff: Payoff) -> Linear:
    """Return a payoff as a weighted sum of variables."""
    return added(
        {variables.amounts[edge]: value for edge, value in payoff.linear.items()},
        *({_paid(variables, bonus): bonus.value} for bonus in payoff.bonuses),
        *(
            {variables.model.capped({variables.amounts[e]: 1 for e in c.edges}, c.cap): c.value}
            for c in payoff.capped
        ),
    )


def _paid(variables: DamageVariables, bonus: Bonus) -> Literal:
    """Return a literal equivalent to the conditions of a bonus."""
    alternatives = [
        _all_of(variables, [_holds(variables, threshold) for threshold in alternative])
        for alternative in bonus.alternatives
    ]
    return alternatives[0] if len(alternatives) == 1 else variables.model.any_of(alternatives)


def _all_of(variables: DamageVariables, literals: Sequence[Literal]) -> Literal:
    if len(literals) == 1:
        return literals[0]
    return negated(variables.model.any_of([negated(literal) for literal in literals]))


def _holds(variables: DamageVariables, threshold: Threshold) -> Literal:
    if not threshold.touches:
        return variables.reaches(dict(threshold.weights), threshold.number)
    linear = added(
        {variables.amounts[edge]: weight for edge, weight in threshold.weights},
        *({variables.reaches({edge: 1}, 1): value} for edge, value in threshold.touches),
    )
    return variables.model.reaches(linear, threshold.number)
