"""Zilortha: lethal damage is determined by power rather than toughness."""

from __future__ import annotations

import pytest

import lethal
from judging import broken
from lethal_models import Assignment, Attacker, Blocker, Combat, Creature, Player
from lethal_models.keywords import LETHAL_BY_POWER
from lethal_models.outcome import outcome


def combat(attacker: Creature, blocker: Creature, *, of: str = "defending") -> Combat:
    players = (
        Player(id_, abilities=frozenset({LETHAL_BY_POWER} if id_ == of else ()))
        for id_ in ("active", "defending")
    )
    return Combat(
        (Attacker(attacker, blocked_by=(blocker.id,)),), (Blocker(blocker),), players=tuple(players)
    )


TRAMPLER = Creature("a", 5, 5, frozenset({"trample"}))


@pytest.mark.parametrize(
    ("power", "toughness", "damage", "need"),
    [
        (1, 4, 0, 1),
        (4, 1, 0, 4),
        (4, 9, 3, 1),
        (4, 9, 6, 0),
        (0, 3, 0, 1),
        (-2, 3, 0, 1),
        (0, 3, 1, 0),
    ],
)
def test_a_creature_needs_damage_by_its_power_and_some_at_power_0(
    power: int, toughness: int, damage: int, need: int
) -> None:
    blocker = Creature("b", power, toughness, damage=damage)
    board = combat(TRAMPLER, blocker)
    assert board.need("b") == need
    assert broken(board, f"a:b={need},p={5 - need}") == []
    if need:
        assert broken(board, f"a:b={need - 1},p={6 - need}") == ["702.19b"]


def test_it_is_about_its_players_creatures_only() -> None:
    board = combat(TRAMPLER, Creature("b", 1, 4), of="active")
    assert board.need("b") == 4
    assert board.need("a") == 5
    assert broken(board, "a:b=1,p=4") == ["702.19b"]


def test_damage_as_large_as_the_power_destroys() -> None:
    board = combat(TRAMPLER, Creature("b", 1, 4))
    assert outcome(board, Assignment.parse("a:b=1,p=4")).destroyed == ("b",)
    assert lethal.assignments(board).best("kills,damage").values == {"kills": 1, "damage": 4}


def test_counters_destroy_by_toughness_only() -> None:
    # -1/-1 counters make a 2/5 a 0/3, with no damage marked on it.
    board = combat(Creature("a", 2, 2, frozenset({"wither"})), Creature("b", 2, 5))
    assert outcome(board, Assignment.parse("a:b=2")).destroyed == ()
    assert lethal.assignments(board).best("kills").values == {"kills": 0}
    # One damage marked before is as much as its power then.
    board = combat(Creature("a", 2, 2, frozenset({"wither"})), Creature("b", 2, 5, damage=1))
    assert outcome(board, Assignment.parse("a:b=2")).destroyed == ("b",)
    assert lethal.assignments(board).best("kills").values == {"kills": 1}


def test_toughness_0_still_dies() -> None:
    board = combat(Creature("a", 3, 3, frozenset({"wither"})), Creature("b", 9, 3))
    assert outcome(board, Assignment.parse("a:b=3")).destroyed == ("b",)
    assert lethal.assignments(board).best("kills").values == {"kills": 1}
