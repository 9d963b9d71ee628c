"""What every event does to a combat, at every moment at which it can happen."""

from __future__ import annotations

from typing import Any

import pytest

import lethal
from happening import (
    BETWEEN,
    BLOCKS,
    STACK,
    event,
    facts,
    just_after,
    ready_combat,
    stepped,
    with_events,
)
from lethal_models import (
    Attacker,
    Blocker,
    Bystander,
    Combat,
    Creature,
    Planeswalker,
    Player,
    damage_step,
    ruleset,
)
from lethal_models.course.steps import ready
from lethal_models.events import Action, Event

# --- Every action, at every moment -----------------------------------------------------------

MOMENTS = [
    ("foundations", BLOCKS, ""),
    ("m12", BETWEEN, ""),
    ("alara", BLOCKS, ""),
    ("alara", STACK, "first"),
    ("alara", STACK, "regular"),
    ("alara", BETWEEN, ""),
]


def board(rules: str) -> Combat:
    """Return a combat with two damage steps; in the first one only the fencer assigns."""
    return Combat(
        (
            Attacker(Creature("bear", 2, 2, frozenset({"trample"}))),
            Attacker(Creature("ogre", 3, 3)),
            Attacker(Creature("fencer", 1, 1, frozenset({"first strike"}))),
        ),
        (Blocker(Creature("elf", 0, 4), ("bear",)), Blocker(Creature("troll", 2, 2), ())),
        ruleset(rules),
        planeswalkers=(Planeswalker("jace", 3),),
        bystanders=(
            Bystander(Creature("lion", 2, 2)),
            Bystander(Creature("wolf", 1, 1), "defending"),
        ),
    )


HAPPENING: list[tuple[dict[str, Any], set[str], set[str]]] = [
    (
        {"do": "pump", "creature": "ogre", "power": 2, "toughness": -1},
        {"ogre is 3/3"},
        {"ogre is 5/2"},
    ),
    ({"do": "pump", "creature": "wolf", "power": -3}, {"wolf is 1/1"}, {"wolf is -2/1"}),
    ({"do": "set", "creature": "elf", "toughness": 1}, {"elf is 0/4"}, {"elf is 0/1"}),
    (
        {"do": "damage", "to": "ogre", "amount": 2},
        {"ogre has 0 damage"},
        {"ogre has 2 damage"},
    ),
    (
        {"do": "damage", "to": "active", "amount": 2, "by": "elf"},
        {"active has 20 life"},
        {"active has 18 life"},
    ),
    (
        {"do": "damage", "to": "jace", "amount": 2},
        {"jace has 3 loyalty"},
        {"jace has 1 loyalty"},
    ),
    (
        {"do": "damage", "to": "jace", "amount": 4},
        {"jace has 3 loyalty", "jace is there"},
        {"jace has 0 loyalty"},
    ),
    ({"do": "damage", "to": "ogre", "amount": 0}, set(), set()),
    ({"do": "prevent"}, set(), {"prevent None by - to -"}),
    (
        {"do": "prevent", "by": "ogre", "to": "defending", "amount": 2},
        set(),
        {"prevent 2 by ogre to defending"},
    ),
    ({"do": "double", "by": "ogre"}, set(), {"double None by ogre to -"}),
    ({"do": "double", "amount": 3}, set(), {"double 3 by - to -"}),
    ({"do": "add", "to": "elf", "amount": 1}, set(), {"add 1 by - to elf"}),
    (
        {"do": "double life gain", "player": "active"},
        set(),
        {"double life gain None by - to active"},
    ),
    (
        {"do": "damage can't be prevented", "by": "ogre"},
        set(),
        {"damage can't be prevented None by ogre to -"},
    ),
    *(
        (
            {"do": do, "creature": "wolf"},
            {
                "wolf is untapped, out of combat",
                "wolf is 1/1",
                "wolf is controlled by defending",
                "wolf has 0 damage",
                "wolf has 0 shields",
            },
            {"wolf is gone"},
        )
        for do in ("destroy", "sacrifice", "return to hand", "exile", "stop being a creature")
    ),
    (
        {"do": "remove from combat", "creature": "bear"},
        {"bear attacks defending", "bear is blocked", "bear is blocked by elf", "elf blocks bear"},
        {"bear is untapped, out of combat"},
    ),
    (
        {"do": "remove from combat", "creature": "elf"},
        {"bear is blocked by elf", "elf blocks bear"},
        {"elf is untapped, out of combat"},
    ),
    ({"do": "gain", "creature": "elf", "keyword": "reach"}, set(), {"elf has reach"}),
    ({"do": "gain", "creature": "bear", "keyword": "trample"}, set(), set()),
    ({"do": "lose", "creature": "bear", "keyword": "trample"}, {"bear has trample"}, set()),
    ({"do": "lose", "creature": "elf", "keyword": "trample"}, set(), set()),
    ({"do": "regenerate", "creature": "elf"}, {"elf has 0 shields"}, {"elf has 1 shields"}),
    (
        {"do": "tap", "creature": "lion"},
        {"lion is untapped, out of combat"},
        {"lion is tapped, out of combat"},
    ),
    ({"do": "tap", "creature": "bear"}, set(), set()),
    ({"do": "tap", "creature": "elf"}, set(), set()),
    ({"do": "untap", "creature": "bear"}, set(), set()),
    (
        {"do": "change controller", "creature": "bear", "player": "defending"},
        {
            "bear attacks defending",
            "bear is blocked",
            "bear is blocked by elf",
            "elf blocks bear",
            "bear is controlled by active",
        },
        {"bear is untapped, out of combat", "bear is controlled by defending"},
    ),
    (
        {"do": "change controller", "creature": "elf", "player": "active"},
        {"bear is blocked by elf", "elf blocks bear", "elf is controlled by defending"},
        {"elf is untapped, out of combat", "elf is controlled by active"},
    ),
    (
        {"do": "change controller", "creature": "wolf", "player": "active"},
        {"wolf is controlled by defending"},
        {"wolf is controlled by active"},
    ),
    ({"do": "change controller", "creature": "elf", "player": "defending"}, set(), set()),
    ({"do": "become blocked", "creature": "ogre"}, set(), {"ogre is blocked"}),
    ({"do": "become blocked", "creature": "bear"}, set(), set()),
    ({"do": "become unblocked", "creature": "ogre"}, set(), set()),
    (
        {"do": "put attacking", "creature": "lion", "attacks": "jace"},
        {"lion is untapped, out of combat"},
        {"lion attacks jace"},
    ),
    (
        {"do": "put blocking", "creature": "wolf", "blocks": "ogre"},
        {"wolf is untapped, out of combat"},
        {"wolf blocks ogre", "ogre is blocked by wolf", "ogre is blocked"},
    ),
    (
        {"do": "block", "creature": "troll", "blocks": "bear"},
        set(),
        {"troll blocks bear", "bear is blocked by troll"},
    ),
    (
        {"do": "block", "creature": "elf", "blocks": "ogre"},
        set(),
        {"elf blocks ogre", "ogre is blocked by elf", "ogre is blocked"},
    ),
    (
        {"do": "block", "creature": "wolf", "blocks": "bear"},
        {"wolf is untapped, out of combat"},
        {"wolf blocks bear", "bear is blocked by wolf"},
    ),
    (
        {"do": "reselect", "creature": "bear", "attacks": "jace"},
        {"bear attacks defending"},
        {"bear attacks jace"},
    ),
    (
        {"do": "gain life", "player": "active", "amount": 5},
        {"active has 20 life"},
        {"active has 25 life"},
    ),
    (
        {"do": "lose life", "player": "active", "amount": 5},
        {"active has 20 life"},
        {"active has 15 life"},
    ),
]


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize(("fields", "no_more", "now"), HAPPENING)
def test_an_event_does_this_and_nothing_else(
    fields: dict[str, Any], no_more: set[str], now: set[str], moment: tuple[str, str, str]
) -> None:
    rules, at, step = moment
    before = facts(just_after(with_events(board(rules), event("untap", "lion", at=at, step=step))))
    then = facts(just_after(with_events(board(rules), event(at=at, step=step, **fields))))
    assert no_more <= before
    assert then == (before - no_more) | now


@pytest.mark.parametrize(("rules", "at", "step"), MOMENTS)
def test_a_player_who_leaves_the_game_of_two_ends_the_combat(
    rules: str, at: str, step: str
) -> None:
    leave = event("leave the game", player="active", at=at, step=step)
    line = lethal.play(with_events(board(rules), leave))
    assert [player.id for player in line.end.players] == ["defending"]
    assert line.outcome.destroyed == ()


def test_every_action_but_the_impossible_one_is_in_these_tests() -> None:
    tested = {Action(fields["do"]) for fields, _, _ in HAPPENING} | {Action.LEAVE_GAME}
    assert tested == set(Action) - {Action.COUNTER}


def test_events_happen_in_their_order() -> None:
    combat = ready_combat(
        "20:2/2x2/2",
        event("pump", "a1", power=1),
        event("set", "a1", power=5),
        event("pump", "a1", power=1, toughness=1),
    )
    assert "a1 is 6/3" in facts(combat)


def test_an_event_on_the_stack_happens_in_the_first_step_there_is_by_default() -> None:
    lose = event("lose life", player="defending", amount=1, at=STACK)
    one_step = lethal.play(with_events("alara:20:2/2", lose))
    two_steps = lethal.play(with_events("alara:20:2/2S", lose))
    assert one_step.outcome.life["defending"] == 17
    assert two_steps.outcome.life["defending"] == 15
    texts = [entry.text for entry in two_steps.log]
    assert texts.index("the defending player loses 1 life") < texts.index("combat damage step")


# --- Size ------------------------------------------------------------------------------------


def test_a_creature_whose_toughness_becomes_0_dies_at_once() -> None:
    combat = ready_combat("20:2/2x1/1", event("pump", "b1", toughness=-1))
    assert facts(combat) >= {"b1 is gone", "a1 is blocked"}
    assert damage_step(combat).sources == ()


def test_a_creature_whose_toughness_sinks_to_its_damage_dies_at_once() -> None:
    assert "b1 is gone" in facts(ready_combat("20:2/2x1/4-2", event("set", "b1", toughness=2)))
    assert "b1 is gone" not in facts(ready_combat("20:2/2x1/4-2", event("set", "b1", toughness=3)))


def test_a_creature_whose_toughness_becomes_0_is_not_saved_by_a_shield_or_indestructible() -> None:
    # 704.5f: it is put into the graveyard, not destroyed.
    for other in (event("regenerate", "b1"), event("gain", "b1", keyword="indestructible")):
        combat = ready_combat("20:2/2x1/1", other, event("pump", "b1", toughness=-1))
        assert "b1 is gone" in facts(combat)


def test_a_creature_assigns_by_the_power_that_it_has_then() -> None:
    combat = ready_combat("20:2/2,2/2", event("pump", "a1", power=-2), event("pump", "a2", power=1))
    assert [(s.id, s.amount) for s in damage_step(combat).sources] == [("a2", 3)]


def test_with_damage_on_the_stack_a_changed_power_is_ignored_and_a_toughness_is_not() -> None:
    # 310.4a.
    pumped = event("pump", "b1", at=STACK, power=5, toughness=5)
    line = lethal.play(with_events("alara:20:3/3x2/2", pumped))
    assert line.outcome.destroyed == ()


# --- Damage ----------------------------------------------------------------------------------


def test_a_blocker_that_damage_kills_leaves_its_attacker_blocked() -> None:
    # 509.1h, 510.1c.
    combat = ready_combat("20:2/2x1/1", event("damage", to="b1", amount=1))
    assert facts(combat) >= {"b1 is gone", "a1 is blocked"}
    assert damage_step(combat).sources == ()


def test_damage_on_a_creature_stays_marked() -> None:
    line = lethal.play(with_events("20:2/2x0/3", event("damage", to="b1", amount=1)))
    assert line.outcome.destroyed == ("b1",)


def test_damage_of_the_fanatic_that_was_sacrificed() -> None:
    # O-7, 510.2: it kills the hawk and no longer fights the piker.
    line = lethal.play(
        with_events(
            "m12:20:hawk=1/1,piker=2/1xfanatic=1/1",
            event("sacrifice", "fanatic"),
            event("damage", to="hawk", amount=1, by="fanatic"),
        )
    )
    assert "hawk is gone" in facts(line.end)
    assert "piker is gone" not in facts(line.end)
    assert line.outcome.life["defending"] == 20


def test_the_fanatic_that_is_sacrificed_with_damage_on_the_stack_kills_two() -> None:
    # 310.4a: its damage is dealt though it is gone.
    line = lethal.play(
        with_events(
            "alara:20:hawk=1/1,piker=2/1xfanatic=1/1",
            event("sacrifice", "fanatic", at=STACK),
            event("damage", to="hawk", amount=1, by="fanatic", at=STACK),
        )
    )
    assert facts(line.end) >= {"hawk is gone", "piker is gone"}


@pytest.mark.parametrize("rules", ["alara", "m10", "foundations"])
def test_lifelink_works_with_any_damage(rules: str) -> None:
    hurt = event("damage", to="defending", amount=3, by="a1")
    assert facts(ready_combat(f"{rules}:20:2/2L", hurt)) >= {
        "defending has 17 life",
        "active has 23 life",
    }


def test_lifelink_of_a_creature_that_has_left_gives_life_to_whoever_controlled_it() -> None:
    # 608.2h: last known information.
    combat = ready_combat(
        "20:2/2x1/1L", event("exile", "b1"), event("damage", to="a1", amount=1, by="b1")
    )
    assert facts(combat) >= {"defending has 21 life", "a1 has 1 damage"}


@pytest.mark.parametrize("rules", ["m10", "foundations"])
def test_any_damage_of_a_source_with_deathtouch_destroys(rules: str) -> None:
    combat = ready_combat(f"{rules}:20:2/2Dx9/9", event("damage", to="b1", amount=1, by="a1"))
    assert "b1 is gone" in facts(combat)


def test_deathtouch_does_not_destroy_what_is_indestructible_or_was_dealt_nothing() -> None:
    combat = ready_combat("20:2/2Dx9/9I", event("damage", to="b1", amount=1, by="a1"))
    assert "b1 has 1 damage" in facts(combat)
    combat = ready_combat("20:2/2Dx9/9", event("damage", to="b1", amount=0, by="a1"))
    assert "b1 is 9/9" in facts(combat)


def test_infect_and_wither_give_counters_with_any_damage() -> None:
    # 702.80, 702.90.
    combat = ready_combat(
        "20:2/2N,2/2Wx3/3",
        event("damage", to="defending", amount=2, by="a1"),
        event("damage", to="b1", amount=1, by="a1"),
        event("damage", to="b1", amount=1, by="a2"),
    )
    assert facts(combat) >= {
        "defending has 20 life",
        "defending has 2 poison",
        "b1 is 1/1",
        "b1 has 0 damage",
    }


def test_toxic_and_commanders_count_combat_damage_only() -> None:
    # 702.164c, 903.10a.
    general = Creature("general", 0, 1, frozenset({"toxic 2"}), commander=True)
    hurt = event("damage", to="defending", amount=21, by="general")
    combat = ready_combat(
        Combat((Attacker(general),), players=(Player("active"), Player("defending", 40))), hurt
    )
    assert facts(combat) >= {"defending has 19 life", "defending has 0 poison"}
    assert combat.player["defending"].commander_damage == ()
    assert lethal.play(with_events(combat.changed(events=()))).outcome.losers == ()


def test_protection_prevents_damage_of_what_it_is_from() -> None:
    # 702.16e.
    wall = Creature("wall", 0, 3, frozenset({"protection from red"}))
    red = Creature("red", 2, 2, colors=frozenset({"red"}))
    green = Creature("green", 2, 2, colors=frozenset({"green"}))
    combat = Combat((Attacker(red), Attacker(green)), (Blocker(wall, ("red",)),))
    by_red = event("damage", to="wall", amount=2, by="red")
    by_green = event("damage", to="wall", amount=2, by="green")
    assert "wall has 0 damage" in facts(ready_combat(combat, by_red))
    assert "wall has 2 damage" in facts(ready_combat(combat, by_green))


def test_damage_is_prevented_doubled_and_enlarged_before_it_is_dealt() -> None:
    hurt = event("damage", to="b1", amount=2)
    assert "b1 has 1 damage" in facts(ready_combat("20:2/2x0/9", event("prevent", amount=1), hurt))
    assert "b1 has 4 damage" in facts(ready_combat("20:2/2x0/9", event("double"), hurt))
    assert "b1 has 3 damage" in facts(ready_combat("20:2/2x0/9", event("add", amount=1), hurt))


def test_damage_that_kills_a_player_ends_the_game() -> None:
    line = lethal.play(with_events("3:2/2", event("damage", to="defending", amount=3)))
    assert line.outcome.losers == ("defending",)
    assert line.assignments == {}


# --- Destroying and leaving ------------------------------------------------------------------


def test_what_is_indestructible_is_not_destroyed_but_can_be_sacrificed() -> None:
    assert "b1 is 1/1" in facts(ready_combat("20:2/2x1/1I", event("destroy", "b1")))
    assert "b1 is gone" in facts(ready_combat("20:2/2x1/1I", event("sacrifice", "b1")))


def test_a_regenerated_creature_leaves_combat_healed_and_its_shield_is_used() -> None:
    # 701.15a; 506.4.
    combat = ready_combat("20:2/2x1/3-2", event("regenerate", "b1"), event("destroy", "b1"))
    said = facts(combat)
    assert {"b1 is 1/3", "b1 has 0 damage", "b1 has 0 shields", "a1 is blocked"} <= said
    assert "a1 is blocked by b1" not in said
    assert damage_step(combat).sources == ()


def test_one_shield_is_for_one_destruction() -> None:
    destroyed = event("destroy", "b1")
    combat = ready_combat("20:2/2x1/1", event("regenerate", "b1"), destroyed, destroyed)
    assert "b1 is gone" in facts(combat)
    shield = event("regenerate", "b1")
    combat = ready_combat("20:2/2x1/1", shield, shield, destroyed, destroyed)
    assert "b1 is 1/1" in facts(combat)


@pytest.mark.parametrize("do", ["sacrifice", "exile", "return to hand"])
def test_a_regeneration_shield_is_only_against_destruction(do: str) -> None:
    assert "b1 is gone" in facts(
        ready_combat("20:2/2x1/1", event("regenerate", "b1"), event(do, "b1"))
    )


def test_lethal_damage_of_an_event_uses_a_regeneration_shield() -> None:
    combat = ready_combat(
        "20:2/2x1/3", event("regenerate", "b1"), event("damage", to="b1", amount=3)
    )
    said = facts(combat)
    assert {"b1 has 0 damage", "b1 has 0 shields", "a1 is blocked"} <= said
    assert "b1 blocks a1" not in said


def test_only_what_was_destroyed_is_told_as_such() -> None:
    for do, destroyed in (("destroy", ("b1",)), ("exile", ()), ("return to hand", ())):
        line = lethal.play(with_events("20:2/2x1/1", event(do, "b1")))
        assert line.outcome.destroyed == destroyed


LEAVING = ["destroy", "sacrifice", "return to hand", "exile", "stop being a creature"]


@pytest.mark.parametrize("do", LEAVING)
def test_with_damage_on_the_stack_what_has_left_deals_but_is_dealt_none(do: str) -> None:
    # 310.4a, 310.4c.
    line = lethal.play(with_events("alara:20:2/2Lx2/2", event(do, "b1", at=STACK)))
    assert facts(line.end) >= {"a1 is gone", "b1 is gone", "active has 20 life"}


@pytest.mark.parametrize(
    "left",
    [
        event("remove from combat", "b1", at=STACK),
        event("change controller", "b1", player="active", at=STACK),
    ],
)
def test_with_damage_on_the_stack_what_has_only_left_combat_deals_and_is_dealt(left: Event) -> None:
    # 310.4a.
    line = lethal.play(with_events("alara:20:2/2x2/2", left))
    assert line.outcome.destroyed == ("a1", "b1")


def test_with_damage_on_the_stack_a_regenerated_creature_is_dealt_it_all_the_same() -> None:
    # It leaves combat, but stays in play (310.4a).
    shield, destroyed = event("regenerate", "b1", at=STACK), event("destroy", "b1", at=STACK)
    line = lethal.play(with_events("alara:20:2/2x2/2", shield, destroyed))
    assert line.outcome.destroyed == ("a1", "b1")


@pytest.mark.parametrize("do", [*LEAVING, "remove from combat"])
def test_without_the_stack_what_has_left_combat_neither_deals_nor_is_dealt(do: str) -> None:
    line = lethal.play(with_events("m10:20:2/2x2/2,1/1", event(do, "b1")))
    assert line.outcome.damage == {"defending": 1}
    assert "a1 is 2/2" in facts(line.end)


def test_an_attacker_that_leaves_frees_its_blocker_for_nothing_else() -> None:
    combat = ready_combat("20:2/2x1/1,2/2", event("exile", "a1"))
    assert combat.blockers[0].attackers == ()
    assert [source.id for source in damage_step(combat).sources] == ["a2"]


def test_a_blocker_of_two_goes_on_blocking_the_other() -> None:
    combat = ready_combat("20:2/2xb=1/4,2/2xb", event("remove from combat", "a1"))
    assert combat.blockers[0].attackers == ("a2",)


def test_the_damage_assignment_order_keeps_what_is_left() -> None:
    # 509.2a.
    combat = ready_combat("m12:20:9/9x1/1+2/2+3/3", event("remove from combat", "b2"))
    assert combat.attackers[0].blockers == ("b1", "b3")


def test_what_stopped_being_a_creature_is_no_creature_for_later_damage() -> None:
    combat = ready_combat("20:2/2x2/2", event("stop being a creature", "b1"))
    assert "b1" not in combat.on_battlefield


# --- Keywords --------------------------------------------------------------------------------


def test_first_strike_that_is_gained_before_damage_makes_two_steps() -> None:
    line = lethal.play(with_events("20:2/2x2/2", event("gain", "a1", keyword="first strike")))
    assert line.outcome.destroyed == ("b1",)


def test_first_strike_that_is_lost_before_damage_leaves_one_step() -> None:
    line = lethal.play(with_events("20:2/2Fx2/2", event("lose", "a1", keyword="first strike")))
    assert line.outcome.destroyed == ("a1", "b1")
    assert list(line.assignments) == ["regular"]


BETWEEN_STRIKES = [
    # 702.7c: losing first strike gives no second hit, gaining it takes none away.
    ("20:2/2F", event("lose", "a1", keyword="first strike", at=BETWEEN), 2),
    ("20:2/2,1/1F", event("gain", "a1", keyword="first strike", at=BETWEEN), 3),
    # 702.4c-d.
    ("20:2/2S", event("lose", "a1", keyword="double strike", at=BETWEEN), 2),
    ("20:2/2F", event("gain", "a1", keyword="double strike", at=BETWEEN), 4),
    # It had no step before, so it assigns once.
    ("20:2/2,1/1F", event("gain", "a1", keyword="double strike", at=BETWEEN), 3),
]


@pytest.mark.parametrize("rules", ["sixth", "alara", "m10", "foundations"])
@pytest.mark.parametrize(("text", "change", "damage"), BETWEEN_STRIKES)
def test_first_and_double_strike_between_the_steps(
    rules: str, text: str, change: Event, damage: int
) -> None:
    line = lethal.play(with_events(f"{rules}:{text}", change))
    assert line.outcome.damage == {"defending": damage}


@pytest.mark.parametrize(("do", "letters", "damage"), [("lose", "S", 2), ("gain", "F", 4)])
def test_double_strike_with_first_damage_on_the_stack(do: str, letters: str, damage: int) -> None:
    # 502.28c-d.
    change = event(do, "a1", keyword="double strike", at=STACK)
    line = lethal.play(with_events(f"alara:20:2/2{letters}", change))
    assert line.outcome.damage == {"defending": damage}


def test_a_keyword_that_is_gained_with_damage_on_the_stack_works_when_it_is_dealt() -> None:
    # 310.4b: the source as it is now.
    line = lethal.play(
        with_events("alara:20:2/2", event("gain", "a1", keyword="lifelink", at=STACK))
    )
    assert line.outcome.life == {"active": 22, "defending": 18}


# --- Control ---------------------------------------------------------------------------------


def test_a_band_goes_on_without_a_member_that_has_left() -> None:
    # 702.22e.
    def banded(*ids: str) -> Combat:
        creatures = [Creature(id_, 1, 1, frozenset({"banding"})) for id_ in "abc"]
        return Combat(
            tuple(map(Attacker, creatures)), (Blocker(Creature("w", 3, 3), ("a",)),), bands=(ids,)
        )

    combat = ready_combat(
        banded("a", "b", "c"), event("change controller", "a", player="defending")
    )
    assert combat.bands == (("b", "c"),)
    assert facts(combat) >= {"b is blocked by w", "c is blocked by w"}
    assert ready_combat(banded("a", "b"), event("remove from combat", "a")).bands == ()


def test_a_creature_whose_controller_has_changed_can_block_by_an_effect() -> None:
    combat = ready_combat(
        "20:2/2,3/3",
        event("change controller", "a1", player="defending"),
        event("block", "a1", blocks="a2"),
    )
    assert facts(combat) >= {"a1 blocks a2", "a2 is blocked by a1", "a1 is controlled by defending"}


# --- Blocked and unblocked -------------------------------------------------------------------


def test_an_attacker_that_an_effect_made_blocked_assigns_nothing() -> None:
    # 510.1c, 310.2c.
    for rules in ("sixth", "m12", "foundations"):
        assert (
            damage_step(ready_combat(f"{rules}:20:2/2", event("become blocked", "a1"))).sources
            == ()
        )


def test_a_trampler_that_an_effect_made_blocked_assigns_everything_to_the_player() -> None:
    # 702.19d.
    for rules in ("lorwyn", "m12", "foundations"):
        line = lethal.play(with_events(f"{rules}:20:2/2T", event("become blocked", "a1")))
        assert line.outcome.damage == {"defending": 2}


def test_a_band_becomes_blocked_together_also_by_an_effect() -> None:
    # 702.22i.
    combat = Combat(
        tuple(Attacker(Creature(id_, 1, 1, frozenset({"banding"}))) for id_ in "abc"),
        bands=(("a", "b"),),
    )
    said = facts(ready_combat(combat, event("become blocked", "a")))
    assert {"a is blocked", "b is blocked"} <= said
    assert "c is blocked" not in said


def test_an_attacker_without_blockers_left_can_become_unblocked() -> None:
    line = lethal.play(with_events("20:2/2x0", event("become unblocked", "a1")))
    assert line.outcome.damage == {"defending": 2}
    line = lethal.play(
        with_events("20:2/2x1/1", event("exile", "b1"), event("become unblocked", "a1"))
    )
    assert line.outcome.damage == {"defending": 2}


# --- Entering --------------------------------------------------------------------------------


def entering(text: str, *newcomers: Bystander) -> Combat:
    combat = lethal.parse(text)
    return Combat(
        combat.attackers,
        combat.blockers,
        combat.rules,
        combat.players,
        combat.planeswalkers,
        bystanders=newcomers,
    )


HERO = Bystander(Creature("hero", 4, 4))
GUARD = Bystander(Creature("guard", 1, 1), "defending")


def test_what_is_put_attacking_is_unblocked_and_deals_damage() -> None:
    # 508.4, 508.4d.
    put = event("put attacking", "hero", attacks="defending")
    combat = ready_combat(entering("20:2/2x2/2", HERO), put)
    assert "hero is blocked" not in facts(combat)
    line = lethal.play(with_events(entering("20:2/2x2/2", HERO), put))
    assert line.outcome.damage == {"defending": 4}


def test_what_is_put_attacking_between_the_steps_deals_its_damage_once() -> None:
    put = event("put attacking", "hero", attacks="defending", at=BETWEEN)
    for rules in ("sixth", "alara", "m10", "foundations"):
        line = lethal.play(with_events(entering(f"{rules}:20:1/1F", HERO), put))
        assert line.outcome.damage == {"defending": 5}


def test_a_first_striker_that_is_put_attacking_between_the_steps_assigns_in_the_second() -> None:
    # 510.4: it had no first strike as the first step began.
    fencer = Bystander(Creature("fencer", 2, 2, frozenset({"first strike"})))
    put = event("put attacking", "fencer", attacks="defending", at=BETWEEN)
    line = lethal.play(with_events(entering("20:1/1F", fencer), put))
    assert line.outcome.damage == {"defending": 3}


def test_what_is_put_attacking_with_damage_on_the_stack_has_none_of_it() -> None:
    put = event("put attacking", "hero", attacks="defending", at=STACK)
    line = lethal.play(with_events(entering("alara:20:1/1", HERO), put))
    assert line.outcome.damage == {"defending": 1}


def test_the_order_says_where_a_new_blocker_is_inserted() -> None:
    # O-6, 509.7: anywhere, the others keep their order; by default last.
    for place, order in (
        (1, ("guard", "b1", "b2")),
        (2, ("b1", "guard", "b2")),
        (3, ("b1", "b2", "guard")),
        (None, ("b1", "b2", "guard")),
    ):
        put = event("put blocking", "guard", blocks="a1", place=place)
        combat = ready_combat(entering("m12:20:3/3x1/1+1/1", GUARD), put)
        assert combat.attackers[0].blockers == order


def test_a_new_blocker_in_the_first_place_needs_its_lethal_damage_first() -> None:
    put = event("put blocking", "guard", blocks="a1", place=1)
    legal = lethal.assignments(with_events(entering("m12:20:2/2x1/1", GUARD), put))
    assert [str(assignment) for assignment in legal] == ["a1:guard=1,b1=1", "a1:guard=2"]


def test_what_is_put_blocking_makes_an_unblocked_attacker_blocked() -> None:
    line = lethal.play(
        with_events(entering("20:2/2", GUARD), event("put blocking", "guard", blocks="a1"))
    )
    assert line.outcome.destroyed == ("guard",)
    assert line.outcome.damage == {}


def test_what_is_put_blocking_between_the_steps_fights_in_the_second() -> None:
    put = event("put blocking", "guard", blocks="a1", at=BETWEEN)
    line = lethal.play(with_events(entering("20:2/1S", GUARD), put))
    assert line.outcome.damage == {"defending": 2}
    assert line.outcome.destroyed == ("a1", "guard")


def test_what_is_put_blocking_a_creature_that_has_left_never_blocks() -> None:
    # 509.4a: it is on the battlefield all the same.
    combat = ready_combat(
        entering("20:2/2,3/3", GUARD),
        event("exile", "a1"),
        event("put blocking", "guard", blocks="a1"),
        event("pump", "guard", toughness=1),
    )
    assert facts(combat) >= {"guard is 1/2", "guard is untapped, out of combat"}
    assert combat.blockers == ()
    assert [source.id for source in damage_step(combat).sources] == ["a2"]


def test_what_is_put_blocking_a_member_of_a_band_blocks_all_members() -> None:
    # 702.22h.
    combat = Combat(
        tuple(Attacker(Creature(id_, 1, 1, frozenset({"banding"}))) for id_ in "ab"),
        bands=(("a", "b"),),
        bystanders=(GUARD,),
    )
    said = facts(ready_combat(combat, event("put blocking", "guard", blocks="b")))
    assert {"a is blocked by guard", "b is blocked by guard"} <= said
    assert {"guard blocks a", "guard blocks b"} <= said


def test_the_order_says_where_a_creature_is_inserted_that_blocks_one_more() -> None:
    # 509.6.
    for place, order in ((1, ("b3", "b1", "b2")), (2, ("b1", "b3", "b2")), (3, ("b1", "b2", "b3"))):
        block = event("block", "b3", blocks="a1", place=place)
        combat = ready_combat("m12:20:3/3x1/1+1/1,2/2x1/1", block)
        assert combat.attackers[0].blockers == order
        assert combat.blockers[2].attackers == ("a2", "a1")


def test_the_attacker_is_inserted_into_the_blockers_own_order_too() -> None:
    # 509.6: by default last.
    for place, order in (
        (1, ("a3", "a1", "a2")),
        (2, ("a1", "a3", "a2")),
        (None, ("a1", "a2", "a3")),
    ):
        block = event("block", "b", blocks="a3", own_place=place)
        combat = ready_combat("m12:20:1/1xb=3/3,1/1xb,1/1", block)
        assert combat.blockers[0].attackers == order


# --- Reselecting -----------------------------------------------------------------------------


def test_an_attacker_that_reselects_stays_attacking_and_as_blocked_as_it_was() -> None:
    # 508.7.
    combat = ready_combat("20+j=3:2/2@jx1/1,2/2@j", event("reselect", "a1", attacks="defending"))
    assert facts(combat) >= {"a1 attacks defending", "a1 is blocked by b1", "a2 attacks j"}
    line = lethal.play(with_events("20+j=3:2/2@j", event("reselect", "a1", attacks="defending")))
    assert line.outcome.damage == {"defending": 2}
    assert line.outcome.loyalty == {}


def test_an_attacker_can_reselect_when_what_it_attacked_is_gone() -> None:
    combat = ready_combat("20+j=0:2/2@j", event("reselect", "a1", attacks="defending"))
    assert [source.recipients[0].id for source in damage_step(combat).sources] == ["defending"]


# --- Life and players ------------------------------------------------------------------------


def test_a_player_who_gained_life_survives() -> None:
    line = lethal.play(with_events("2:3/3", event("gain life", player="defending", amount=2)))
    assert line.outcome.losers == ()
    assert line.outcome.life == {"active": 20, "defending": 1}


@pytest.mark.parametrize("player", ["active", "defending"])
def test_a_player_at_0_life_loses_before_any_damage(player: str) -> None:
    line = lethal.play(with_events("20:3/3", event("lose life", player=player, amount=20)))
    assert line.outcome.losers == (player,)
    assert line.assignments == {}
    assert line.outcome.life[player] == 0


def three_players(*events: Event) -> Combat:
    """Return a combat of alice and bob; bob's jace is attacked too."""
    return Combat(
        (
            Attacker(Creature("a", 2, 2), "alice"),
            Attacker(Creature("b", 3, 3), "bob"),
            Attacker(Creature("c", 4, 4), "jace"),
        ),
        (Blocker(Creature("wall", 2, 9), ("a",), controller="bob"),),
        players=(Player("active"), Player("alice"), Player("bob")),
        planeswalkers=(Planeswalker("jace", 5, "bob"),),
        bystanders=(Bystander(Creature("cat", 1, 1), "bob"),),
        events=events,
    )


def test_who_leaves_the_game_leaves_with_all_they_control() -> None:
    # 800.4a; 506.4c: whoever attacked them attacks nothing.
    combat = ready(three_players(event("leave the game", player="bob"))).combat
    assert [player.id for player in combat.players] == ["active", "alice"]
    assert facts(combat) >= {"wall is gone", "cat is gone", "jace has 0 loyalty", "a is blocked"}


def test_state_based_actions_follow_each_event() -> None:
    # The first event kills it, so that the second one comes too late.
    combat = with_events(
        "20:2/2x1/1", event("pump", "b1", toughness=-1), event("pump", "b1", toughness=1)
    )
    with pytest.raises(lethal.LethalError, match="b1 is not on the battlefield then"):
        ready(combat)


def test_events_between_the_steps_come_after_state_based_actions() -> None:
    situation = stepped(
        ready(with_events("20:2/2Fx2/2", event("gain life", player="active", amount=1, at=BETWEEN)))
    )
    assert facts(situation.combat) >= {"b1 is gone", "active has 21 life"}
