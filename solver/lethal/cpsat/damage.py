"""A damage step as a CP-SAT model: one integer per edge, one literal per permanent in a gate.

One function per constraint. `met(c)` is equivalent to its definition in both directions, so
every solution of the model is a different assignment: helpers are determined by the amounts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from lethal.cpsat.model import Literal, Model, Variable, negated

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lethal_models import DamageStep, Edge, Recipient, Source
    from lethal_models.damage_step import Way

EXACT = 2**60
"""CP-SAT adds up exactly below this."""


class Guard(Protocol):
    """Gives the literals under which a rule holds; none means that it always holds."""

    def __call__(
        self, model: Model, rule: str, source: Source, recipient: Recipient | None
    ) -> Sequence[Literal]:
        """Return the literals for one rule as it binds one source."""
        ...


def always(
    model: Model, rule: str, source: Source, recipient: Recipient | None
) -> Sequence[Literal]:
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
        largest: The most that any edge can get.
    """

    model: Model
    edges: tuple[Edge, ...]
    amounts: dict[Edge, Variable]
    largest: int
    _thresholds: dict[tuple[tuple[tuple[Edge, int], ...], int], Literal] = field(
        default_factory=dict, init=False, repr=False
    )

    def reaches(self, weights: Mapping[Edge, int], number: int) -> Literal:
        """Return a literal equivalent to "the weighted sum of these edges is at least `number`".

        Asked twice for the same, it gives the same literal: being met is often being destroyed.
        """
        key = (tuple(weights.items()), number)
        if key not in self._thresholds:
            self._thresholds[key] = self._define_reaches(weights, number)
        return self._thresholds[key]

    def _define_reaches(self, weights: Mapping[Edge, int], number: int) -> Literal:
        if self.largest * sum(map(abs, weights.values())) < EXACT:
            return self.model.reaches({self.amounts[e]: w for e, w in weights.items()}, number)
        # Such sums would overflow. A weight above 1 stands for "any amount is enough".
        enough = [self.model.reaches({self.amounts[edge]: 1 for edge in weights}, number)]
        enough += [self.model.reaches({self.amounts[e]: 1}, 1) for e, w in weights.items() if w > 1]
        return self.model.any_of(enough)

    @property
    def in_order(self) -> list[Variable]:
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
    model = Model()
    amounts = {
        (source.id, recipient.id): model.integer(0, max(source.amount, at_most))
        for source in sources
        for recipient in source.recipients
    }
    largest = max([at_most, *(source.amount for source in sources)])
    variables = DamageVariables(model, tuple(amounts), amounts, largest)
    relied_on = frozenset[str]().union(*(source.relies_on for source in sources))
    met = {
        permanent: define_met(variables, step, sources, permanent)
        for permanent, need in step.needs.items()
        if need.amount > 0 and permanent in relied_on
    }
    for source in sources:
        assign_whole_amount(variables, source, guard)
        respect_gates(variables, source, met, guard)
    return variables


def assign_whole_amount(variables: DamageVariables, source: Source, guard: Guard) -> None:
    """510.1a: the source assigns exactly its amount, or nothing where it may choose to."""
    assigned = {variables.amounts[source.id, recipient.id]: 1 for recipient in source.recipients}
    literals = guard(variables.model, "amount", source, None)
    variables.model.require_one_of(assigned, source.totals, literals)


def define_met(
    variables: DamageVariables, step: DamageStep, sources: Sequence[Source], permanent: str
) -> Literal:
    """Return a literal that is true exactly when a permanent is met.

    A point of deathtouch damage weighs as much as the whole need, which says "the total reaches
    the need, or a source with deathtouch assigns something" in one linear condition.
    """
    need = step.needs[permanent]
    weights = {
        (source.id, permanent): need.amount if source.deathtouch and need.deathtouch else 1
        for source in sources
        if (source.id, permanent) in variables.amounts
    }
    return variables.reaches(weights, need.amount)


def respect_gates(
    variables: DamageVariables, source: Source, met: dict[str, Literal], guard: Guard
) -> None:
    """510.1c-d, 702.19b-c: nothing to a recipient while something in its gate is unmet.

    The gates are those of the way that the source follows.
    """
    for way, followed in follow_one_way(variables, source, guard):
        for recipient in way.recipients:
            amount = variables.amounts[source.id, recipient.id]
            for permanent in sorted(recipient.relies_on & met.keys()):
                assert recipient.gate is not None
                literals = guard(variables.model, recipient.gate.rule, source, recipient)
                when = (negated(met[permanent]), *followed, *literals)
                variables.model.require({amount: 1}, 0, 0, when)


def follow_one_way(
    variables: DamageVariables, source: Source, guard: Guard
) -> list[tuple[Way, tuple[Literal, ...]]]:
    """Let the source follow one of its ways: the first that has everything it assigns to.

    Return each way with literals that are all true exactly when the source follows it.
    """
    ways: list[tuple[Way, tuple[Literal, ...]]] = []
    leaves_earlier: list[Literal] = []
    for way in source.ways:
        outside = {(source.id, r.id): 1 for r in source.recipients if r.id not in way.ids}
        if not outside:
            return [*ways, (way, tuple(leaves_earlier))]
        leaves = variables.reaches(outside, 1)
        ways.append((way, (*leaves_earlier, negated(leaves))))
        leaves_earlier.append(leaves)
    literals = guard(variables.model, source.role.value, source, None)
    left = dict.fromkeys(leaves_earlier, 1)
    variables.model.require(left, most=len(left) - 1, when=literals)
    return ways
