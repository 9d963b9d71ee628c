"""What triggers once attackers and blockers are declared, and the combat after it resolved.

A board has power, toughness and life as they were before these abilities. What dies of them is left
to state-based actions. As all of them only add something, the order in which they resolve matters
only where flanking kills a blocker first. A blocker's own bushido is the defending player's and
comes before it (603.3b). Rampage would count one blocker less; it is the active player's like
flanking, and that player is taken to let it count before.

An ability that a creature has several times triggers several times (702.45b and others); a set of
keywords can say so only with different numbers. All keywords do the same under every ruleset, even
one that is older than they are.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

from lethal_models.course.declared import Occasion, declared
from lethal_models.course.triggered_keywords import TRIGGERED_KEYWORDS, triggered_keywords

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from lethal_models.combat import Combat
    from lethal_models.course.declared import Declared
    from lethal_models.course.triggered_keywords import Change
    from lethal_models.creature import Creature


@dataclass(frozen=True, slots=True)
class Trigger:
    """One triggered ability of one creature, triggered once.

    Attributes:
        creature: The creature that has the ability.
        event: What it triggered on.
        ability: The keyword as the creature has it: "bushido 2".
        by: The other creature of the event, "" where there is none: for flanking the blocker, for
            exalted the creature that attacks alone.
        rule: The number of the rule on the combat's date.
        change: What it does.
    """

    creature: str
    event: Occasion
    ability: str
    by: str
    rule: str
    change: Change

    def sentence(self, labels: Mapping[str, str]) -> str:
        """Return it in words, with `Combat.labels`: "Isao's bushido 2: Isao gets +2/+2"."""
        return f"{labels[self.creature]}'s {self.ability}: {self.change.sentence(labels)}"


def triggers(combat: Combat, occasions: Iterable[Declared] | None = None) -> Iterator[Trigger]:
    """Yield the keywords that trigger, in the order of what they trigger on.

    Args:
        combat: The combat.
        occasions: What they trigger on; by default all that was declared.

    >>> from lethal_models.combat import Combat
    >>> from lethal_models.combatants import Attacker, Blocker
    >>> from lethal_models.creature import Creature
    >>> isao = Creature("isao", 2, 1, frozenset({"bushido 2"}), name="Isao")
    >>> combat = Combat((Attacker(isao),), (Blocker(Creature("elf", 1, 1), ("isao",)),))
    >>> [trigger.sentence(combat.labels) for trigger in triggers(combat)]
    ["Isao's bushido 2: Isao gets +2/+2"]
    """
    for event in declared(combat) if occasions is None else occasions:
        for creature in _who_may_trigger(combat, event):
            for ability, keyword, number in triggered_keywords(creature.keywords):
                meaning = TRIGGERED_KEYWORDS[keyword]
                if event.event not in meaning.events:
                    continue
                change = meaning.change(combat, event, number)
                if change is not None:
                    by = event.by if creature.id == event.creature else event.creature
                    rule = combat.rules.number(keyword)
                    yield Trigger(creature.id, event.event, ability, by, rule, change)


def after_triggers(combat: Combat, occasions: Iterable[Declared] | None = None) -> Combat:
    """Return the combat after all these abilities have resolved.

    Args:
        combat: The combat.
        occasions: What they trigger on; by default all that was declared.

    It is the same object if they change nothing. The creatures still have the keywords, so what
    comes back is not for a second time.
    """
    everybody = chain(combat.attackers, combat.blockers, combat.bystanders)
    if not any(triggered_keywords(c.creature.keywords) for c in everybody):
        return combat
    power, toughness, life = Counter[str](), Counter[str](), Counter[str]()
    for trigger in triggers(combat, occasions):
        for id_ in trigger.change.to:
            power[id_] += trigger.change.power
            toughness[id_] += trigger.change.toughness
            life[id_] += trigger.change.life
    if not any(chain(power.values(), toughness.values(), life.values())):
        return combat

    def changed(creature: Creature) -> Creature:
        return replace(
            creature,
            power=creature.power + power[creature.id],
            toughness=creature.toughness + toughness[creature.id],
        )

    return combat.changed(
        attackers=tuple(replace(a, creature=changed(a.creature)) for a in combat.attackers),
        blockers=tuple(replace(b, creature=changed(b.creature)) for b in combat.blockers),
        players=tuple(replace(p, life=p.life + life[p.id]) for p in combat.players),
    )


def _who_may_trigger(combat: Combat, event: Declared) -> Iterator[Creature]:
    """Yield the creatures whose abilities look at an event.

    That a creature attacks alone is for all of its controller's; the rest is for itself.
    """
    if event.event is not Occasion.ATTACKS_ALONE:
        yield combat.creatures[event.creature]
        return
    for id_, creature in combat.on_battlefield.items():
        if combat.controllers[id_] == combat.active_player:
            yield creature
