"""From a combat to its damage step: the table of recipients and gates, rule by rule."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from lethal_models.board import Planeswalker
from lethal_models.combat import Stage
from lethal_models.damage_step import DamageStep, Gate, Idle, Need, Recipient, Role, Source, Way
from lethal_models.errors import StepError
from lethal_models.keywords import (
    AS_THOUGH_UNBLOCKED,
    BANDING,
    DEATHTOUCH,
    DEFENDER_DIVIDES,
    DIVIDED_AS_YOU_CHOOSE,
    DOUBLE_STRIKE,
    FIRST_STRIKE,
    NO_COMBAT_DAMAGE,
    TRAMPLE,
    TRAMPLE_OVER_PLANESWALKERS,
    bands_with_other,
)
from lethal_models.ruleset import Deathtouch

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from lethal_models.combat import Combat
    from lethal_models.combatants import Attacker, Blocker
    from lethal_models.creature import Creature

WhichStep: TypeAlias = Literal["first", "regular"]


def damage_step(combat: Combat, which: WhichStep | None = None) -> DamageStep:
    """Return a combat's damage step.

    With first or double strike about there are two steps (510.4; 510.5 to about 2017; 310.5).
    Asked for on a board before any damage, the regular one is that of the board as it stands:
    what the first step changed must be on it.

    Args:
        combat: The combat.
        which: The step; by default the first one in which anybody assigns.

    Raises:
        StepError: The first step of a combat that has none is asked for.
    """
    if combat.stage is Stage.OVER or (combat.stage is Stage.REGULAR and which == "first"):
        message = "that damage step is over"
        raise StepError(message)
    if combat.stage is Stage.REGULAR:
        return _step(combat, {id_: _struck(combat, c) for id_, c in combat.creatures.items()})
    two_steps = any(strikers(combat))
    if which == "first" and not two_steps:
        message = (
            "there is no first-strike damage step: no creature in combat has first strike or "
            "double strike"
        )
        raise StepError(message)
    if which != "regular" and two_steps:
        resting = {id_: _without_strike(c) for id_, c in combat.creatures.items()}
        step = _step(combat, resting, first=True)
        if step.sources or which == "first":
            return step
    return _step(combat, {id_: _has_struck(c) for id_, c in combat.creatures.items()})


def strikers(combat: Combat) -> Iterator[str]:
    """Yield the attackers and blockers with first or double strike."""
    return (creature.id for creature in _combatants(combat) if has_strike(creature))


def _combatants(combat: Combat) -> Iterator[Creature]:
    yield from (attacker.creature for attacker in combat.attackers)
    yield from (blocker.creature for blocker in combat.blockers if blocker.blocking)


def has_strike(creature: Creature) -> bool:
    """Return whether a creature has first or double strike."""
    return creature.has(FIRST_STRIKE) or creature.has(DOUBLE_STRIKE)


def _step(combat: Combat, resting: Mapping[str, Idle | None], *, first: bool = False) -> DamageStep:
    sources: list[Source] = []
    idle: dict[str, Idle] = {}
    found = [_attacker_source(combat, a) for a in combat.attackers]
    found += [_blocker_source(combat, b) for b in combat.blockers if b.blocking]
    for creature, source in zip(_combatants(combat), found, strict=True):
        if isinstance(source, Idle):
            idle[creature.id] = source
        elif why := resting[creature.id]:
            idle[creature.id] = why
        else:
            sources.append(source)
    return DamageStep(
        tuple(sources), _needs(combat, sources), idle, combat.labels, combat.rules, first
    )


def _without_strike(creature: Creature) -> Idle | None:
    """510.4 (510.5, 310.5): only first and double strikers assign in the first of two steps."""
    if has_strike(creature):
        return None
    return Idle("two steps", "has neither first strike nor double strike")


def _has_struck(creature: Creature) -> Idle | None:
    """510.4: first strikers do not assign in the regular step, as far as the board shows."""
    if creature.has(FIRST_STRIKE) and not creature.has(DOUBLE_STRIKE):
        return Idle("two steps", "has first strike and assigned its damage in the first step")
    return None


def _struck(combat: Combat, creature: Creature) -> Idle | None:
    """510.4: whose step was the first one assigns again only with double strike now."""
    if creature.id in combat.struck and not creature.has(DOUBLE_STRIKE):
        return Idle("two steps", "had its damage in the first step")
    return None


def _attacker_source(combat: Combat, attacker: Attacker) -> Source | Idle:
    creature = attacker.creature
    if idle := _without_damage(creature):
        return idle
    ways = _ways(combat, attacker)
    if not any(way.recipients for way in ways):
        return _nothing_to_damage(attacker)
    recipients = _recipients(combat, ways)
    defender_divides = _defender_divides(combat, attacker)
    return Source(
        creature.id,
        creature.damage_amount,
        combat.defending_player(attacker) if defender_divides else combat.active_player,
        Role.BLOCKED if attacker.blocked else Role.UNBLOCKED,
        _deathtouch_is_lethal(combat, creature),
        recipients,
        ways,
        _barred(combat, attacker, recipients),
    )


def _blocker_source(combat: Combat, blocker: Blocker) -> Source | Idle:
    """510.1d (310.2d): a blocker assigns to the attackers it blocks."""
    creature = blocker.creature
    if idle := _without_damage(creature):
        return idle
    if not blocker.attackers:
        return Idle(Role.BLOCKER.value, "is blocking no creature now")
    # 702.22k: attackers with banding let the active player divide the blocker's damage.
    banding = _is_banding(combat, blocker.attackers)
    recipients = _divided(combat, creature, blocker.attackers, Role.BLOCKER, freely=banding)
    return Source(
        creature.id,
        creature.damage_amount,
        combat.active_player if banding else blocker.controller,
        Role.BLOCKER,
        _deathtouch_is_lethal(combat, creature),
        recipients,
        (Way(recipients),),
    )


def _without_damage(creature: Creature) -> Idle | None:
    """510.1a (310.2a): a creature that would assign 0 or less assigns nothing.

    Texts before about 2006 do not say so, and Alara Reborn's says that it assigns 0; a creature
    that can only divide nothing is read the same way in all of them.
    """
    if creature.has(NO_COMBAT_DAMAGE):
        return Idle("amount", NO_COMBAT_DAMAGE)
    if creature.damage_amount <= 0:
        return Idle("amount", f"would assign {creature.damage_amount}, so it assigns no damage")
    return None


def _nothing_to_damage(attacker: Attacker) -> Idle:
    creature = attacker.creature
    tramples = creature.has(TRAMPLE) or creature.has(TRAMPLE_OVER_PLANESWALKERS)
    if attacker.blocked and tramples:
        reason = "is blocked by no creature now, and what it attacks has left combat"
        return Idle("nothing attacked", reason)
    if attacker.blocked:
        return Idle(Role.BLOCKED.value, "is blocked, and no creature is blocking it now")
    return Idle(Role.UNBLOCKED.value, "is not blocked, and what it attacks has left combat")


def _ways(combat: Combat, attacker: Attacker) -> tuple[Way, ...]:
    """Return the ways an attacker may divide its damage: by its effects, then the ordinary one.

    One that allows nothing more than an earlier one is left out: whose recipients that has too,
    or the second one without any.
    """
    found: list[Way] = []
    if attacker.creature.has(DIVIDED_AS_YOU_CHOOSE):
        found.append(_as_chosen(combat, attacker))
    if attacker.creature.has(AS_THOUGH_UNBLOCKED):
        # With nothing attacked, an unblocked creature assigns nothing (510.1b).
        unblocked = _ordinary(combat, replace(attacker, blocked_by=(), blocked=False))
        found.append(replace(unblocked, effect="all of it as though it weren't blocked"))
    found.append(_ordinary(combat, attacker))
    return tuple(
        way
        for number, way in enumerate(found)
        if not any(
            way.ids <= earlier.ids and (way.ids or not earlier.ids) for earlier in found[:number]
        )
    )


def _ordinary(combat: Combat, attacker: Attacker) -> Way:
    return Way((*_blockers(combat, attacker), *_attacked(combat, attacker)))


def _as_chosen(combat: Combat, attacker: Attacker) -> Way:
    """Among the defending player and any number of creatures they control (Butcher Orgg).

    Blocked or not, whatever they do, and without a word about lethal damage. The defending
    player stays the same when the attacked planeswalker or battle has left combat (508.5).
    """
    player = combat.defending_player(attacker)
    theirs = [id_ for id_ in combat.on_battlefield if combat.controllers[id_] == player]
    players = (player,) if player in combat.player else ()
    ids = dict.fromkeys((*attacker.blockers, *theirs, *players))
    return Way(tuple(map(Recipient, ids)), "divided as its player chooses")


def _recipients(combat: Combat, ways: Sequence[Way]) -> tuple[Recipient, ...]:
    """Return the recipients of all ways: creatures, then what is attacked, then players."""
    first: dict[str, Recipient] = {}
    for way in ways:
        for recipient in way.recipients:
            first.setdefault(recipient.id, recipient)
    creatures = [r for r in first.values() if r.id in combat.on_battlefield]
    permanents = [r for r in first.values() if r.id in combat.permanents]
    return tuple(dict.fromkeys((*creatures, *permanents, *first.values())))


def _defender_divides(combat: Combat, attacker: Attacker) -> bool:
    """702.22j: blockers with banding let the defending player divide the attacker's damage.

    So does an ability of the player attacked (Defensive Formation).
    """
    attacked = next((p for p in combat.players if p.id == attacker.attacks), None)
    has_ability = attacked is not None and DEFENDER_DIVIDES in attacked.abilities
    return has_ability or _is_banding(combat, attacker.blockers)


def _is_banding(combat: Combat, opponents: Sequence[str]) -> bool:
    """702.22j-k: whether creatures that block together, or are blocked together, use banding.

    One with banding does, and so do two by "bands with other [quality]": one that has it and is
    of that quality with another of that quality, before Magic 2010 two that have it (502.11).
    """
    creatures = [combat.creatures[id_] for id_ in opponents]
    if any(creature.has(BANDING) for creature in creatures):
        return True
    qualities = Counter(q for c in creatures for q in bands_with_other(c.keywords))
    if not combat.rules.bands_by_quality:
        return any(number > 1 for number in qualities.values())
    return any(
        quality in bands_with_other(creature.keywords) and creature.is_among(quality)
        for quality in qualities
        if sum(creature.is_among(quality) for creature in creatures) > 1
        for creature in creatures
    )


def _deathtouch_is_lethal(combat: Combat, creature: Creature) -> bool:
    """702.2c: since Magic 2011 any damage from such a source is lethal damage."""
    return creature.has(DEATHTOUCH) and combat.rules.deathtouch is Deathtouch.LETHAL


def _blockers(combat: Combat, attacker: Attacker) -> tuple[Recipient, ...]:
    """510.1c (310.2c): a blocked attacker assigns to the creatures blocking it."""
    freely = _defender_divides(combat, attacker)
    return _divided(combat, attacker.creature, attacker.blockers, Role.BLOCKED, freely=freely)


def _divided(
    combat: Combat, creature: Creature, opponents: Sequence[str], role: Role, *, freely: bool
) -> tuple[Recipient, ...]:
    """510.1c-d: by order from Magic 2010 to Foundations, freely before and since.

    Whoever divides it `freely`, by banding on the other side (702.22j-k) or an ability, ignores the
    order. So did the source's own deathtouch under Magic 2010 (702.2b).
    """
    ignores = creature.has(DEATHTOUCH) and combat.rules.deathtouch is Deathtouch.IGNORES_ORDER
    if freely or ignores or not combat.rules.damage_assignment_order:
        return tuple(Recipient(id_) for id_ in opponents)
    return tuple(
        Recipient(id_, Gate(role.value, frozenset(opponents[:k])) if k else None)
        for k, id_ in enumerate(opponents)
    )


@dataclass(frozen=True, slots=True)
class _Attacked:
    """What an attacker attacks: its id while it is in combat, and the planeswalker's player."""

    present: str | None
    controller: str | None


def _attacked(combat: Combat, attacker: Attacker) -> tuple[Recipient, ...]:
    """510.1b for an unblocked attacker; 702.19b-f for a blocked one with trample."""
    creature = attacker.creature
    over = creature.has(TRAMPLE_OVER_PLANESWALKERS)
    if attacker.blocked and not (creature.has(TRAMPLE) or over):
        return ()
    if attacker.blocked_by_effect and combat.rules.blocked_by_creatures_only:
        # 502.9c before Lorwyn lets through only who lost its blockers.
        return ()
    # 702.19d, 502.9c: with no creature blocking it now, nothing comes first.
    blockers = frozenset(attacker.blockers)
    gate = Gate("trample", blockers) if blockers else None
    attacked = _what_is_attacked(combat, attacker)
    recipients: list[Recipient] = []
    if attacked.present:
        recipients.append(Recipient(attacked.present, gate))
    if over and attacked.controller:
        recipients.append(Recipient(attacked.controller, _over_gate(blockers, attacked.present)))
    return tuple(recipients)


def _over_gate(blockers: frozenset[str], planeswalker: str | None) -> Gate | None:
    """702.19c: the planeswalker too must have lethal damage, unless it has left combat (e)."""
    if planeswalker:
        return Gate("trample over planeswalkers", blockers | {planeswalker})
    return Gate("planeswalker gone", blockers) if blockers else None


def _what_is_attacked(combat: Combat, attacker: Attacker) -> _Attacked:
    """506.4c: an attacker whose planeswalker or battle has left combat attacks nothing."""
    permanent = combat.permanents.get(attacker.attacks)
    if permanent is None:
        # 800.4e: nothing is assigned to a player who has left the game.
        return _Attacked(attacker.attacks if attacker.attacks in combat.player else None, None)
    controller = permanent.controller if isinstance(permanent, Planeswalker) else None
    if controller not in combat.player:
        controller = None
    return _Attacked(permanent.id if permanent.in_combat else None, controller)


def _barred(combat: Combat, attacker: Attacker, recipients: Sequence[Recipient]) -> str:
    """702.19f: the controller of an attacked planeswalker gets no damage from plain trample."""
    controller = _what_is_attacked(combat, attacker).controller
    if not controller or any(recipient.id == controller for recipient in recipients):
        return ""
    return controller if attacker.creature.has(TRAMPLE) else ""


def _needs(combat: Combat, sources: Sequence[Source]) -> dict[str, Need]:
    """What every permanent in a gate lacks (510.1c, 702.19b-c).

    Damage on a planeswalker counts against its loyalty, and deathtouch never helps (702.19c).
    """
    needs: dict[str, Need] = {}
    for id_ in sorted(frozenset[str]().union(*(source.relies_on for source in sources))):
        permanent = combat.permanents.get(id_)
        if isinstance(permanent, Planeswalker):
            needs[id_] = Need(permanent.loyalty, deathtouch=False)
        else:
            needs[id_] = Need(combat.need(id_), deathtouch=True)
    return needs
