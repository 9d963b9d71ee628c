"""Combats as one line of text, and which combats that line has words for.

    combat    = [rules ":"] life { "+" permanent } ":" attacker { "," attacker }
    permanent = label "=" number [ "B" ]
    attacker  = [label "="] stats [ "@" label ] [ "x" ( "0" | block { "+" block } ) ]
    block     = [label "="] stats | label
    stats     = power "/" toughness { keyword letter } [ "-" marked damage ]

`6/6Tx2/2+3/3` is a 6/6 trampler blocked by a 2/2 and a 3/3, in damage assignment order; `x0` is
blocked with no blocker left. Creatures without a label are a1, a2 … and b1, b2 … by position. A
permanent with the number 0 has left combat. The order of a shared blocker's attackers is that
of the text. `notation.parse` reads the line.

Names, titles, colours, types, and how many attackers a creature could block have no effect on
what is written here and are left out. Everything else that the line has no words for is refused.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lethal_models.board import ACTIVE, DEFENDING, START_LIFE, Player
from lethal_models.errors import UnsayableError
from lethal_models.keywords import LETTERS
from lethal_models.ruleset import CURRENT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lethal_models.combat import Combat
    from lethal_models.combatants import Attacker
    from lethal_models.creature import Creature

LABEL = re.compile(r"(?!x)[^\W\d][\w'.-]*")
"""A label: starts with a letter other than x (which says "blocked by")."""
PERMANENT_LABEL = re.compile(r"(?!x)[^\W\d](?:(?!x)[\w'.-])*")
"""A label that may follow `@`: without any x, so that the block after it is seen."""


def write_notation(combat: Combat) -> str:
    """Return a combat as one line.

    Raises:
        UnsayableError: The line has no words for something on this board.
    """
    for reason in _unsayable(combat):
        raise UnsayableError(reason)
    rules = "" if combat.rules == CURRENT else f"{combat.rules}:"
    life = str(combat.players[1].life)
    permanents = [f"+{w.id}={w.loyalty}" for w in combat.planeswalkers]
    permanents += [f"+{b.id}={b.defense}B" for b in combat.battles]
    seen: list[str] = []
    attackers = [
        _write_attacker(combat, attacker, i, seen) for i, attacker in enumerate(combat.attackers, 1)
    ]
    return f"{rules}{life}{''.join(permanents)}:{','.join(attackers)}"


def _write_attacker(combat: Combat, attacker: Attacker, number: int, seen: list[str]) -> str:
    text = _write_creature(attacker.creature, f"a{number}")
    if attacker.attacks != DEFENDING:
        text += f"@{attacker.attacks}"
    if not attacker.blocked:
        return text
    blocks: list[str] = []
    for id_ in attacker.blockers:
        if id_ in seen:
            blocks.append(id_)
        else:
            seen.append(id_)
            blocks.append(_write_creature(combat.creatures[id_], f"b{len(seen)}"))
    return f"{text}x{'+'.join(blocks) or '0'}"


def _write_creature(creature: Creature, unlabelled: str) -> str:
    label = "" if creature.id == unlabelled else f"{creature.id}="
    letters = "".join(letter for letter, word in LETTERS.items() if creature.has(word))
    damage = f"-{creature.damage}" if creature.damage else ""
    return f"{label}{creature.power}/{creature.toughness}{letters}{damage}"


def _unsayable(combat: Combat) -> Iterator[str]:
    """Yield the reasons why the notation has no words for a combat."""
    if not combat.attackers:
        yield "nothing attacks"
    yield from _unsayable_players(combat)
    if combat.events or combat.effects:
        yield "something happens in it besides damage"
    if combat.bands or combat.bystanders:
        yield "it has bands" if combat.bands else "it has creatures that are not in the combat"
    for permanent in combat.permanents:
        if not PERMANENT_LABEL.fullmatch(permanent):
            yield f"the label {permanent!r} has an x in it or does not start with a letter"
    for creature in combat.creatures.values():
        yield from _unsayable_creature(creature)
    rank = {attacker.creature.id: i for i, attacker in enumerate(combat.attackers)}
    for blocker in combat.blockers:
        if not blocker.attackers:
            yield f"{blocker.creature.id!r} blocks nothing"
        in_order = list(blocker.attackers) == sorted(blocker.attackers, key=rank.__getitem__)
        if combat.rules.damage_assignment_order and not in_order:
            yield f"{blocker.creature.id!r} orders its attackers otherwise than the board does"


def _unsayable_players(combat: Combat) -> Iterator[str]:
    others = combat.players[1:]
    if [Player(DEFENDING, player.life) for player in others] != [*others] or len(others) != 1:
        yield "its players are not just an active and a defending player with a life total"
    if combat.players[0] != Player(ACTIVE):
        yield f"the active player does not have {START_LIFE} life and no poison"


def _unsayable_creature(creature: Creature) -> Iterator[str]:
    if not LABEL.fullmatch(creature.id):
        yield f"the label {creature.id!r} starts with an x or not with a letter"
    if creature.value is not None:
        yield f"{creature.id!r} has a value of its own"
    if other := creature.keywords - set(LETTERS.values()):
        yield f"there is no letter for {min(other)!r}"
