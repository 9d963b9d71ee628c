"""The keywords that trigger on attacks and blocks: on what, and what they do. One table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from lethal_models.board import Planeswalker
from lethal_models.course.declared import Occasion
from lethal_models.keywords import (
    AFFLICT,
    BATTLE_CRY,
    BUSHIDO,
    EXALTED,
    FLANKING,
    MELEE,
    PROVOKE,
    RAMPAGE,
    split_number,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from lethal_models.combat import Combat
    from lethal_models.combatants import Attacker
    from lethal_models.course.declared import Declared


@dataclass(frozen=True, slots=True)
class Change:
    """What an ability does when it resolves.

    Attributes:
        to: The creatures, or the player, that it changes.
        power: What is added to the power of each creature.
        toughness: What is added to the toughness of each creature.
        life: What is added to the life of the player.
    """

    to: tuple[str, ...] = ()
    power: int = 0
    toughness: int = 0
    life: int = 0

    def sentence(self, labels: Mapping[str, str]) -> str:
        """Return the change in words, with `Combat.labels`: "Isao gets +2/+2"."""
        if not self.to or not (self.power or self.toughness or self.life):
            return "nothing changes"
        *others, last = (labels[id_] for id_ in self.to)
        who = f"{', '.join(others)} and {last}" if others else last
        if self.life:
            return f"{who} loses {-self.life} life"
        return f"{who} {'get' if others else 'gets'} {self.power:+}/{self.toughness:+}"


@dataclass(frozen=True, slots=True)
class TriggeredKeyword:
    """What a keyword means.

    Attributes:
        events: What it triggers on.
        change: What it does, given the combat, the event and the number behind the keyword; None
            if it does not trigger after all.
    """

    events: frozenset[Occasion]
    change: Callable[[Combat, Declared, int], Change | None]


@lru_cache(maxsize=1024)
def triggered_keywords(keywords: frozenset[str]) -> tuple[tuple[str, str, int], ...]:
    """Return the keywords of this kind: as written, without the number, and the number.

    >>> triggered_keywords(frozenset({"trample", "rampage 2"}))
    (('rampage 2', 'rampage', 2),)
    """
    parts = ((ability, *split_number(ability)) for ability in keywords)
    return tuple(sorted(part for part in parts if part[1] in TRIGGERED_KEYWORDS))


def _bushido(_: Combat, event: Declared, number: int) -> Change:
    """702.45a: whenever it blocks or becomes blocked, it gets +N/+N."""
    return Change((event.creature,), number, number)


def _rampage(combat: Combat, event: Declared, number: int) -> Change:
    """702.23: whenever it becomes blocked, it gets +N/+N for each blocker beyond the first.

    The blockers are counted once, on resolution (702.23b).
    """
    bonus = number * max(0, len(_attacker(combat, event.creature).blockers) - 1)
    return Change((event.creature,), bonus, bonus)


def _flanking(combat: Combat, event: Declared, _: int) -> Change | None:
    """702.25a: whenever a creature without flanking blocks it, that creature gets -1/-1."""
    return None if combat.creatures[event.by].has(FLANKING) else Change((event.by,), -1, -1)


def _exalted(_: Combat, event: Declared, __: int) -> Change:
    """702.83a: whenever a creature of its controller attacks alone, that one gets +1/+1."""
    return Change((event.creature,), 1, 1)


def _battle_cry(combat: Combat, event: Declared, _: int) -> Change:
    """702.91a: whenever it attacks, each other attacking creature gets +1/+0."""
    ids = (attacker.creature.id for attacker in combat.attackers)
    return Change(tuple(id_ for id_ in ids if id_ != event.creature), 1, 0)


def _melee(combat: Combat, event: Declared, _: int) -> Change:
    """702.121a: whenever it attacks, it gets +1/+1 for each opponent attacked with a creature.

    A creature that attacks a planeswalker or a battle does not attack a player, as 508.3e says of
    another trigger; so those do not count, but an opponent whom some other creature attacks does.
    """
    opponents = {attacker.attacks for attacker in combat.attackers} - combat.permanents.keys()
    return Change((event.creature,), len(opponents), len(opponents))


def _afflict(combat: Combat, event: Declared, number: int) -> Change:
    """702.130a: whenever it becomes blocked, the defending player loses N life.

    That is the player it attacks, or who controls the planeswalker or protects the battle (508.5).
    """
    attacks = _attacker(combat, event.creature).attacks
    permanent = combat.permanents.get(attacks)
    if permanent is None:
        player = attacks
    elif isinstance(permanent, Planeswalker):
        player = permanent.controller
    else:
        player = permanent.protector
    return Change((player,), life=-number)


def _provoke(_: Combat, __: Declared, ___: int) -> Change:
    """702.39a: whenever it attacks, a creature may have to block it: seen in the blocks."""
    return Change()


def _attacker(combat: Combat, id_: str) -> Attacker:
    return next(attacker for attacker in combat.attackers if attacker.creature.id == id_)


_ON_ATTACK = frozenset((Occasion.ATTACKS,))
_ON_BECOMING_BLOCKED = frozenset((Occasion.BECOMES_BLOCKED,))

TRIGGERED_KEYWORDS: dict[str, TriggeredKeyword] = {
    BUSHIDO: TriggeredKeyword(_ON_BECOMING_BLOCKED | {Occasion.BLOCKS}, _bushido),
    RAMPAGE: TriggeredKeyword(_ON_BECOMING_BLOCKED, _rampage),
    AFFLICT: TriggeredKeyword(_ON_BECOMING_BLOCKED, _afflict),
    FLANKING: TriggeredKeyword(frozenset((Occasion.BECOMES_BLOCKED_BY_A_CREATURE,)), _flanking),
    EXALTED: TriggeredKeyword(frozenset((Occasion.ATTACKS_ALONE,)), _exalted),
    BATTLE_CRY: TriggeredKeyword(_ON_ATTACK, _battle_cry),
    MELEE: TriggeredKeyword(_ON_ATTACK, _melee),
    PROVOKE: TriggeredKeyword(_ON_ATTACK, _provoke),
}
"""Every keyword of this kind, without its number."""
