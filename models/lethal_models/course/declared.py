"""What happens to creatures as attackers and then blockers are declared.

These are the events that abilities trigger on (508.3, 509.3; 309.3 and 309.4 before 2009-07).
"Attacks", "blocks" and "becomes blocked" happen to a creature once per combat; "blocks a creature"
and "becomes blocked by a creature" once per pair, and what the other creature is counts at that
moment only. An attacker that an effect made blocked becomes blocked too, by no creature.

A board shows a combat after blocks. It is read as if everything had been declared as it stands:
an attacker with `blocked` and no blockers may have been blocked by creatures that are gone, and
then no pair is seen. A block of one member of a band is one of every member (702.22h), also here.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from lethal_models.events import Action

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lethal_models.combat import Combat
    from lethal_models.combatants import Attacker
    from lethal_models.events import Event


class Occasion(StrEnum):
    """What can happen, in the words of the abilities that trigger on it."""

    ATTACKS = "attacks"
    ATTACKS_ALONE = "attacks alone"
    BLOCKS = "blocks"
    BLOCKS_A_CREATURE = "blocks a creature"
    BECOMES_BLOCKED = "becomes blocked"
    BECOMES_BLOCKED_BY_A_CREATURE = "becomes blocked by a creature"
    ATTACKS_AND_IS_NOT_BLOCKED = "attacks and isn't blocked"


@dataclass(frozen=True, slots=True)
class Declared:
    """One event.

    Attributes:
        creature: The creature to which it happens.
        event: What happens.
        by: The other creature of a pair, "" where there is none.
        colors: The colours of the other creature at that moment; they do not change afterwards.
    """

    creature: str
    event: Occasion
    by: str = ""
    colors: frozenset[str] = frozenset()

    def sentence(self, labels: Mapping[str, str]) -> str:
        """Return the event in words, with `Combat.labels`: "Isao becomes blocked by Elves"."""
        words = self.event.value
        if self.by:
            words = words.replace("a creature", labels[self.by])
        return f"{labels[self.creature]} {words}"


def declared(combat: Combat) -> Iterator[Declared]:
    """Yield everything that happens, in order of time, then in the order of the board.

    >>> from lethal_models.notation import parse
    >>> combat = parse("20:bear=2/2xelf=1/1")
    >>> print(*(event.sentence(combat.labels) for event in declared(combat)), sep="; ")
    bear attacks; bear attacks alone; bear becomes blocked; bear becomes blocked by elf; \
elf blocks; elf blocks bear
    """
    for attacker in combat.attackers:
        yield Declared(attacker.creature.id, Occasion.ATTACKS)
    if len(combat.attackers) == 1:
        yield Declared(combat.attackers[0].creature.id, Occasion.ATTACKS_ALONE)
    for attacker in combat.attackers:
        yield from _after_blocks(combat, attacker)
    for blocker in combat.blockers:
        id_ = blocker.creature.id
        if blocker.attackers:
            yield Declared(id_, Occasion.BLOCKS)
        for other in blocker.attackers:
            yield _pair(combat, id_, Occasion.BLOCKS_A_CREATURE, other)


def declared_later(before: Combat, after: Combat, event: Event) -> Iterator[Declared]:
    """Yield what happens to creatures through an event after blocks.

    An attacker becomes blocked only if it was not (509.3c; 309.4), a creature blocks by an effect
    only if it did not, and one that is put onto the battlefield blocking does not "block" at all
    (509.4).
    """
    if event.do not in {Action.BLOCK, Action.PUT_BLOCKING, Action.BECOME_BLOCKED}:
        return
    already = {a.creature.id: a for a in before.attackers}
    blocking = {b.creature.id: b.attackers for b in before.blockers if b.blocking}
    for attacker in after.attackers:
        id_ = attacker.creature.id
        if attacker.blocked and not already[id_].blocked:
            yield Declared(id_, Occasion.BECOMES_BLOCKED)
        for other in attacker.blockers:
            if other not in already[id_].blockers:
                yield _pair(after, id_, Occasion.BECOMES_BLOCKED_BY_A_CREATURE, other)
    if event.do is Action.BLOCK:
        attackers = next(b.attackers for b in after.blockers if b.creature.id == event.creature)
        if event.creature not in blocking:
            yield Declared(event.creature, Occasion.BLOCKS)
        for other in attackers:
            if other not in blocking.get(event.creature, ()):
                yield _pair(after, event.creature, Occasion.BLOCKS_A_CREATURE, other)


def _after_blocks(combat: Combat, attacker: Attacker) -> Iterator[Declared]:
    id_ = attacker.creature.id
    if not attacker.blocked:
        yield Declared(id_, Occasion.ATTACKS_AND_IS_NOT_BLOCKED)
        return
    yield Declared(id_, Occasion.BECOMES_BLOCKED)
    for other in attacker.blockers:
        yield _pair(combat, id_, Occasion.BECOMES_BLOCKED_BY_A_CREATURE, other)


def _pair(combat: Combat, creature: str, event: Occasion, by: str) -> Declared:
    return Declared(creature, event, by, combat.creatures[by].colors)
