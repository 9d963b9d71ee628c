"""What events do to a combat: one function for each action."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lethal_models.combatants import Attacker, Blocker
from lethal_models.course.leaving import leave_battlefield, leave_game, remove_from_combat
from lethal_models.course.state_based import regenerate
from lethal_models.damage_effects import Change, DamageEffect
from lethal_models.dealing import deal_amounts, gain, increased_life, take
from lethal_models.errors import EventError
from lethal_models.events import Action
from lethal_models.keywords import INDESTRUCTIBLE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from lethal_models.combat import Combat
    from lethal_models.combatants import Bystander
    from lethal_models.creature import Creature
    from lethal_models.dealing import Hit
    from lethal_models.events import Event


def happen(combat: Combat, event: Event) -> tuple[Combat, tuple[Hit, ...]]:
    """Return the combat after an event, and the damage that was dealt in it.

    State-based actions have not looked yet.

    Raises:
        EventError: The event is impossible now.
    """
    if event.do is Action.DAMAGE:
        return _damage(combat, event)
    return _HAPPEN[event.do](combat, event), ()


def _creature(combat: Combat, event: Event) -> Creature:
    creature = combat.on_battlefield.get(event.creature)
    if creature is None:
        raise EventError(event, f"{_label(combat, event.creature)} is not on the battlefield then")
    return creature


def _attacker(combat: Combat, event: Event, id_: str) -> Attacker:
    found = next((a for a in combat.attackers if a.creature.id == id_), None)
    if found is None:
        raise EventError(event, f"{_label(combat, id_)} is not attacking then")
    return found


def _label(combat: Combat, id_: str) -> str:
    return combat.labels.get(id_, id_)


def _with(combat: Combat, creature: Creature) -> Combat:
    return combat.with_creatures({creature.id: creature})


def _pump(combat: Combat, event: Event) -> Combat:
    creature = _creature(combat, event)
    power = creature.power + (event.power or 0)
    toughness = creature.toughness + (event.toughness or 0)
    return _with(combat, replace(creature, power=power, toughness=toughness))


def _set(combat: Combat, event: Event) -> Combat:
    creature = _creature(combat, event)
    power = creature.power if event.power is None else event.power
    toughness = creature.toughness if event.toughness is None else event.toughness
    return _with(combat, replace(creature, power=power, toughness=toughness))


def _damage(combat: Combat, event: Event) -> tuple[Combat, tuple[Hit, ...]]:
    """Damage from a spell, or from a creature that is named."""
    if event.to not in combat.player and event.to not in combat.permanents:
        _creature(combat, replace(event, creature=event.to))
    if event.by:
        _known(combat, event, event.by)
    damage = deal_amounts(combat, {(event.by, event.to): event.amount or 0})
    # Only combat damage counts for commanders and toxic (903.10a, 702.164c).
    hits = tuple(replace(hit, source=_out_of_combat(hit.source)) for hit in damage.hits)
    return take(combat, hits).changed(effects=damage.effects), hits


def _out_of_combat(creature: Creature) -> Creature:
    keywords = frozenset(word for word in creature.keywords if not word.startswith("toxic "))
    return replace(creature, commander=False, keywords=keywords)


def _known(combat: Combat, event: Event, id_: str) -> None:
    if id_ not in combat.last_known:
        raise EventError(event, f"there is no creature {id_!r}")


def _effect(change: Change) -> Callable[[Combat, Event], Combat]:
    def act(combat: Combat, event: Event) -> Combat:
        if event.by:
            _known(combat, event, event.by)
        effect = DamageEffect(change, event.by, event.to, event.amount)
        return combat.changed(effects=(*combat.effects, effect))

    return act


def _destroy(combat: Combat, event: Event) -> Combat:
    creature = _creature(combat, event)
    if creature.has(INDESTRUCTIBLE):
        return combat
    if creature.regeneration > 0:
        return regenerate(combat, (creature.id,))
    return leave_battlefield(combat, (creature.id,))


def _leave(combat: Combat, event: Event) -> Combat:
    return leave_battlefield(combat, (_creature(combat, event).id,), died=False)


def _remove(combat: Combat, event: Event) -> Combat:
    creature = _creature(combat, event)
    if creature.id not in combat.creatures:
        raise EventError(event, f"{creature.label} is not in combat then")
    return remove_from_combat(combat, (creature.id,))


def _gain(combat: Combat, event: Event) -> Combat:
    creature = _creature(combat, event)
    return _with(combat, replace(creature, keywords=creature.keywords | {event.keyword}))


def _lose(combat: Combat, event: Event) -> Combat:
    creature = _creature(combat, event)
    return _with(combat, replace(creature, keywords=creature.keywords - {event.keyword}))


def _regenerate(combat: Combat, event: Event) -> Combat:
    creature = _creature(combat, event)
    return _with(combat, replace(creature, regeneration=creature.regeneration + 1))


def _tap(combat: Combat, event: Event) -> Combat:
    """506.4b: tapping or untapping changes nothing in a combat."""
    creature = _creature(combat, event)
    bystanders = tuple(
        replace(b, tapped=event.do is Action.TAP) if b.creature.id == creature.id else b
        for b in combat.bystanders
    )
    return combat.changed(bystanders=bystanders)


def _control(combat: Combat, event: Event) -> Combat:
    """506.4: a creature whose controller changes leaves combat."""
    creature = _creature(combat, event)
    _player(combat, event)
    if combat.controllers[creature.id] == event.player:
        return combat
    after = combat
    if creature.id in combat.creatures:
        after = remove_from_combat(combat, (creature.id,))
    bystanders = tuple(
        replace(b, controller=event.player) if b.creature.id == creature.id else b
        for b in after.bystanders
    )
    return after.changed(bystanders=bystanders)


def _player(combat: Combat, event: Event) -> None:
    if event.player not in combat.player:
        raise EventError(event, f"there is no player {event.player!r} then")


def _become_blocked(combat: Combat, event: Event) -> Combat:
    """509.1h: an effect may make an attacker blocked, and all members of its band (702.22i)."""
    _attacker(combat, event, event.creature)
    band = next((band for band in combat.bands if event.creature in band), (event.creature,))
    attackers = tuple(
        replace(a, blocked=True, blocked_by_effect=a.blocked_by_effect or not a.blocked)
        if a.creature.id in band
        else a
        for a in combat.attackers
    )
    return combat.changed(attackers=attackers)


def _become_unblocked(combat: Combat, event: Event) -> Combat:
    attacker = _attacker(combat, event, event.creature)
    if attacker.blockers:
        message = (
            f"{attacker.creature.label} cannot become unblocked while creatures block it; remove "
            "them from combat first"
        )
        raise EventError(event, message)
    return _with_attacker(combat, replace(attacker, blocked=False, blocked_by_effect=False))


def _with_attacker(combat: Combat, attacker: Attacker) -> Combat:
    same = attacker.creature.id
    attackers = tuple(attacker if a.creature.id == same else a for a in combat.attackers)
    return combat.changed(attackers=attackers)


def _newcomer(combat: Combat, event: Event) -> Bystander:
    """Return the creature that an event puts onto the battlefield."""
    found = next((b for b in combat.bystanders if b.creature.id == event.creature), None)
    if found is None:
        message = (
            f"{_label(combat, event.creature)} cannot be put onto the battlefield: describe it "
            "under [[creatures]]"
        )
        raise EventError(event, message)
    return found


def _put_attacking(combat: Combat, event: Event) -> Combat:
    """508.4: it attacks, and is not blocked (506.3d, 508.4d)."""
    newcomer = _newcomer(combat, event)
    if newcomer.controller != combat.active_player:
        raise EventError(event, f"only creatures of {combat.labels[combat.active_player]} attack")
    _attackable(combat, event)
    others = tuple(b for b in combat.bystanders if b is not newcomer)
    attacker = Attacker(newcomer.creature, event.attacks, ())
    return combat.changed(attackers=(*combat.attackers, attacker), bystanders=others)


def _put_blocking(combat: Combat, event: Event) -> Combat:
    """509.4 (509.7 to 2024): it blocks, whatever it could block (509.4b)."""
    newcomer = _newcomer(combat, event)
    others = tuple(b for b in combat.bystanders if b is not newcomer)
    if all(a.creature.id != event.blocks for a in combat.attackers):
        # 509.4a: with the attacker gone it is on the battlefield and never blocks.
        return combat
    if newcomer.controller == combat.active_player:
        raise EventError(event, f"{newcomer.creature.label}'s controller is not defending")
    if not _is_defending(combat, event, newcomer.controller):
        return combat
    blocker = Blocker(newcomer.creature, (), None, newcomer.controller)
    after = combat.changed(blockers=(*combat.blockers, blocker), bystanders=others)
    return _blocking(after, event)


def _block(combat: Combat, event: Event) -> Combat:
    """509.6 to 2024: an effect makes a creature on the battlefield block an attacker."""
    creature = _creature(combat, event)
    _attacker(combat, event, event.blocks)
    if any(a.creature.id == creature.id for a in combat.attackers):
        raise EventError(event, f"{creature.label} is attacking, so it cannot block")
    if not _is_defending(combat, event, combat.controllers[creature.id]):
        message = f"{_label(combat, event.blocks)} does not attack {creature.label}'s controller"
        raise EventError(event, message)
    bystander = next((b for b in combat.bystanders if b.creature.id == creature.id), None)
    if bystander is not None:
        return _put_blocking(combat, event)
    return _blocking(combat, event)


def _is_defending(combat: Combat, event: Event, player: str) -> bool:
    """509.1a, 509.4a: whether a player is the defending player for an attacker."""
    return combat.defending_player(_attacker(combat, event, event.blocks)) == player


def _blocking(combat: Combat, event: Event) -> Combat:
    """Let a blocker block an attacker (509.6-7).

    The active player says where in the attacker's order, the defending player where in the
    blocker's.
    """
    attacker = _attacker(combat, event, event.blocks)
    band = next((band for band in combat.bands if event.blocks in band), (event.blocks,))
    if event.creature in attacker.blockers:
        raise EventError(event, f"{_label(combat, event.creature)} blocks that already")
    blocker = next(b for b in combat.blockers if b.creature.id == event.creature)
    place = _place(event, "place", attacker.blockers)
    own_place = _place(event, "own_place", blocker.attackers)
    attackers = tuple(
        replace(
            a,
            blocked=True,
            blocked_by_effect=False,
            blocked_by=_inserted(a.blockers, place, event.creature),
        )
        if a.creature.id in band
        else a
        for a in combat.attackers
    )
    blockers = tuple(
        replace(b, blocks=_inserted(b.attackers, own_place, *band), blocking=True)
        if b is blocker
        else b
        for b in combat.blockers
    )
    return combat.changed(attackers=attackers, blockers=blockers)


def _place(event: Event, name: str, order: Sequence[str]) -> int:
    """Return a place in an order, counted from 0; by default the last."""
    place: int | None = getattr(event, name)
    if place is None:
        return len(order)
    if place > len(order) + 1:
        message = f"{name} is {place}, and the last place in that order is {len(order) + 1}"
        raise EventError(event, message)
    return place - 1


def _inserted(order: Sequence[str], place: int, *ids: str) -> tuple[str, ...]:
    new = tuple(id_ for id_ in ids if id_ not in order)
    return (*order[:place], *new, *order[place:])


def _attackable(combat: Combat, event: Event) -> None:
    permanent = combat.permanents.get(event.attacks)
    is_player = event.attacks in combat.player and event.attacks != combat.active_player
    if not is_player and (permanent is None or not permanent.in_combat):
        raise EventError(event, f"{_label(combat, event.attacks)} cannot be attacked then")


def _reselect(combat: Combat, event: Event) -> Combat:
    """508.7: it goes on attacking, something else."""
    attacker = _attacker(combat, event, event.creature)
    _attackable(combat, event)
    return _with_attacker(combat, replace(attacker, attacks=event.attacks))


def _gain_life(combat: Combat, event: Event) -> Combat:
    _player(combat, event)
    amount = event.amount or 0
    if event.do is Action.LOSE_LIFE:
        return gain(combat, {event.player: -amount})
    return gain(combat, increased_life({event.player: amount}, combat.effects))


def _double_life(combat: Combat, event: Event) -> Combat:
    _player(combat, event)
    effect = DamageEffect(Change.LIFE, to=event.player)
    return combat.changed(effects=(*combat.effects, effect))


def _leave_game(combat: Combat, event: Event) -> Combat:
    _player(combat, event)
    return leave_game(combat, (event.player,))


# Damage is dealt by `happen` itself; countering is refused with the board (310.3).
_HAPPEN: Mapping[Action, Callable[[Combat, Event], Combat]] = {
    Action.PUMP: _pump,
    Action.SET: _set,
    Action.PREVENT: _effect(Change.PREVENT),
    Action.DOUBLE: _effect(Change.MULTIPLY),
    Action.ADD: _effect(Change.ADD),
    Action.UNPREVENTABLE: _effect(Change.UNPREVENTABLE),
    Action.DOUBLE_LIFE: _double_life,
    Action.DESTROY: _destroy,
    Action.SACRIFICE: _leave,
    Action.RETURN: _leave,
    Action.EXILE: _leave,
    Action.REMOVE: _remove,
    Action.STOP_BEING_A_CREATURE: _leave,
    Action.GAIN: _gain,
    Action.LOSE: _lose,
    Action.REGENERATE: _regenerate,
    Action.TAP: _tap,
    Action.UNTAP: _tap,
    Action.CONTROL: _control,
    Action.BECOME_BLOCKED: _become_blocked,
    Action.BECOME_UNBLOCKED: _become_unblocked,
    Action.PUT_ATTACKING: _put_attacking,
    Action.PUT_BLOCKING: _put_blocking,
    Action.BLOCK: _block,
    Action.RESELECT: _reselect,
    Action.GAIN_LIFE: _gain_life,
    Action.LOSE_LIFE: _gain_life,
    Action.LEAVE_GAME: _leave_game,
}
