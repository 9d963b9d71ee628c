"""State-based actions, as far as a combat has to do with them (704.5; 420.5 before Magic 2010)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

from lethal_models.course.leaving import leave_battlefield, leave_game, remove_from_combat
from lethal_models.keywords import INDESTRUCTIBLE
from lethal_models.ruleset import Deathtouch

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from lethal_models.combat import Combat

LETHAL_POISON = 10
"""The number of poison counters with which a player loses (704.5c)."""
LETHAL_COMMANDER_DAMAGE = 21
"""The combat damage from one commander with which a player loses (903.10a)."""


@dataclass(frozen=True, slots=True)
class Settled:
    """What state-based actions did.

    Attributes:
        combat: The combat afterwards.
        died: Creatures that were put into a graveyard, in the order of the board.
        regenerated: Creatures that were regenerated instead.
        losers: Players who lost the game.
    """

    combat: Combat
    died: tuple[str, ...] = ()
    regenerated: tuple[str, ...] = ()
    losers: tuple[str, ...] = ()


def state_based_actions(combat: Combat, touched: Collection[str] = ()) -> Settled:
    """Return a combat after state-based actions.

    Args:
        combat: The combat.
        touched: Creatures that sources with deathtouch dealt damage to since the last time.
            Before Magic 2010 that was a trigger, see `deathtouch_triggers`.
    """
    losers = tuple(losing(combat))
    died = tuple(dying(combat, touched))
    if not losers and not died:
        return Settled(combat)
    creatures = combat.on_battlefield
    regenerated = tuple(
        id_ for id_ in died if creatures[id_].regeneration > 0 and creatures[id_].toughness > 0
    )
    after = regenerate(combat, regenerated)
    dead = tuple(id_ for id_ in died if id_ not in regenerated)
    after = leave_battlefield(after, dead)
    if losers:
        after = leave_game(after, losers)
    return Settled(after, dead, regenerated, losers)


def losing(combat: Combat) -> Iterator[str]:
    """Yield the players who lose: 704.5a, 704.5c, 903.10a."""
    for player in combat.players:
        if (
            player.life <= 0
            or player.poison >= LETHAL_POISON
            or any(n >= LETHAL_COMMANDER_DAMAGE for _, n in player.commander_damage)
        ):
            yield player.id


def dying(combat: Combat, touched: Collection[str] = ()) -> Iterator[str]:
    """Yield the creatures that are put into a graveyard or destroyed: 704.5f, 704.5g, 704.5h."""
    deathtouch = combat.rules.deathtouch is not Deathtouch.NOTHING
    for id_, creature in combat.on_battlefield.items():
        if creature.toughness <= 0:
            yield id_
        elif creature.has(INDESTRUCTIBLE):
            continue
        elif combat.need(id_) == 0 or (deathtouch and id_ in touched):
            yield id_


def deathtouch_triggers(combat: Combat, touched: Iterable[str]) -> Settled:
    """Return a combat after the triggered deathtouch of before Magic 2010 (502.63a).

    Every instance destroys on its own, so it takes a regeneration shield for each.
    """
    regenerated: list[str] = []
    died: list[str] = []
    after = combat
    for id_ in destroyed_by_trigger(combat, touched):
        if id_ not in after.on_battlefield:
            continue
        if after.on_battlefield[id_].regeneration > 0:
            after = regenerate(after, (id_,))
            regenerated.append(id_)
        else:
            after = leave_battlefield(after, (id_,))
            died.append(id_)
    return Settled(after, tuple(died), tuple(regenerated))


def destroyed_by_trigger(combat: Combat, touched: Iterable[str]) -> Iterator[str]:
    """Yield the creatures that deathtouch destroys by a trigger, once for every trigger."""
    if combat.rules.deathtouch is Deathtouch.NOTHING:
        for id_ in touched:
            creature = combat.on_battlefield.get(id_)
            if creature is not None and not creature.has(INDESTRUCTIBLE):
                yield id_


def deaths(combat: Combat, touched: Collection[str]) -> Iterator[str]:
    """Yield the creatures that are gone once all has been settled, regenerated ones left out."""
    shields = Counter({id_: c.regeneration for id_, c in combat.on_battlefield.items()})
    dead: set[str] = set()
    for id_ in chain(dying(combat, touched), destroyed_by_trigger(combat, touched)):
        if id_ in dead:
            continue
        if shields[id_] > 0 and combat.on_battlefield[id_].toughness > 0:
            shields[id_] -= 1
        else:
            dead.add(id_)
            yield id_


def regenerate(combat: Combat, creatures: Collection[str]) -> Combat:
    """Return a combat in which creatures used a regeneration shield (701.15a; 419 before).

    All damage is removed from them, they become tapped, and they leave combat.
    """
    if not creatures:
        return combat
    healed = {
        id_: replace(c, damage=0, regeneration=c.regeneration - 1)
        for id_ in creatures
        for c in (combat.on_battlefield[id_],)
    }
    after = remove_from_combat(combat.with_creatures(healed), creatures)
    return after.changed(
        bystanders=tuple(
            replace(b, tapped=True) if b.creature.id in creatures else b for b in after.bystanders
        )
    )
