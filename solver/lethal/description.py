"""A combat and its damage step in words, line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lethal.limits import Status
from lethal_models import DEFENDING, Planeswalker
from lethal_models.keywords import DEFENDER_DIVIDES
from lethal_models.ruleset import Deathtouch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lethal.reachable import Outcomes
    from lethal_models import Battle, Combat, Creature, DamageStep, Recipient, Ruleset, Source
    from lethal_models.outcome import Outcome

MOST_RESULTS = 6
"""Results that are shown."""
SECONDS_FOR_RESULTS = 0.5
"""The most time that showing a board may take for them."""


def describe(combat: Combat, step: DamageStep) -> Iterator[str]:
    """Yield the lines of a combat, then those of its damage step."""
    if combat.title:
        yield combat.title
    yield f"rules {combat.rules}: {_rules(combat.rules)}"
    for player in combat.players:
        poison = f", {player.poison} poison" if player.poison else ""
        abilities = "".join(f", {ability}" for ability in sorted(player.abilities))
        yield f"{player.label}: {player.life} life{poison}{abilities}"
    for permanent in combat.permanents.values():
        yield f"{permanent.label}: {_permanent(permanent)}"
    yield ""
    yield from _blocks(combat)
    yield ""
    yield from describe_step(combat, step)
    if combat.events:
        yield ""
        yield "still to come"
        for event in combat.events:
            which = f" ({event.step})" if event.step else ""
            yield f"  {event.at.value}{which}: {event.sentence(combat.labels)}"


def describe_results(results: Outcomes) -> Iterator[str]:
    """Yield the lines of what a combat can come to, as far as that is quickly said."""
    listing = results.listing(MOST_RESULTS + 1, SECONDS_FOR_RESULTS)
    found = list(listing)
    few = listing.status is Status.COMPLETE and len(found) <= MOST_RESULTS
    if not few:
        yield "results: many; `lethal outcomes` lists them"
        return
    yield f"results: {len(found)}"
    for reached in found:
        yield f"  {'; '.join(describe_outcome(reached.outcome))}"


def describe_outcome(outcome: Outcome) -> Iterator[str]:
    """Yield what happened, without what did not."""
    if outcome.destroyed:
        yield f"destroyed: {', '.join(outcome.destroyed)}"
    if outcome.left:
        yield f"left the battlefield: {', '.join(outcome.left)}"
    for name, amounts in (
        ("damage to", outcome.damage),
        ("loyalty lost by", outcome.loyalty),
        ("defense lost by", outcome.defense),
        ("poison to", outcome.poison),
        ("life gained by", outcome.life_gained),
        ("-1/-1 counters on", outcome.counters),
        ("life of", outcome.life),
    ):
        for id_, amount in amounts.items():
            yield f"{name} {id_}: {amount}"
    if outcome.losers:
        yield f"loses: {', '.join(outcome.losers)}"


def _rules(rules: Ruleset) -> str:
    order = "damage assignment order" if rules.damage_assignment_order else "free division"
    deathtouch = {
        Deathtouch.NOTHING: "deathtouch does not help to assign",
        Deathtouch.IGNORES_ORDER: "deathtouch ignores the order",
        Deathtouch.LETHAL: "1 from deathtouch is lethal damage",
    }[rules.deathtouch]
    return f"{rules.title}, {order}, {deathtouch}"


def _permanent(permanent: Planeswalker | Battle) -> str:
    if not permanent.in_combat:
        return "has left combat"
    if isinstance(permanent, Planeswalker):
        return f"{permanent.loyalty} loyalty"
    return f"{permanent.defense} defense"


def _blocks(combat: Combat) -> Iterator[str]:
    for attacker in combat.attackers:
        target = "" if attacker.attacks == DEFENDING else f" attacks {attacker.attacks}"
        if attacker.blockers:
            state = "blocked by"
        else:
            state = "blocked, no blocker left" if attacker.blocked else "not blocked"
        yield f"{_creature(attacker.creature)}{target}, {state}"
        for blocker in attacker.blockers:
            yield f"  {_creature(combat.creatures[blocker])}"
    for band in combat.bands:
        yield f"band: {', '.join(combat.labels[member] for member in band)}"
    for bystander in combat.bystanders:
        yield f"{_creature(bystander.creature)}, not in combat"


def _creature(creature: Creature) -> str:
    name = f"{creature.name} ({creature.id})" if creature.name else creature.id
    keywords = "".join(f", {keyword}" for keyword in sorted(creature.keywords))
    damage = f", {creature.damage} damage" if creature.damage else ""
    return f"{name} {creature.power}/{creature.toughness}{keywords}{damage}"


def describe_step(combat: Combat, step: DamageStep) -> Iterator[str]:
    """Yield the lines of a damage step: who assigns how much to whom."""
    kind = "first-strike damage step" if step.first else "combat damage step"
    yield f"{kind} ({step.rules.number('two steps' if step.first else 'announcing')})"
    for source in step.sources:
        yield f"{combat.labels[source.id]} assigns {source.amount}{_assigner(combat, source)}"
        yield from _ways(step, source)
    for id_, idle in step.idle.items():
        yield f"{combat.labels[id_]} {idle.reason}"


def _ways(step: DamageStep, source: Source) -> Iterator[str]:
    for number, way in enumerate(source.ways):
        if len(source.ways) > 1:
            how = way.effect or ("" if way.recipients else "nothing at all")
            yield f"  {'or ' if number else ''}{how or 'as usual'}"
        indent = "    " if len(source.ways) > 1 else "  "
        for recipient in way.recipients:
            yield f"{indent}to {step.labels[recipient.id]}{_gate(step, recipient)}"


def _assigner(combat: Combat, source: Source) -> str:
    """Say who divides the damage where that is not the creature's controller."""
    if source.assigner == combat.controllers[source.id]:
        return ""
    divided = f", divided by {combat.labels[source.assigner]}"
    if source.assigner == combat.active_player:
        return f"{divided} ({combat.rules.number('active player divides')})"
    attacked = next(a.attacks for a in combat.attackers if a.creature.id == source.id)
    if any(p.id == attacked and DEFENDER_DIVIDES in p.abilities for p in combat.players):
        return f"{divided}, whose ability says so"
    return f"{divided} ({combat.rules.number('defending player divides')})"


def _gate(step: DamageStep, recipient: Recipient) -> str:
    needs = step.what_comes_first(recipient)
    return f", once lethal damage is assigned to {needs}" if needs else ""
