"""Why a wish is impossible: a minimal set of rules that forbid it.

Every rule instance (this source's whole amount, that recipient's gate) and every condition of
the wish holds under a literal of its own. CP-SAT's unsatisfiable core over these assumptions is
then shrunk by deletion: what remains is minimal, dropping any one rule makes the rest possible.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from ortools.sat.python import cp_model

from lethal.cpsat.damage import damage_model
from lethal.cpsat.profiles import FOUND, solve, status_of
from lethal.cpsat.ranges import add_wish
from lethal.limits import TimeoutReached
from lethal.wish import Wish

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lethal.cpsat.model import Literal, Model
    from lethal.limits import Deadline
    from lethal_models import DamageStep, Recipient, Source


@dataclass(frozen=True, slots=True)
class RuleInstance:
    """A rule as it binds one source; `recipient` is the one whose gate it is, if it is a gate.

    Otherwise it is the rule about its amount, or, by the name of its role, that about its ways.
    """

    rule: str
    source: Source
    recipient: Recipient | None


Conflict: TypeAlias = RuleInstance | Wish


class _Switches:
    """One assumption literal for every rule instance and condition."""

    def __init__(self) -> None:
        self.literals: dict[Conflict, Literal] = {}

    def __call__(
        self, model: Model, rule: str, source: Source, recipient: Recipient | None
    ) -> Sequence[Literal]:
        return (self.of(model, RuleInstance(rule, source, recipient)),)

    def of(self, model: Model, conflict: Conflict) -> Literal:
        """Return the literal of a rule instance or condition."""
        if conflict not in self.literals:
            self.literals[conflict] = model.boolean()
        return self.literals[conflict]


def minimal_conflict(
    step: DamageStep, sources: Sequence[Source], wishes: Sequence[Wish], deadline: Deadline
) -> tuple[Conflict, ...] | None:
    """Return rules and conditions that exclude each other, or None if the wish is possible.

    The set is minimal: without any one of its members the rest can hold.

    Raises:
        TimeoutReached: The deadline passed first.
    """
    switches = _Switches()
    # More than all sources have is as impossible as any larger amount, and sums stay exact. With
    # an amount switched off, its source must be able to meet every need.
    needs = [need.amount for need in step.needs.values()]
    at_most = max([sum(source.amount for source in sources) + 1, *needs])
    variables = damage_model(step, sources, switches, at_most)
    model = variables.model
    for wish in wishes:
        possible = replace(wish, amount=min(wish.amount, at_most))
        add_wish(variables, possible, (switches.of(model, wish),))
    conflict = _core(model, switches, list(switches.literals), deadline)
    if conflict is None:
        return None
    for member in list(conflict):
        without = [other for other in conflict if other != member]
        smaller = _core(model, switches, without, deadline)
        if smaller is not None:
            conflict = [other for other in without if other in smaller]
    return tuple(conflict)


def _core(
    model: Model,
    switches: _Switches,
    assumed: Sequence[Conflict],
    deadline: Deadline,
) -> list[Conflict] | None:
    """Return assumptions that cannot hold together, or None if all of them can."""
    deadline.check()
    model.clear_assumptions()
    model.written.assumptions.extend([switches.literals[conflict] for conflict in assumed])
    solver = solve(model, deadline)
    if status_of(solver) in FOUND:
        return None
    if status_of(solver) != cp_model.INFEASIBLE:
        raise TimeoutReached
    core = set(solver.sufficient_assumptions_for_infeasibility())
    return [conflict for conflict in assumed if switches.literals[conflict] in core]
