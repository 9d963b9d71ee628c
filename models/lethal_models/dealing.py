"""Damage as it is dealt: what comes of an assignment.

Everything that was assigned is dealt at once (510.2; 310.4). Effects act now that assigning did
not look at: protection, prevention, doubling. Where several could act on the same damage,
whoever is hurt chooses their order (616.1); prevention first, then doubling, then additions is
never worse for them, so that is what happens here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain, permutations
from typing import TYPE_CHECKING, TypeAlias

from lethal_models.creature import Creature
from lethal_models.damage_effects import Change
from lethal_models.keywords import (
    DEATHTOUCH,
    INFECT,
    LIFELINK,
    TOXIC,
    WITHER,
    number_of,
    protections,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from lethal_models.assignment import Assignment, Edge
    from lethal_models.board import Battle, Planeswalker, Player
    from lethal_models.combat import Combat
    from lethal_models.damage_effects import DamageEffect
    from lethal_models.damage_step import Source

Amounts: TypeAlias = "Mapping[Edge, int]"

MOST_ORDERED = 4
"""Prevention effects whose every order is looked at."""

_SPELL = Creature("", 0, 0)
"""The source of damage that no creature deals."""


@dataclass(frozen=True, slots=True)
class Hit:
    """Damage that one creature deals to one recipient, after all that changes it.

    Attributes:
        source: The creature, as it is or last was (310.4b).
        controller: Its controller.
        recipient: The id of who or what is hurt.
        amount: More than 0.
    """

    source: Creature
    controller: str
    recipient: str
    amount: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """Damage that is dealt at once.

    Attributes:
        hits: What is dealt.
        prevented: What was assigned and is not dealt: prevented, or to something that is gone.
        effects: The effects that are left; a shield that prevented damage is smaller.
    """

    hits: tuple[Hit, ...]
    prevented: Amounts
    effects: tuple[DamageEffect, ...]


def deal(combat: Combat, assignment: Assignment) -> Dealt:
    """Return what is dealt of an assignment.

    Where one prevention shield is too small for all the damage that it could prevent, and it
    matters which is prevented, this is the first of the `ways_to_deal`.
    """
    return next(ways_to_deal(combat, assignment))


def deal_amounts(combat: Combat, amounts: Amounts) -> Dealt:
    """Return what is dealt of damage that need not be combat damage.

    A source "" stands for what is no creature: a spell.
    """
    return next(_ways(combat, amounts))


def ways_to_deal(combat: Combat, assignment: Assignment) -> Iterator[Dealt]:
    """Yield what may be dealt of an assignment: one way, or one for every use of a shield.

    Whoever is hurt chooses which damage a shield prevents that is too small for all (615.7).
    """
    yield from _ways(combat, {edge: n for edge, n in assignment.items() if n > 0})


def _ways(combat: Combat, assigned: Amounts) -> Iterator[Dealt]:
    reaching = {edge: n for edge, n in assigned.items() if not is_prevented(combat, *edge)}
    if not combat.effects:
        yield _dealt(combat, assigned, reaching, ())
        return
    seen: set[tuple[tuple[Edge, int], ...]] = set()
    shields = [i for i, effect in enumerate(combat.effects) if effect.change is Change.PREVENT]
    orders = permutations(shields) if len(shields) <= MOST_ORDERED else (tuple(shields),)
    found = (_shielded(combat, reaching, combat.effects, order) for order in orders)
    for left, effects in chain.from_iterable(found):
        way = tuple(sorted(left.items()))
        if way not in seen:
            seen.add(way)
            yield _dealt(combat, assigned, left, effects)


def _dealt(
    combat: Combat, assigned: Amounts, left: Amounts, effects: tuple[DamageEffect, ...]
) -> Dealt:
    controllers = combat.controllers
    hits = tuple(
        Hit(_source(combat, source), controllers.get(source, ""), recipient, amount)
        for (source, recipient), unchanged in left.items()
        if (amount := _enlarged(source, recipient, unchanged, effects)) > 0
    )
    prevented = {edge: n - left.get(edge, 0) for edge, n in assigned.items()}
    return Dealt(hits, {edge: n for edge, n in prevented.items() if n}, effects)


def is_prevented(combat: Combat, source: str, recipient: str) -> bool:
    """Return whether damage is not dealt at all: 310.4c, 702.16e.

    310.4c: a recipient that left the battlefield, or is no longer a creature, is skipped.
    """
    target = combat.on_battlefield.get(recipient)
    if target is None:
        permanent = combat.permanents.get(recipient)
        if permanent is not None:
            return not permanent.in_combat
        return recipient not in combat.player
    from_what = protections(target.keywords) if target.keywords else frozenset[str]()
    if not from_what or not _can_be_prevented(combat.effects, source, recipient):
        return False
    if "everything" in from_what or (source and "creatures" in from_what):
        return True
    return bool(from_what & _source(combat, source).colors)


def _source(combat: Combat, source: str) -> Creature:
    return combat.last_known.get(source, _SPELL)


def _can_be_prevented(effects: Iterable[DamageEffect], source: str, recipient: str) -> bool:
    return not any(
        effect.change is Change.UNPREVENTABLE and effect.applies(source, recipient)
        for effect in effects
    )


def _enlarged(source: str, recipient: str, amount: int, effects: Sequence[DamageEffect]) -> int:
    """Return damage after doublings and additions; no damage stays none."""
    if not amount:
        return 0
    for effect in effects:
        if effect.change is Change.MULTIPLY and effect.applies(source, recipient):
            amount *= 2 if effect.amount is None else effect.amount
    for effect in effects:
        if effect.change is Change.ADD and effect.applies(source, recipient):
            amount += effect.amount or 0
    return amount


def _shielded(
    combat: Combat,
    amounts: Amounts,
    effects: tuple[DamageEffect, ...],
    order: tuple[int, ...],
) -> Iterator[tuple[Amounts, tuple[DamageEffect, ...]]]:
    """Yield what is left of damage after prevention effects, in an order of their positions."""
    if not order:
        yield amounts, effects
        return
    number, *others = order
    effect = effects[number]
    concerned = {
        edge: amount
        for edge, amount in amounts.items()
        if effect.applies(*edge) and _can_be_prevented(effects, *edge)
    }
    for prevented in _uses(combat, effect, concerned):
        left = {edge: n - prevented.get(edge, 0) for edge, n in amounts.items()}
        after = list(effects)
        if effect.amount is not None:
            after[number] = replace(effect, amount=effect.amount - sum(prevented.values()))
        yield from _shielded(combat, left, tuple(after), tuple(others))


def _uses(combat: Combat, effect: DamageEffect, concerned: Amounts) -> Iterator[Amounts]:
    """Yield the ways in which one shield may prevent damage; it prevents as much as it can."""
    size = effect.amount
    if size is None or sum(concerned.values()) <= size:
        yield concerned
    elif len({_nature(combat, *edge) for edge in concerned}) == 1:
        yield next(_divisions(size, list(concerned.items())))
    else:
        yield from _divisions(size, list(concerned.items()))


def _nature(combat: Combat, source: str, recipient: str) -> tuple[object, ...]:
    """Return all that tells one point of damage from another: where it matters what is dealt."""
    creature = _source(combat, source)
    others = tuple(effect for effect in combat.effects if effect.applies(source, recipient))
    return (
        recipient,
        creature.keywords & {LIFELINK, DEATHTOUCH, INFECT, WITHER},
        number_of(creature.keywords, TOXIC),
        creature.id if creature.commander else "",
        combat.controllers.get(source) if creature.has(LIFELINK) else "",
        others,
    )


def _divisions(total: int, most: Sequence[tuple[Edge, int]]) -> Iterator[Amounts]:
    """Yield every way to take a total from some amounts, the first ones first."""
    if not most:
        yield {}
        return
    (edge, amount), *others = most
    behind = sum(n for _, n in others)
    for taken in range(min(amount, total), max(0, total - behind) - 1, -1):
        for rest in _divisions(total - taken, others):
            yield {edge: taken, **rest}


# --- What damage does ------------------------------------------------------------------------


def damages_by_counters(creature: Creature) -> bool:
    """Return whether a creature's damage to creatures is -1/-1 counters (702.80, 702.90)."""
    return creature.has(WITHER) or creature.has(INFECT)


def take(combat: Combat, hits: Sequence[Hit]) -> Combat:
    """Return a combat with damage dealt (120.3): marked, counters, life, loyalty.

    Lifelink's life comes with it since Magic 2010. State-based actions have not looked yet.
    """
    by_recipient: dict[str, list[Hit]] = {}
    for hit in hits:
        by_recipient.setdefault(hit.recipient, []).append(hit)
    with_damage = combat.rules.lifelink_with_damage
    gained = life_gained(hits, combat.effects) if with_damage else {}
    changed = {
        id_: hurt(combat.on_battlefield[id_], own)
        for id_, own in by_recipient.items()
        if id_ in combat.on_battlefield
    }
    after = combat.with_creatures(changed)
    if len(by_recipient) > len(changed) or gained:
        after = after.changed(
            players=tuple(
                _hurt_player(p, by_recipient.get(p.id, ()), gained.get(p.id, 0))
                for p in combat.players
            ),
            planeswalkers=tuple(_hit_walker(w, by_recipient) for w in combat.planeswalkers),
            battles=tuple(_hit_battle(b, by_recipient) for b in combat.battles),
        )
    return after


def hurt(creature: Creature, hits: Iterable[Hit]) -> Creature:
    """Return a creature after damage: marked (120.3e), or as -1/-1 counters (120.3d)."""
    counters = marked = 0
    for hit in hits:
        if damages_by_counters(hit.source):
            counters += hit.amount
        else:
            marked += hit.amount
    return replace(
        creature,
        power=creature.power - counters,
        toughness=creature.toughness - counters,
        damage=creature.damage + marked,
    )


def _hurt_player(player: Player, hits: Sequence[Hit], gained: int) -> Player:
    if not hits and not gained:
        return player
    commanders = dict(player.commander_damage)
    life, poison = player.life + gained, player.poison
    for hit in hits:
        if hit.source.has(INFECT):
            poison += hit.amount
        else:
            life -= hit.amount
        poison += number_of(hit.source.keywords, TOXIC)
        if hit.source.commander:
            commanders[hit.source.id] = commanders.get(hit.source.id, 0) + hit.amount
    return replace(player, life=life, poison=poison, commander_damage=tuple(commanders.items()))


def _hit_walker(walker: Planeswalker, hits: Mapping[str, Sequence[Hit]]) -> Planeswalker:
    lost = sum(hit.amount for hit in hits.get(walker.id, ()))
    return replace(walker, loyalty=max(0, walker.loyalty - lost)) if lost else walker


def _hit_battle(battle: Battle, hits: Mapping[str, Sequence[Hit]]) -> Battle:
    lost = sum(hit.amount for hit in hits.get(battle.id, ()))
    return replace(battle, defense=max(0, battle.defense - lost)) if lost else battle


def life_gained(hits: Iterable[Hit], effects: Iterable[DamageEffect]) -> dict[str, int]:
    """Return the life that lifelink gives each player (702.15b), doubled where effects say so."""
    gained: dict[str, int] = {}
    for hit in hits:
        if hit.source.has(LIFELINK):
            gained[hit.controller] = gained.get(hit.controller, 0) + hit.amount
    return increased_life(gained, effects)


def increased_life(gained: Mapping[str, int], effects: Iterable[DamageEffect]) -> dict[str, int]:
    """Return life that players gain after effects that double it."""
    increased = dict(gained)
    for effect in effects:
        if effect.change is Change.LIFE and effect.to in increased:
            increased[effect.to] *= 2
    return increased


def gain(combat: Combat, gained: Mapping[str, int]) -> Combat:
    """Return a combat in which players have gained life."""
    if not gained:
        return combat
    players = tuple(replace(p, life=p.life + gained.get(p.id, 0)) for p in combat.players)
    return combat.changed(players=players)


def touched_by_deathtouch(hits: Iterable[Hit]) -> tuple[str, ...]:
    """Return what sources with deathtouch dealt damage to, once for every source."""
    return tuple(hit.recipient for hit in hits if hit.source.has(DEATHTOUCH))


def most_life_gained(combat: Combat, sources: Iterable[Source]) -> dict[str, int]:
    """Return the most life that players gain by lifelink from sources, however they divide.

    A source deals all its damage somewhere, so this is exact unless protection on some of its
    recipients lets the division decide.
    """
    gained: dict[str, int] = {}
    for source in sources:
        if combat.creatures[source.id].has(LIFELINK) and not all(
            is_prevented(combat, source.id, recipient.id) for recipient in source.recipients
        ):
            player = combat.controllers[source.id]
            gained[player] = gained.get(player, 0) + source.amount
    return gained
