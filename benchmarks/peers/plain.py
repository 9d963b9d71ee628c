"""A damage step as plain numbers, from which every peer starts.

    sum of x[e] over a source's edges  =  its amount
    x[e] > 0   implies   sum of weight * x[f] >= need   for every permanent in the gate of e

A point of deathtouch damage weighs as much as the whole need. Sources with several ways to divide
their damage are left out: the boards that are compared have none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lethal_models import DamageStep


@dataclass(frozen=True, slots=True)
class Condition:
    """What it takes for a permanent to be met: a weighted sum of edges that is large enough."""

    weights: dict[int, int]
    need: int


@dataclass(frozen=True, slots=True)
class Plain:
    """A damage step over edges 0, 1, ...

    Attributes:
        most: For every edge the amount of its source.
        sources: For every source its amount and its edges.
        gates: For every edge with a gate the conditions that it takes.
        conditions: One for every permanent that somebody relies on.
    """

    most: tuple[int, ...]
    sources: tuple[tuple[int, range], ...]
    gates: dict[int, tuple[int, ...]]
    conditions: tuple[Condition, ...]


def plain(step: DamageStep) -> Plain:
    """Return a damage step as plain numbers."""
    edges = [(source, recipient) for source in step.sources for recipient in source.recipients]
    sources: list[tuple[int, range]] = []
    first = 0
    for source in step.sources:
        assert len(source.ways) == 1, "peers know one way only"
        sources.append((source.amount, range(first, first + len(source.recipients))))
        first += len(source.recipients)
    needed = [permanent for permanent, need in step.needs.items() if need.amount]
    conditions: list[Condition] = []
    for permanent in needed:
        need = step.needs[permanent]
        weights = {
            k: need.amount if source.deathtouch and need.deathtouch else 1
            for k, (source, recipient) in enumerate(edges)
            if recipient.id == permanent
        }
        conditions.append(Condition(weights, need.amount))
    number = {permanent: k for k, permanent in enumerate(needed)}
    gates = {
        k: tuple(number[p] for p in sorted(recipient.relies_on) if p in number)
        for k, (_, recipient) in enumerate(edges)
    }
    return Plain(
        tuple(source.amount for source, _ in edges),
        tuple(sources),
        {k: gate for k, gate in gates.items() if gate},
        tuple(conditions),
    )
