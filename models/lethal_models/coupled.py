"""Which sources of a damage step depend on each other.

Two sources do when both have to do with a permanent that still needs something and that some
source relies on. `graph` draws the same thing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lethal_models.damage_step import DamageStep, Source


def components(step: DamageStep) -> tuple[tuple[Source, ...], ...]:
    """Return the sources in independent groups.

    The legal assignments of the step are the product of those of its components. Groups are in
    the order of their first sources, sources in the order of the board.

    A forest in which every source points to an earlier one of its group, or to itself when it is
    the first; takes nearly linear time.
    """
    earlier = {source.id: source.id for source in step.sources}
    rank = {source.id: i for i, source in enumerate(step.sources)}

    def first(id_: str) -> str:
        while earlier[id_] != id_:
            earlier[id_] = earlier[earlier[id_]]
            id_ = earlier[id_]
        return id_

    for sources in coupling_permanents(step).values():
        for other in sources[1:]:
            one, two = sorted((first(sources[0]), first(other)), key=rank.__getitem__)
            earlier[two] = one
    groups: dict[str, list[Source]] = {}
    for source in step.sources:
        groups.setdefault(first(source.id), []).append(source)
    return tuple(map(tuple, groups.values()))


def coupling_permanents(step: DamageStep) -> dict[str, list[str]]:
    """Return for every permanent that couples who may damage it or relies on it."""
    involved: dict[str, list[str]] = {p: [] for p, need in step.needs.items() if need.amount}
    for source in step.sources:
        # A source may also rely on a permanent that it cannot damage itself.
        for permanent in source.relies_on.union(r.id for r in source.recipients):
            if permanent in involved:
                involved[permanent].append(source.id)
    return involved
