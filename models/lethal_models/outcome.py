"""What one damage step does when it is dealt as assigned.

An outcome looks at this step alone: which creatures it kills, and what players and planeswalkers
take. It knows protection and indestructibility; effects that change damage as it is dealt are
not on a board. Deathtouch kills in every era, before Magic 2010 by a trigger just after.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from lethal_models.board import Planeswalker
from lethal_models.keywords import DEATHTOUCH, INDESTRUCTIBLE, INFECT, LIFELINK, WITHER, protections

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lethal_models.assignment import Assignment
    from lethal_models.combat import Combat
    from lethal_models.creature import Creature
    from lethal_models.damage_step import Source

LETHAL_POISON = 10
"""The number of poison counters with which a player loses (704.5c)."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a damage step.

    Attributes:
        destroyed: The creatures it kills, in the order of the board.
        damage: Player to the damage dealt to them.
        loyalty: Planeswalker to the loyalty it loses; never more than it has.
        poison: Player to the poison counters they get.
        life_gained: Player to the life they gain from lifelink.
        losers: Players at 0 life or 10 poison after the damage.
    """

    destroyed: tuple[str, ...]
    damage: dict[str, int]
    loyalty: dict[str, int]
    poison: dict[str, int]
    life_gained: dict[str, int]
    losers: tuple[str, ...]


def outcome(
    combat: Combat, assignment: Assignment, elsewhere: Mapping[str, int] = MappingProxyType({})
) -> Outcome:
    """Return what an assignment does, if it is dealt as assigned.

    Args:
        combat: The combat.
        assignment: The assignment of the whole step, or of some of its sources.
        elsewhere: Life that players gain by the damage of other sources of the same step.
    """
    players = [player.id for player in combat.players]
    damage, poison, loyalty = Counter[str](), Counter[str](), Counter[str]()
    life_gained = Counter[str]()
    to_creatures: dict[str, list[tuple[Creature, int]]] = {}
    for (source_id, recipient), amount in assignment.items():
        if is_prevented(combat, source_id, recipient):
            continue
        source = combat.creatures[source_id]
        permanent = combat.permanents.get(recipient)
        if recipient in players:
            damage[recipient] += amount
            if source.has(INFECT):
                poison[recipient] += amount
        elif isinstance(permanent, Planeswalker):
            loyalty[recipient] = min(permanent.loyalty, loyalty[recipient] + amount)
        elif recipient in combat.creatures:
            to_creatures.setdefault(recipient, []).append((source, amount))
        if source.has(LIFELINK):
            life_gained[combat.controllers[source_id]] += amount
    # Life from lifelink saves a player only where it comes with the damage.
    in_time = Counter[str]()
    if combat.rules.lifelink_with_damage:
        in_time = life_gained + Counter(elsewhere)
    return Outcome(
        tuple(
            creature.id
            for creature in combat.creatures.values()
            if _is_destroyed(creature, to_creatures.get(creature.id, ()))
        ),
        dict(damage),
        dict(loyalty),
        dict(poison),
        dict(life_gained),
        tuple(
            player.id
            for player in combat.players
            if player.life <= damage[player.id] - poison[player.id] - in_time[player.id]
            or player.poison + poison[player.id] >= LETHAL_POISON
        ),
    )


def most_life_gained(combat: Combat, sources: Iterable[Source]) -> Counter[str]:
    """Return the most life that players gain by lifelink from sources, however they divide.

    A source deals all its damage somewhere, so this is exact unless protection on some of its
    recipients lets the division decide.
    """
    gained = Counter[str]()
    for source in sources:
        if combat.creatures[source.id].has(LIFELINK) and not all(
            is_prevented(combat, source.id, recipient.id) for recipient in source.recipients
        ):
            gained[combat.controllers[source.id]] += source.amount
    return gained


def is_prevented(combat: Combat, source_id: str, recipient: str) -> bool:
    """Return whether protection prevents damage from a source to a recipient (702.16e)."""
    target = combat.creatures.get(recipient)
    from_what = protections(target.keywords) if target and target.keywords else frozenset[str]()
    source = combat.creatures[source_id]
    return bool(from_what & source.colors) or not from_what.isdisjoint({"creatures", "everything"})


def damages_by_counters(creature: Creature) -> bool:
    """Return whether a creature's damage to creatures is -1/-1 counters (702.80, 702.90)."""
    return creature.has(WITHER) or creature.has(INFECT)


def _is_destroyed(creature: Creature, dealt: Sequence[tuple[Creature, int]]) -> bool:
    """704.5f-h: toughness 0, lethal damage, or damage from a source with deathtouch."""
    counters = sum(amount for source, amount in dealt if damages_by_counters(source))
    if creature.toughness <= counters:
        return True
    if creature.has(INDESTRUCTIBLE):
        return False
    total = sum(amount for _, amount in dealt)
    return total >= creature.need or any(source.has(DEATHTOUCH) for source, _ in dealt)
