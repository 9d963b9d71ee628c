"""What the divisions of a source mean for permanents that other sources decide about too."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from lethal_models import DamageStep, Source

Row: TypeAlias = tuple[int, ...]


def coupling_permanents(step: DamageStep, sources: Iterable[Source]) -> frozenset[str]:
    """Return the permanents through which these sources depend on each other."""
    relied_on: set[str] = set()
    involved = Counter[str]()
    for source in sources:
        relied_on |= source.relies_on
        involved.update(source.relies_on.union([r.id for r in source.recipients]))
    return frozenset(p for p in relied_on if involved[p] > 1 and step.needs[p].amount > 0)


def contribution(step: DamageStep, source: Source, permanent: str) -> Callable[[int], int]:
    """Return how far an amount from a source helps a permanent to be met."""
    need = step.needs[permanent]
    if source.deathtouch and need.deathtouch:
        return lambda amount: need.amount if amount else 0
    return lambda amount: min(amount, need.amount)


def threshold(step: DamageStep, source: Source, permanent: str) -> int:
    """Return the damage from a source alone at which a permanent is met."""
    need = step.needs[permanent]
    own_point_is_enough = source.deathtouch and need.deathtouch
    return min(need.amount, 1) if own_point_is_enough else need.amount


def reliances(source: Source, bits: Mapping[str, int]) -> Callable[[Row], int]:
    """Return the function from a source's divisions to the permanents they rely on, as bits.

    The gates are those of the way that a division follows.

    Args:
        source: The source.
        bits: A bit for every permanent that is asked about.
    """
    ways: list[list[int | None]] = []
    for way in source.ways:
        gates = {r.id: sum(bits.get(p, 0) for p in r.relies_on) for r in way.recipients}
        ways.append([gates.get(recipient.id) for recipient in source.recipients])

    def relied_on(row: Row) -> int:
        for way in ways:
            found = 0
            for amount, gate in zip(row, way, strict=True):
                if amount:
                    if gate is None:
                        break
                    found |= gate
            else:
                return found
        raise AssertionError(row)

    return relied_on
