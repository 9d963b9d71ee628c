"""Log entries for what happens in a damage step, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lethal_models.course.log import Entry, Kind
from lethal_models.course.triggers import triggers
from lethal_models.keywords import INFECT, LIFELINK

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lethal_models.assignment import Assignment
    from lethal_models.combat import Combat
    from lethal_models.course.declared import Declared
    from lethal_models.course.state_based import Settled
    from lethal_models.damage_step import DamageStep
    from lethal_models.dealing import Dealt


def declared_entries(combat: Combat, occasions: Iterable[Declared]) -> Iterator[Entry]:
    """Yield what abilities may trigger on."""
    for one in occasions:
        colors = f" ({' and '.join(sorted(one.colors))})" if one.colors else ""
        yield Entry(Kind.DECLARED, one.sentence(combat.labels) + colors, one.creature, one.by)


def order_entries(combat: Combat) -> Iterator[Entry]:
    """Yield the damage assignment orders that are announced (509.2, 509.3 to 2024)."""
    if not combat.rules.damage_assignment_order:
        return
    orders = [(a.creature.id, a.blockers, "order of blockers") for a in combat.attackers]
    orders += [(b.creature.id, b.attackers, "order of attackers") for b in combat.blockers]
    for id_, opponents, rule in orders:
        if len(opponents) > 1:
            named = ", then ".join(combat.labels[opponent] for opponent in opponents)
            text = f"{combat.labels[id_]} is to damage {named}"
            yield Entry(Kind.ORDER, text, id_, rule=combat.rules.number(rule))


def trigger_entries(combat: Combat, occasions: Iterable[Declared]) -> Iterator[Entry]:
    """Yield the keywords that trigger on attacks and blocks, with what they do."""
    for trigger in triggers(combat, occasions):
        text = trigger.sentence(combat.labels)
        yield Entry(Kind.TRIGGER, text, trigger.creature, trigger.by, rule=trigger.rule)


def step_entry(step: DamageStep) -> Entry:
    """Return the heading of a damage step."""
    text = "first-strike damage step" if step.first else "combat damage step"
    rule = step.rules.number("two steps" if step.first else "announcing")
    return Entry(Kind.STEP, text, rule=rule)


def assigned_entries(step: DamageStep, assignment: Assignment) -> Iterator[Entry]:
    """Yield what every creature assigns, and why others assign nothing."""
    for (source, recipient), amount in assignment.items():
        if amount:
            text = f"{step.labels[source]} assigns {amount} to {step.labels[recipient]}"
            yield Entry(Kind.ASSIGNED, text, source, recipient, amount)
    for id_, idle in step.idle.items():
        text = f"{step.labels[id_]} {idle.reason}"
        yield Entry(Kind.ASSIGNED, text, id_, rule=step.rules.number(idle.rule))


def dealt_entries(combat: Combat, damage: Dealt) -> Iterator[Entry]:
    """Yield what is dealt, and what is not."""
    labels = combat.labels
    for (source, recipient), amount in damage.prevented.items():
        whom = labels.get(recipient, recipient)
        there = recipient in {*combat.player, *combat.on_battlefield, *combat.permanents}
        why = "is prevented" if there else "is not dealt: it has left"
        text = f"{amount} damage from {labels[source]} to {whom} {why}"
        yield Entry(Kind.PREVENTED, text, source, recipient, amount)
    for hit in damage.hits:
        poisons = hit.source.has(INFECT) and hit.recipient in combat.player
        how = ", as poison counters" if poisons else ""
        text = f"{labels[hit.source.id]} deals {hit.amount} to {labels[hit.recipient]}{how}"
        yield Entry(Kind.DEALT, text, hit.source.id, hit.recipient, hit.amount)
        if hit.source.has(LIFELINK) and combat.rules.lifelink_with_damage:
            text = f"{labels[hit.controller]} gains {hit.amount} life"
            yield Entry(Kind.LIFE, text, hit.source.id, hit.controller, hit.amount)


def settled_entries(combat: Combat, settled: Settled) -> Iterator[Entry]:
    """Yield what state-based actions did."""
    labels = combat.labels
    for id_ in settled.died:
        yield Entry(Kind.DIED, f"{labels[id_]} dies", recipient=id_)
    for id_ in settled.regenerated:
        yield Entry(Kind.REGENERATED, f"{labels[id_]} regenerates", recipient=id_)
    for id_ in settled.losers:
        yield Entry(Kind.LOST, f"{labels[id_]} loses the game", recipient=id_)
