"""The different effects that a component of a damage step can have, each with one assignment.

Most assignments do the same as another: the same creatures die, the same damage goes through.
What a component does is told apart only as far as the rest of the combat can tell it apart:
damage to players exactly; damage to a creature up to its death, and among survivors only if
another damage step is to come.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from lethal_models.dealing import damages_by_counters, is_prevented
from lethal_models.events import Moment
from lethal_models.keywords import DEATHTOUCH, INDESTRUCTIBLE, INFECT, LIFELINK, TOXIC, number_of

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

    from lethal.components import Component
    from lethal.limits import Deadline
    from lethal_models import Combat, Edge

Row: TypeAlias = tuple[int, ...]

BETWEEN_CHECKS = 256
"""Rows between looks at the clock."""


@dataclass(eq=False)
class Kept:
    """An iterable over an iterator that is passed over several times and read only as needed."""

    source: Iterator[Row]
    rows: list[Row] = field(default_factory=list[Row], init=False)

    def __iter__(self) -> Iterator[Row]:
        """Yield what has been read, then read on."""
        position = 0
        while True:
            if position == len(self.rows):
                row = next(self.source, None)
                if row is None:
                    return
                self.rows.append(row)
            yield self.rows[position]
            position += 1


def lazy_product(factors: Sequence[Kept]) -> Iterator[Row]:
    """Yield the concatenations of one row of every factor, the last factor fastest."""
    if not factors:
        yield ()
        return
    for head in factors[0]:
        for tail in lazy_product(factors[1:]):
            yield head + tail


def different(
    component: Component, effect: Callable[[Row], Hashable], deadline: Deadline
) -> Iterator[Row]:
    """Yield the assignments of a component that do something new.

    Raises:
        TimeoutReached: The deadline passed.
    """
    seen: set[Hashable] = set()
    for number, row in enumerate(component.rows(deadline)):
        if number % BETWEEN_CHECKS == 0:
            deadline.check()
        does = effect(row)
        if does not in seen:
            seen.add(does)
            yield row


def effect_function(
    combat: Combat, edges: Sequence[Edge], elsewhere: Iterable[str], *, last: bool
) -> Callable[[Row], Hashable]:
    """Return the function from the rows of a component to what they do.

    Args:
        combat: The combat.
        edges: The component's edges; rows have one amount for each.
        elsewhere: The recipients that other components may damage too.
        last: Whether nothing afterwards looks at the damage that is marked.
    """
    if combat.effects or any(event.at is Moment.STACK for event in combat.events):
        # Shields act on single amounts, and responses make sources and recipients leave.
        return lambda row: row
    shared = set(elsewhere)
    by_recipient: dict[str, list[int]] = {}
    for position, (source, recipient) in enumerate(edges):
        if not is_prevented(combat, source, recipient):
            by_recipient.setdefault(recipient, []).append(position)
    parts = [
        _on_creature(combat, edges, positions, last=last and recipient not in shared)
        if (creature := combat.on_battlefield.get(recipient)) is not None
        and not creature.regeneration
        and combat.lethal_damage(recipient) == creature.toughness
        else _exactly(positions)
        if recipient in combat.on_battlefield
        else _on_others(combat, edges, positions)
        for recipient, positions in by_recipient.items()
    ]
    parts.append(_lifelink(combat, edges, by_recipient))
    return lambda row: tuple(part(row) for part in parts)


def _exactly(positions: Sequence[int]) -> Callable[[Row], Hashable]:
    return lambda row: tuple(row[position] for position in positions)


def _on_creature(
    combat: Combat, edges: Sequence[Edge], positions: Sequence[int], *, last: bool
) -> Callable[[Row], Hashable]:
    """Return what happens to a creature: it dies, or has so much marked and so many counters."""
    recipient = edges[positions[0]][1]
    creature = combat.on_battlefield[recipient]
    need = combat.need(recipient)
    sources = [combat.creatures[edges[position][0]] for position in positions]
    counting = [p for p, s in zip(positions, sources, strict=True) if damages_by_counters(s)]
    touching = [p for p, s in zip(positions, sources, strict=True) if s.has(DEATHTOUCH)]
    indestructible = creature.has(INDESTRUCTIBLE)

    def effect(row: Row) -> Hashable:
        damage = sum([row[position] for position in positions])
        counters = sum([row[position] for position in counting])
        if counters >= creature.toughness:
            return "dies"
        lethal = damage >= need or any(row[position] for position in touching)
        if lethal and not indestructible:
            return "dies"
        return counters if last else (damage, counters)

    return effect


def _on_others(
    combat: Combat, edges: Sequence[Edge], positions: Sequence[int]
) -> Callable[[Row], Hashable]:
    """Return what a player gets: damage, poison, from commanders; or a permanent."""
    sources = [combat.creatures[edges[position][0]] for position in positions]
    infecting = [p for p, s in zip(positions, sources, strict=True) if s.has(INFECT)]
    toxic = [
        (p, number)
        for p, s in zip(positions, sources, strict=True)
        if (number := number_of(s.keywords, TOXIC))
    ]
    commanders = [p for p, s in zip(positions, sources, strict=True) if s.commander]

    def effect(row: Row) -> Hashable:
        return (
            sum([row[position] for position in positions]),
            sum([row[position] for position in infecting]),
            sum([number for position, number in toxic if row[position]]),
            tuple([row[position] for position in commanders]),
        )

    return effect


def _lifelink(
    combat: Combat, edges: Sequence[Edge], reaching: dict[str, list[int]]
) -> Callable[[Row], Hashable]:
    """Return the damage that gives each player life."""
    linking: dict[str, list[int]] = {}
    for positions in reaching.values():
        for position in positions:
            source = edges[position][0]
            if combat.creatures[source].has(LIFELINK):
                linking.setdefault(combat.controllers[source], []).append(position)
    groups = list(linking.values())
    return lambda row: tuple(sum(row[position] for position in group) for group in groups)
