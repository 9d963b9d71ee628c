"""From the shape of a board file to a combat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lethal_models.board import ACTIVE, DEFENDING, START_LIFE, Battle, Planeswalker, Player
from lethal_models.combat import Combat
from lethal_models.combatants import Attacker, Blocker, Bystander
from lethal_models.creature import Creature
from lethal_models.errors import BoardError, Problem, did_you_mean
from lethal_models.events import Event
from lethal_models.files.claiming import claim_problems

if TYPE_CHECKING:
    from lethal_models.files.schema import BoardFile, CreatureEntry


def combat_of(board: BoardFile) -> Combat:
    """Return the combat that a board file describes.

    Raises:
        BoardError: It makes no sense; problems have the paths of the file.
    """
    if not board.attackers:
        raise BoardError([Problem((), "nothing attacks: the board needs [[attackers]]")])
    players = _players(board)
    opponents = [player.id for player in players[1:]]
    default = DEFENDING if DEFENDING in opponents or not opponents else opponents[0]
    combat = Combat(
        attackers=tuple(
            Attacker(
                _creature(entry),
                default if entry.attacks is None else entry.attacks,
                None if entry.blocked_by is None else tuple(entry.blocked_by),
                entry.blocked,
            )
            for entry in board.attackers
        ),
        blockers=tuple(
            Blocker(
                _creature(entry),
                None if entry.blocks is None else tuple(entry.blocks),
                entry.can_block,
                entry.controller,
            )
            for entry in board.blockers
        ),
        rules=board.rules,
        players=players,
        planeswalkers=tuple(
            Planeswalker(w.id, w.loyalty, w.controller, w.name) for w in board.planeswalkers
        ),
        battles=tuple(Battle(b.id, b.defense, b.protector, b.name) for b in board.battles),
        bands=tuple(map(tuple, board.bands)),
        bystanders=tuple(
            Bystander(_creature(entry), entry.controller, entry.tapped, entry.summoning_sick)
            for entry in board.creatures
        ),
        title=board.title,
        events=tuple(Event(**entry.model_dump()) for entry in board.events),
    )
    known = (*(player.id for player in combat.players), "both")
    if board.expect is not None and board.expect.by not in known:
        message = f"there is no player {board.expect.by!r}{did_you_mean(board.expect.by, known)}"
        raise BoardError([Problem(("expect", "by"), message)])
    if board.expect is not None and (found := list(claim_problems(board.expect, combat))):
        raise BoardError(found)
    if _blocks_are_open(board, combat):
        message = (
            "no block is declared, though there are creatures that could; write blocked_by = [] "
            "on an attacker if nobody blocks"
        )
        raise BoardError([Problem(("attackers", 0), message)])
    return combat


def _blocks_are_open(board: BoardFile, combat: Combat) -> bool:
    """Whether the board leaves open who blocks: then it has no damage step yet."""
    said = [entry.blocked_by is not None or entry.blocked for entry in board.attackers]
    said += [entry.blocks is not None for entry in board.blockers]
    could = bool(board.blockers) or any(
        b.controller != combat.active_player and not b.tapped for b in combat.bystanders
    )
    return could and not any(said)


def _players(board: BoardFile) -> tuple[Player, ...]:
    """Return the active player first, then the others as the file has them."""
    entries = {
        id_: Player(
            id_,
            entry.life,
            entry.poison,
            tuple(entry.commander_damage.items()),
            frozenset(entry.abilities),
        )
        for id_, entry in board.players.items()
    }
    active = entries.pop(ACTIVE, Player(ACTIVE, START_LIFE))
    return (active, *(entries or {DEFENDING: Player(DEFENDING)}).values())


def _creature(entry: CreatureEntry) -> Creature:
    return Creature(
        entry.id,
        entry.power,
        entry.toughness,
        frozenset(entry.keywords),
        entry.damage,
        entry.name,
        entry.value,
        frozenset(entry.colors),
        entry.commander,
        types=frozenset(entry.types),
    )
