"""A damage step as a CP-SAT model: one integer per edge, one literal per permanent in a gate.

One function per constraint. `met(c)` is equivalent to its definition in both directions, so
every solution of the model is a different assignment: helpers are determined by the amounts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from ortools.sat.python import cp_model

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lethal_models import DamageStep, Edge, Recipient, Source


class Guard(Protocol):
    """Gives the literals under which a rule holds; none means that it always holds."""

    def __call__(
        self, model: cp_model.CpModel, rule: str, source: Source, recipient: Recipient | None
    ) -> Sequence[cp_model.IntVar]: ...


def always(
    model: cp_model.CpModel, rule: str, source: Source, recipient: Recipient | None
) -> Sequence[cp_model.IntVar]:
    """Hold every rule unconditionally."""
    del model, rule, source, recipient
    return ()


@dataclass(frozen=True)
class DamageVariables:
    """The decision variables of a damage step.

    Attributes:
        model: The model that they belong to.
        edges: The edges, in canonical order.
        amounts: The damage assigned on each edge.
    """

    model: cp_model.CpModel
    edges: tuple[Edge, ...]
    amounts: dict[Edge, cp_model.IntVar]

    def total(self, recipient: str) -> cp_model.LinearExprT:
        """Return the damage that all sources assign to a recipient."""
        return cp_model.LinearExpr.sum([x for (_, r), x in self.amounts.items() if r == recipient])

    def of_source(self, source: Source) -> list[cp_model.IntVar]:
        """Return the variables of one source."""
        return [self.amounts[source.id, recipient.id] for recipient in source.recipients]

    @property
    def in_order(self) -> list[cp_model.IntVar]:
        """The variables in the order of the edges."""
        return list(self.amounts.values())


def damage_model(
    step: DamageStep, sources: Sequence[Source], guard: Guard = always, at_most: int = 0
) -> DamageVariables:
    """Return the model whose solutions are the legal assignments of some sources of a step.

    Args:
        step: The step, for its needs.
        sources: Whole components of it, in canonical order.
        guard: Which literals switch which rule on.
        at_most: How far an edge may exceed its source's amount, for when 510.1a is switched off.
    """
    model = cp_model.CpModel()
    amounts = {
        (source.id, recipient.id): model.new_int_var(0, max(source.amount, at_most), "")
        for source in sources
        for recipient in source.recipients
    }
    variables = DamageVariables(model, tuple(amounts), amounts)
    met = {
        permanent: define_met(variables, step, sources, permanent)
        for permanent, need in step.needs.items()
        if need.amount > 0 and any(permanent in source.relies_on for source in sources)
    }
    for source in sources:
        assign_whole_amount(variables, source, guard)
        respect_gates(variables, source, met, guard)
    return variables


def assign_whole_amount(variables: DamageVariables, source: Source, guard: Guard) -> None:
    """510.1a: the source assigns exactly its amount."""
    total = cp_model.LinearExpr.sum(variables.of_source(source))
    constraint = variables.model.add(total == source.amount)
    if literals := guard(variables.model, "amount", source, None):
        constraint.only_enforce_if(literals)


def define_met(
    variables: DamageVariables, step: DamageStep, sources: Sequence[Source], permanent: str
) -> cp_model.IntVar:
    """Return a literal that is true exactly when a permanent is met.

    A point of deathtouch damage weighs as much as the whole need, which says "the total reaches
    the need, or a source with deathtouch assigns something" in one linear condition.
    """
    need = step.needs[permanent]
    terms = [
        variables.amounts[source.id, permanent]
        * (need.amount if source.deathtouch and need.deathtouch else 1)
        for source in sources
        if (source.id, permanent) in variables.amounts
    ]
    return at_least(variables.model, cp_model.LinearExpr.sum(terms), need.amount)


def at_least(
    model: cp_model.CpModel, expression: cp_model.LinearExprT, number: int
) -> cp_model.IntVar:
    """Return a literal equivalent to `expression >= number`."""
    literal = model.new_bool_var("")
    model.add(expression >= number).only_enforce_if(literal)
    model.add(expression <= number - 1).only_enforce_if(~literal)
    return literal


def respect_gates(
    variables: DamageVariables, source: Source, met: dict[str, cp_model.IntVar], guard: Guard
) -> None:
    """510.1c-d, 702.19b-c: nothing to a recipient while something in its gate is unmet."""
    for recipient in source.recipients:
        amount = variables.amounts[source.id, recipient.id]
        for permanent in sorted(recipient.relies_on & met.keys()):
            assert recipient.gate is not None
            literals = guard(variables.model, recipient.gate.rule, source, recipient)
            variables.model.add(amount == 0).only_enforce_if(~met[permanent], *literals)
