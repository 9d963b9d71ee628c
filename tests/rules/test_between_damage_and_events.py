"""What happens between damage and events: shields used up, players gone, the game over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import lethal
from happening import BETWEEN, STACK, event, facts, ready_combat, with_events
from lethal_models import Attacker, Blocker, Combat, Creature, Player, damage_step

if TYPE_CHECKING:
    from lethal_models.events import Event

THREE = (Player("active"), Player("alice", 2), Player("bob"))
LOSING = Combat(
    (
        Attacker(Creature("f", 2, 2, frozenset({"first strike"})), "alice"),
        Attacker(Creature("o", 3, 3), "alice"),
        Attacker(Creature("b", 5, 5), "bob"),
    ),
    players=THREE,
)


def test_attackers_of_who_has_lost_assign_nothing_in_the_second_step() -> None:
    line = lethal.play(LOSING)
    assert line.assignments["regular"].as_dict() == {"b": {"bob": 5}}


def test_attackers_of_who_has_left_assign_nothing() -> None:
    combat = ready_combat(LOSING, event("leave the game", player="alice"))
    assert [source.id for source in damage_step(combat).sources] == ["b"]


def test_a_shield_that_prevented_damage_of_an_event_is_used_up() -> None:
    combat = ready_combat(
        "20:2/2x0/9", event("prevent", to="b1", amount=3), event("damage", to="b1", amount=2)
    )
    assert "prevent 1 by - to b1" in facts(combat)


def test_deathtouch_triggers_on_noncombat_damage_before_magic_2010() -> None:
    combat = ready_combat("alara:20:1/1Dx0/9", event("damage", to="b1", amount=1, by="a1"))
    assert "b1 is gone" in facts(combat)


def test_a_spell_is_no_creature_to_be_protected_from() -> None:
    wall = Creature("w", 0, 3, frozenset({"protection from creatures"}))
    combat = Combat((Attacker(Creature("a", 2, 2)),), (Blocker(wall, ("a",)),))
    assert "w has 2 damage" in facts(ready_combat(combat, event("damage", to="w", amount=2)))


def test_lifelink_of_noncombat_damage_comes_too_late_before_magic_2010() -> None:
    lose = event("lose life", player="active", amount=18)
    hurt = event("damage", to="active", by="a1", amount=2)
    assert lethal.play(with_events("alara:20:3/3L", lose, hurt)).outcome.losers == ("active",)


@pytest.mark.parametrize(
    "over",
    [
        event("leave the game", player="active", at=STACK),
        event("lose life", player="active", amount=20, at=STACK),
    ],
)
def test_no_damage_is_dealt_once_the_game_is_over_with_damage_on_the_stack(over: Event) -> None:
    assert lethal.play(with_events("alara:20:3/3", over)).outcome.damage == {}


@pytest.mark.parametrize("rules", ["sixth", "eighth"])
def test_a_trampler_that_no_creature_blocked_does_not_trample_in_the_oldest_texts(
    rules: str,
) -> None:
    line = lethal.play(with_events(f"{rules}:20:3/3T", event("become blocked", "a1")))
    assert line.outcome.damage == {}


def test_two_shields_are_used_as_is_best_for_whoever_is_hurt() -> None:
    board = with_events(
        "20:2/2,2/2", event("prevent", to="defending", amount=2), event("prevent", by="a1")
    )
    assert lethal.play(board).outcome.damage == {}


def test_outcomes_skips_only_what_damage_made_impossible() -> None:
    combat = Combat(
        (Attacker(Creature("a", 1, 1, frozenset({"first strike"}))),),
        (Blocker(Creature("b", 0, 9), ("a",)),),
        events=(event("block", "b", blocks="a", at=BETWEEN),),
    )
    with pytest.raises(lethal.LethalError, match="blocks that already"):
        list(lethal.outcomes(combat))


@pytest.mark.parametrize("rules", ["alara", "foundations"])
def test_doubled_life_gain_counts_for_lifelink_and_other_life(rules: str) -> None:
    twice = event("double life gain", player="active")
    life = event("gain life", player="active", amount=3)
    line = lethal.play(with_events(f"{rules}:20:2/2L", twice, life))
    assert line.outcome.life == {"active": 20 + 6 + 4, "defending": 18}
    assert line.outcome.life_gained == {"active": 4}
