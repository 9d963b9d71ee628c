"""Writing a combat as a board file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import tomli_w

from lethal_models.events import OTHER_FIELDS

if TYPE_CHECKING:
    from lethal_models.combat import Combat
    from lethal_models.creature import Creature
    from lethal_models.events import Event


def board_data(combat: Combat) -> dict[str, Any]:
    """Return a combat as the keys and values of a board file, without defaults."""
    data: dict[str, Any] = {"format": 1}
    if combat.title:
        data["title"] = combat.title
    data["rules"] = str(combat.rules)
    data["players"] = {
        player.id: {"life": player.life}
        | ({"poison": player.poison} if player.poison else {})
        | ({"commander_damage": dict(d)} if (d := player.commander_damage) else {})
        | ({"abilities": sorted(player.abilities)} if player.abilities else {})
        for player in combat.players
    }
    data["attackers"] = [
        _creature(a.creature)
        | {"attacks": a.attacks, "blocked_by": list(a.blockers)}
        | ({"blocked": True} if a.blocked and not a.blockers else {})
        for a in combat.attackers
    ]
    data["blockers"] = [
        _creature(b.creature)
        | {"blocks": list(b.attackers)}
        | ({} if b.can_block == 1 else {"can_block": b.can_block or "any"})
        | {"controller": b.controller}
        for b in combat.blockers
    ]
    data["creatures"] = [
        _creature(b.creature)
        | {"controller": b.controller}
        | {key: True for key in ("tapped", "summoning_sick") if getattr(b, key)}
        for b in combat.bystanders
    ]
    data["planeswalkers"] = [
        {"id": w.id, "loyalty": w.loyalty, "controller": w.controller} | _name(w.name)
        for w in combat.planeswalkers
    ]
    data["battles"] = [
        {"id": b.id, "defense": b.defense, "protector": b.protector} | _name(b.name)
        for b in combat.battles
    ]
    data["bands"] = [list(band) for band in combat.bands]
    data["events"] = [_event(event) for event in combat.events]
    return {key: value for key, value in data.items() if value}


def write_board(combat: Combat) -> str:
    """Return a combat as the text of a TOML board file.

    Reading it back gives an equal combat.
    """
    return tomli_w.dumps(board_data(combat))


def _creature(creature: Creature) -> dict[str, Any]:
    data: dict[str, Any] = {"id": creature.id, **_name(creature.name)}
    data |= {"power": creature.power, "toughness": creature.toughness}
    if creature.keywords:
        data["keywords"] = sorted(creature.keywords)
    if creature.damage:
        data["damage"] = creature.damage
    if creature.value is not None:
        data["value"] = creature.value
    if creature.colors:
        data["colors"] = sorted(creature.colors)
    if creature.commander:
        data["commander"] = True
    if creature.types:
        data["types"] = sorted(creature.types)
    return data


def _event(event: Event) -> dict[str, Any]:
    values = {name: getattr(event, name) for name in (*OTHER_FIELDS, "step")}
    written = {name: value for name, value in values.items() if value not in {"", None}}
    return {"at": event.at.value, "do": event.do.value, **written}


def _name(name: str) -> dict[str, Any]:
    return {"name": name} if name else {}
