"""What is wrong with a combat, everything at once, each with its place.

These are conditions for a board to make sense at all; which blocks and attacks are *legal* is
another question.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lethal_models.board import ACTIVE, RESERVED
from lethal_models.creature import LIMIT
from lethal_models.errors import Path, Problem, did_you_mean
from lethal_models.keywords import COLORS, TRAMPLE_OVER_PLANESWALKERS, parse_ability, parse_keyword
from lethal_models.pairing import pairing_problems
from lethal_models.possible_events import event_problems

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lethal_models.board import Player
    from lethal_models.combat import Combat
    from lethal_models.creature import Creature

_ID = re.compile(r"\w[\w'.-]*")
_TYPE = re.compile(r"[^\W\d_][\w' -]*")


def problems(combat: Combat) -> Iterator[Problem]:
    """Yield everything that is wrong with a combat."""
    yield from _id_problems(combat)
    for path, creature in _creatures(combat):
        yield from _creature_problems(path, creature)
    yield from _player_problems(combat)
    yield from _number_problems(combat)
    yield from _reference_problems(combat)
    yield from _era_problems(combat)
    yield from event_problems(combat)
    yield from pairing_problems(combat.attackers, combat.blockers, combat.bands)


def _creatures(combat: Combat) -> Iterator[tuple[Path, Creature]]:
    for i, attacker in enumerate(combat.attackers):
        yield ("attackers", i), attacker.creature
    for i, blocker in enumerate(combat.blockers):
        yield ("blockers", i), blocker.creature
    for i, bystander in enumerate(combat.bystanders):
        yield ("creatures", i), bystander.creature


def _id_problems(combat: Combat) -> Iterator[Problem]:
    named: list[tuple[Path, str]] = [(("players", p.id), p.id) for p in combat.players]
    named += [((*path, "id"), creature.id) for path, creature in _creatures(combat)]
    named += [(("planeswalkers", i, "id"), w.id) for i, w in enumerate(combat.planeswalkers)]
    named += [(("battles", i, "id"), b.id) for i, b in enumerate(combat.battles)]
    seen: set[str] = set()
    for path, id_ in named:
        if not _ID.fullmatch(id_):
            yield Problem(
                path,
                f"{id_!r} cannot be an id: use letters, digits, and _ - ' . between them; "
                "a title goes into 'name'",
            )
        elif id_ == RESERVED:
            yield Problem(path, f"{id_!r} stands for the defending player; choose another id")
        elif id_ in seen:
            yield Problem(path, f"{id_!r} is already the id of something else on this board")
        seen.add(id_)


def _creature_problems(path: Path, creature: Creature) -> Iterator[Problem]:
    for key, least in (("power", -LIMIT), ("toughness", 0), ("damage", 0)):
        yield from _range_problem((*path, key), key, getattr(creature, key), least)
    if creature.value is not None:
        yield from _range_problem((*path, "value"), "value", creature.value, -LIMIT)
    yield from _text_problems((*path, "keywords"), creature.keywords, parse_keyword)
    yield from _text_problems((*path, "types"), creature.types, _parse_type)
    for color in sorted(creature.colors - set(COLORS)):
        yield Problem((*path, "colors"), f"{color!r} is not a colour{did_you_mean(color, COLORS)}")


def _text_problems(
    path: Path, texts: Iterable[str], parse: Callable[[str], str]
) -> Iterator[Problem]:
    """Yield what is not known among texts, or not written as `parse` writes it."""
    for text in sorted(texts):
        try:
            word = parse(text)
        except ValueError as error:
            yield Problem(path, str(error))
        else:
            if word != text:
                yield Problem(path, f"write {word!r}")


def _parse_type(text: str) -> str:
    word = " ".join(text.lower().split())
    if not _TYPE.fullmatch(word):
        message = f"{text!r} is not a type: types are words like 'wolf' or 'legendary'"
        raise ValueError(message)
    return word


def _player_problems(combat: Combat) -> Iterator[Problem]:
    for player in combat.players:
        path = ("players", player.id, "abilities")
        yield from _text_problems(path, player.abilities, parse_ability)
    if combat.active_player != ACTIVE:
        message = f"the first player is the active player and has the id {ACTIVE!r}"
        yield Problem(("players", combat.active_player), message)


def _number_problems(combat: Combat) -> Iterator[Problem]:
    for player in combat.players:
        yield from _range_problem(("players", player.id, "life"), "life", player.life, -LIMIT)
        yield from _range_problem(("players", player.id, "poison"), "poison", player.poison, 0)
        yield from _commander_problems(combat, player)
    for i, walker in enumerate(combat.planeswalkers):
        yield from _range_problem(("planeswalkers", i, "loyalty"), "loyalty", walker.loyalty, 0)
    for i, battle in enumerate(combat.battles):
        yield from _range_problem(("battles", i, "defense"), "defense", battle.defense, 0)
    for i, blocker in enumerate(combat.blockers):
        if blocker.can_block is not None:
            path = ("blockers", i, "can_block")
            yield from _range_problem(path, "can_block", blocker.can_block, 1)


def _commander_problems(combat: Combat, player: Player) -> Iterator[Problem]:
    commanders = {creature.id for _, creature in _creatures(combat) if creature.commander}
    for id_, damage in player.commander_damage:
        path: Path = ("players", player.id, "commander_damage", id_)
        yield from _range_problem(path, "commander_damage", damage, 0)
        if id_ not in commanders:
            message = f"{id_!r} is not a creature with commander = true"
            yield Problem(path, f"{message}{did_you_mean(id_, commanders)}")


def _range_problem(path: Path, what: str, number: int, least: int) -> Iterator[Problem]:
    if type(number) is not int:
        yield Problem(path, f"{what} is {number!r}; it must be a whole number")
    elif not least <= number <= LIMIT:
        reason = f"at least {least}" if number < least else f"at most {LIMIT}"
        yield Problem(path, f"{what} is {number}; it must be {reason}")


def _reference_problems(combat: Combat) -> Iterator[Problem]:
    players = {player.id for player in combat.players}
    opponents = players - {combat.active_player}
    attackable = opponents | set(combat.permanents)
    for i, attacker in enumerate(combat.attackers):
        if attacker.attacks not in attackable:
            yield Problem(
                ("attackers", i, "attacks"),
                f"{attacker.attacks!r} is not a defending player, planeswalker or battle"
                f"{did_you_mean(attacker.attacks, attackable)}",
            )
    owners: list[tuple[Path, str]] = [
        (("planeswalkers", i, "controller"), w.controller)
        for i, w in enumerate(combat.planeswalkers)
    ]
    owners += [(("battles", i, "protector"), b.protector) for i, b in enumerate(combat.battles)]
    owners += [(("blockers", i, "controller"), b.controller) for i, b in enumerate(combat.blockers)]
    for i, bystander in enumerate(combat.bystanders):
        if bystander.controller not in players:
            yield Problem(
                ("creatures", i, "controller"),
                f"{bystander.controller!r} is not a player"
                f"{did_you_mean(bystander.controller, players)}",
            )
    for path, owner in owners:
        if owner not in opponents:
            yield Problem(
                path, f"{owner!r} is not a defending player{did_you_mean(owner, opponents)}"
            )


def _era_problems(combat: Combat) -> Iterator[Problem]:
    rules = combat.rules
    for i, _ in enumerate(combat.planeswalkers):
        if not rules.planeswalkers:
            yield Problem(
                ("planeswalkers", i),
                f"there are no planeswalkers under the rules {rules}; they exist from lorwyn on",
            )
    for i, _ in enumerate(combat.battles):
        if not rules.battles:
            yield Problem(
                ("battles", i),
                f"there are no battles under the rules {rules}; they exist in m12 "
                "(from 2023) and foundations",
            )
    for path, creature in _creatures(combat):
        if creature.has(TRAMPLE_OVER_PLANESWALKERS) and not rules.trample_over_planeswalkers:
            yield Problem(
                (*path, "keywords"),
                f"there is no trample over planeswalkers under the rules {rules}; it exists in "
                "m12 (from 2021) and foundations",
            )
