"""Thirty points at which programs get combat damage wrong, one after another.

The numbers are those of the list in the project's notes on the rules. Not here, because they are
not about damage, are what may attack and block: the declaration part of 18 (only the protector of a
battle has blocks declared against it), 20 (requirements are met as far as possible), the first part
of 21 (evasion counts when blocks are declared), and 22 (costs to block). Of 17 a planeswalker that
is a creature too is not expressible in a board.
"""

from __future__ import annotations

import pytest

import lethal
from judging import broken
from lethal_models import (
    Attacker,
    Blocker,
    BoardError,
    Bystander,
    Combat,
    Creature,
    Player,
    ruleset,
)
from lethal_models.events import Action, Event, Moment
from lethal_models.keywords import AS_THOUGH_UNBLOCKED, DIVIDED_AS_YOU_CHOOSE, LETHAL_BY_POWER
from whole import combat, damage, died, legal, result, results

BLOCKS, STACK, BETWEEN = Moment.BLOCKS, Moment.STACK, Moment.BETWEEN
STACKED = ("sixth", "eighth", "lorwyn", "alara")
ORDERED = ("m10", "m11", "m12")
ALL = (*STACKED, *ORDERED, "foundations")
TOKEN = Creature("s", 1, 1)


# --- 1 and 2: the joint check ----------------------------------------------------------------


@pytest.mark.parametrize("rules", ALL)
def test_01_damage_of_other_attackers_counts_in_whatever_order_they_are_asked(rules: str) -> None:
    board = f"{rules}:20:3/5xb=6/6,4/4Txb,4/4xb"
    assert legal(board)[0] == "a1:b=3 a2:p=4 a3:b=4"
    assert lethal.assignments(board).count() == 5


@pytest.mark.parametrize("rules", ORDERED)
def test_01_two_attackers_may_rely_on_each_others_damage(rules: str) -> None:
    baloth = lethal.assignments(f"{rules}:20:7/7xc=3/3-2+b=2/4+d=5/5,4/4xb+e=2/1")
    assert "a1:c=1,b=1,d=5 a2:b=3,e=1" in baloth
    assert baloth.count() == 80


def test_02_each_player_is_checked_for_all_their_creatures_and_for_no_others() -> None:
    board = "m12:20:2/2xb=3/3+2/2,2/2xb"
    assert broken(board, "a1:b2=2 a2:b=2", by="active") == ["510.1c"]
    assert broken(board, "b:a1=2,a2=1 b2:a1=2", by="defending") == []


# --- 3 and 4: deathtouch ---------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["m11", "m12", "foundations"])
def test_03_a_point_of_deathtouch_from_another_attacker_is_lethal_damage(rules: str) -> None:
    board = lethal.assignments(f"{rules}:20:1/1Dxb=9/9,3/3Txb")
    assert "a1:b=1 a2:p=3" in board
    assert lethal.assignments(f"{rules}:20:1/1xb=9/9,3/3Txb").count() == 1


def test_03_a_point_of_deathtouch_is_lethal_damage_for_any_toughness() -> None:
    assert legal("20:3/3TDx0/100")[0] == "a1:b1=1,p=2"


def test_03_a_creature_that_needs_nothing_needs_no_deathtouch_either() -> None:
    assert "a1:p=3" in legal("20:3/3TDx3/3I-3")


def test_04_under_magic_2010_deathtouch_ignores_the_order_and_a_point_is_not_lethal() -> None:
    assert broken("m10:20:2/2Dx4/4+3/3", "a1:b2=2") == []
    assert broken("m10:20:4/4TDx2/2", "a1:b1=1,p=3") == ["702.17b"]
    assert broken("m10:20:4/4TDx2/2", "a1:b1=2,p=2") == []
    assert broken("m11:20:2/2Dx4/4+3/3", "a1:b2=2") == ["510.1c"]
    assert broken("m11:20:4/4TDx2/2", "a1:b1=1,p=3") == []


# --- 5 and 6: two steps ----------------------------------------------------------------------


@pytest.mark.parametrize("rules", ALL)
def test_05_a_double_striker_assigns_afresh_among_those_who_still_block(rules: str) -> None:
    board = f"{rules}:20:3/3Sx0/3+0/3"
    assert died(board, first="a1:b1=3") == ["b1", "b2"]
    with pytest.raises(lethal.LethalError, match="b1"):
        results(board, first="a1:b1=3", regular="a1:b1=3")


@pytest.mark.parametrize("rules", ALL)
def test_05_the_damage_of_the_first_step_counts_in_the_second(rules: str) -> None:
    board = f"{rules}:20:3/5STx0/3I"
    assert damage(board, first="a1:b1=3", regular="a1:p=3") == 3
    assert max(r.damage.get("defending", 0) for r in results(board)) == 3


@pytest.mark.parametrize("rules", ALL)
def test_06_first_strike_that_comes_or_goes_between_the_steps_changes_nothing(rules: str) -> None:
    board = f"{rules}:20:2/2F,3/3"
    assert damage(combat(board, Event(BETWEEN, Action.GAIN, "a2", keyword="first strike"))) == 5
    assert damage(combat(board, Event(BETWEEN, Action.LOSE, "a1", keyword="first strike"))) == 5


@pytest.mark.parametrize("rules", ALL)
def test_06_double_strike_lost_between_the_steps_takes_the_second_hit_away(rules: str) -> None:
    lost = Event(BETWEEN, Action.LOSE, "a1", keyword="double strike")
    assert damage(combat(f"{rules}:20:2/2S", lost)) == 2


@pytest.mark.parametrize("rules", ALL)
def test_06_double_strike_gained_between_the_steps_gives_a_first_striker_a_second_hit(
    rules: str,
) -> None:
    gained = Event(BETWEEN, Action.GAIN, "a1", keyword="double strike")
    assert damage(combat(f"{rules}:20:2/2F", gained)) == 4
    # A creature without first strike strikes once all the same.
    late = Event(BETWEEN, Action.GAIN, "a2", keyword="double strike")
    assert damage(combat(f"{rules}:20:2/2F,3/3", late)) == 5


@pytest.mark.parametrize(("rules", "dealt"), [("lorwyn", 2), ("alara", 0), ("m12", 0)])
def test_06_a_first_striker_without_power_has_had_its_step_except_under_lorwyn(
    rules: str, dealt: int
) -> None:
    # 310.5 asks who did not assign; only Lorwyn's text has creatures without power not assign.
    grown = Event(BETWEEN, Action.PUMP, "a1", power=2)
    assert damage(combat(f"{rules}:20:0/2F", grown)) == dealt


@pytest.mark.parametrize("rules", ALL)
def test_06_a_first_striker_without_recipient_has_had_its_step_since_magic_2010_only(
    rules: str,
) -> None:
    # Its blocker is gone in the first step; in the second a token blocks it.
    token = Event(BETWEEN, Action.PUT_BLOCKING, "s", blocks="a1")
    board = combat(f"{rules}:20:2/2Fx0", token, outside=((TOKEN, "defending"),))
    assert died(board) == (["s"] if rules in STACKED else [])


# --- 7 and 8: blockers and sources that are gone ---------------------------------------------


@pytest.mark.parametrize("rules", ALL)
def test_07_an_attacker_whose_blockers_are_gone_stays_blocked(rules: str) -> None:
    gone = Event(BLOCKS, Action.RETURN, "b1")
    assert legal(combat(f"{rules}:20:3/3x2/2", gone)) == [""]
    assert legal(combat(f"{rules}:20:3/3Tx2/2", gone)) == ["a1:p=3"]


@pytest.mark.parametrize("rules", ["sixth", "eighth"])
def test_07_the_oldest_trample_reaches_past_nobody_only_if_blockers_were_removed(
    rules: str,
) -> None:
    blocked = Event(BLOCKS, Action.BECOME_BLOCKED, "a1")
    assert legal(combat(f"{rules}:20:3/3T", blocked)) == [""]


@pytest.mark.parametrize("rules", ["lorwyn", "alara", *ORDERED, "foundations"])
def test_07_a_trampler_that_an_effect_made_blocked_deals_everything_to_the_player(
    rules: str,
) -> None:
    blocked = Event(BLOCKS, Action.BECOME_BLOCKED, "a1")
    assert legal(combat(f"{rules}:20:3/3T", blocked)) == ["a1:p=3"]
    assert legal(combat(f"{rules}:20:3/3", blocked)) == [""]


@pytest.mark.parametrize("rules", STACKED)
def test_08_damage_on_the_stack_is_dealt_as_assigned_whatever_becomes_of_its_source(
    rules: str,
) -> None:
    board = f"{rules}:20:3/3x4/4"
    assert died(combat(board, Event(STACK, Action.DESTROY, "b1"))) == ["a1", "b1"]
    assert died(combat(board, Event(STACK, Action.PUMP, "b1", power=-4))) == ["a1"]
    assert died(combat(board, Event(STACK, Action.PUMP, "a1", power=1))) == ["a1"]


@pytest.mark.parametrize("rules", STACKED)
def test_08_damage_on_the_stack_finds_who_left_combat_and_not_who_left_the_battlefield(
    rules: str,
) -> None:
    board = f"{rules}:20:3/3x1/1"
    assert died(combat(board, Event(STACK, Action.REMOVE, "b1"))) == ["b1"]
    assert died(combat(board, Event(STACK, Action.RETURN, "b1"))) == []


@pytest.mark.parametrize("rules", [*ORDERED, "foundations"])
def test_08_since_magic_2010_nothing_happens_between_assigning_and_dealing(rules: str) -> None:
    with pytest.raises(BoardError, match="does not use the stack"):
        combat(f"{rules}:20:3/3x4/4", Event(STACK, Action.RETURN, "b1"))


# --- 9 and 10: what is marked ----------------------------------------------------------------


@pytest.mark.parametrize("rules", ALL)
def test_09_an_indestructible_blocker_with_enough_damage_marked_needs_nothing(rules: str) -> None:
    assert "a1:p=3" in legal(f"{rules}:20:3/3Tx2/2I-2")
    assert "a1:p=3" in legal(f"{rules}:20:3/3Tx2/2I-5")
    assert "a1:p=3" not in legal(f"{rules}:20:3/3Tx2/2I-1")


@pytest.mark.parametrize("rules", ALL)
def test_09_damage_that_is_prevented_is_not_marked(rules: str) -> None:
    shield = Event(BLOCKS, Action.PREVENT, to="b1", amount=2)
    board = combat(f"{rules}:20:3/3STx0/2", shield)
    # 2 of the first step were prevented, so 2 must be assigned again.
    assert damage(board, first="a1:b1=2,p=1", regular="a1:b1=2,p=1") == 2
    with pytest.raises(lethal.LethalError, match="b1 has 0 of the 2 it needs"):
        results(board, first="a1:b1=2,p=1", regular="a1:p=3")


@pytest.mark.parametrize("rules", ALL)
def test_10_wither_lowers_what_a_blocker_needs_and_deals_in_the_second_step(rules: str) -> None:
    # The 5/5 becomes a 2/2: it needs 2 more, and its 2 damage do not kill the 3/3.
    board = f"{rules}:20:3/3STWx5/5"
    whole = result(board, first="a1:b1=3", regular="a1:b1=2,p=1")
    assert (whole.destroyed, whole.damage) == (("b1",), {"defending": 1})
    with pytest.raises(lethal.LethalError, match="b1 has 1 of the 2 it needs"):
        results(board, first="a1:b1=3", regular="a1:b1=1,p=2")


def test_10_counters_kill_an_indestructible_creature_between_the_steps() -> None:
    assert died("20:3/3STWx3/3I", first="a1:b1=3") == ["b1"]
    assert damage("20:3/3STWx3/3I", first="a1:b1=3") == 3


# --- 11 to 15: amounts and order -------------------------------------------------------------


@pytest.mark.parametrize("rules", ALL)
@pytest.mark.parametrize("power", [0, -2])
def test_11_a_blocker_without_power_assigns_nothing_and_blocks_all_the_same(
    rules: str, power: int
) -> None:
    board = f"{rules}:20:4/4x{power}/9"
    assert legal(board, "both") == ["a1:b1=4"]
    assert damage(board) == 0


@pytest.mark.parametrize("rules", ALL)
def test_12_all_power_must_be_assigned_and_trample_may_keep_it_on_the_blockers(rules: str) -> None:
    assert legal(f"{rules}:20:3/3Tx1/1") == ["a1:b1=1,p=2", "a1:b1=2,p=1", "a1:b1=3"]
    assert broken(f"{rules}:20:3/3Tx1/1", "a1:b1=1,p=1") != []
    # Without enough for both blockers nothing need be lethal, see 13 for the order.
    weak = lethal.assignments(f"{rules}:20:3/3Tx2/2+2/2")
    assert weak.count() == (2 if rules in ORDERED else 4)


@pytest.mark.parametrize("rules", ORDERED)
def test_13_the_order_binds_later_blockers_only(rules: str) -> None:
    board = f"{rules}:20:5/5x2/2+2/2+2/2"
    for more_than_lethal in ("a1:b1=5", "a1:b1=4,b2=1", "a1:b1=2,b2=3"):
        assert broken(board, more_than_lethal) == []
    assert broken(board, "a1:b1=2,b2=1,b3=2") == ["510.1c"]


@pytest.mark.parametrize("rules", ORDERED)
def test_14_a_blocker_that_is_gone_leaves_the_others_in_their_order(rules: str) -> None:
    gone = Event(BLOCKS, Action.DESTROY, "b2")
    board = combat(f"{rules}:20:4/4x3/3+9/9+2/2", gone)
    assert legal(board) == ["a1:b1=3,b3=1", "a1:b1=4"]


@pytest.mark.parametrize(
    ("place", "found"),
    [
        (1, ["a1:s=1,b1=1", "a1:s=2"]),
        (2, ["a1:b1=1,s=1", "a1:b1=2"]),
        (3, ["a1:b1=1,b2=1", "a1:b1=2"]),
    ],
)
def test_14_a_new_blocker_is_put_anywhere_into_the_order(place: int, found: list[str]) -> None:
    token = Event(BLOCKS, Action.PUT_BLOCKING, "s", blocks="a1", place=place)
    board = combat("m12:20:2/2x1/1+1/1", token, outside=((TOKEN, "defending"),))
    assert legal(board) == found


@pytest.mark.parametrize("rules", ALL)
@pytest.mark.parametrize(
    "effect",
    [
        Event(BLOCKS, Action.PREVENT, to="b1"),
        Event(BLOCKS, Action.PREVENT, to="b1", amount=2),
        Event(BLOCKS, Action.DOUBLE, by="a1"),
        Event(BLOCKS, Action.ADD, by="a1", amount=5),
        Event(BLOCKS, Action.REGENERATE, "b1"),
        Event(BLOCKS, Action.GAIN, "b1", keyword="indestructible"),
        Event(BLOCKS, Action.GAIN, "b1", keyword="protection from creatures"),
    ],
    ids=lambda effect: effect.do.value,
)
def test_15_neither_order_nor_trample_looks_at_what_will_become_of_the_damage(
    rules: str, effect: Event
) -> None:
    for board in (f"{rules}:20:5/5Tx2/2+2/2", f"{rules}:20:3/3x2/2+2/2"):
        assert legal(combat(board, effect)) == legal(board)


# --- 16 to 18: planeswalkers and battles -----------------------------------------------------


@pytest.mark.parametrize("rules", ["lorwyn", "alara", *ORDERED, "foundations"])
def test_16_nothing_leaks_to_the_player_when_the_planeswalker_is_gone(rules: str) -> None:
    assert legal(f"{rules}:20+j=0:5/5@j") == [""]
    assert legal(f"{rules}:20+j=0:5/5T@j") == [""]
    assert legal(f"{rules}:20+j=0:5/5T@jx1/2") == ["a1:b1=5"]


@pytest.mark.parametrize("rules", ["m12", "foundations"])
def test_16_trample_over_planeswalkers_reaches_the_player_when_the_planeswalker_is_gone(
    rules: str,
) -> None:
    assert legal(f"{rules}:20+j=0:5/5P@j") == ["a1:p=5"]
    assert legal(f"{rules}:20+j=0:5/5P@jx0/4") == ["a1:b1=4,p=1", "a1:b1=5"]


@pytest.mark.parametrize("rules", ["m12", "foundations"])
def test_17_loyalty_counts_the_damage_of_others_and_not_deathtouch(rules: str) -> None:
    assert "a1:j=1 a2:j=2,p=5" in legal(f"{rules}:20+j=3:1/1@j,7/7P@j")
    assert broken(f"{rules}:20+j=3:1/1D@j,7/7PD@j", "a1:j=1 a2:j=1,p=6") == ["702.19c"]


@pytest.mark.parametrize("rules", ["m12", "foundations"])
def test_18_attackers_of_a_battle_damage_the_battle(rules: str) -> None:
    assert legal(f"{rules}:20+k=3B:5/5T@kx2/2")[0] == "a1:b1=2,k=3"
    assert result(f"{rules}:20+k=4B:3/3@k").defense == {"k": 3}
    assert damage(f"{rules}:20+k=4B:9/9@k") == 0


# --- 19: banding -----------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ALL)
def test_19_a_banding_blocker_has_the_defending_player_divide_among_the_blockers(
    rules: str,
) -> None:
    # The active player has nothing to divide.
    assert legal(f"{rules}:20:2/2x0/2B+0/2") == [""]
    divided = legal(f"{rules}:20:2/2x0/2B+0/2", "defending")
    assert divided == ["a1:b2=2", "a1:b1=1,b2=1", "a1:b1=2"]


@pytest.mark.parametrize("rules", ALL)
def test_19_a_banding_blocker_may_let_nothing_trample_through(rules: str) -> None:
    divided = legal(f"{rules}:20:9/9Tx0/1B", "defending")
    assert "a1:b1=9" in divided
    assert len(divided) == 9


@pytest.mark.parametrize("rules", ALL)
def test_19_a_creature_that_blocks_one_of_a_band_blocks_every_member(rules: str) -> None:
    band = Combat(
        (
            Attacker(Creature("hero", 1, 1, frozenset({"banding"}))),
            Attacker(Creature("bear", 2, 2)),
        ),
        (Blocker(Creature("wall", 0, 9), ("hero",)),),
        ruleset(rules),
        bands=(("hero", "bear"),),
    )
    assert legal(band) == ["hero:wall=1 bear:wall=2"]


# --- 21 and 23: who is in combat -------------------------------------------------------------


@pytest.mark.parametrize("rules", ALL)
def test_21_a_block_stays_when_evasion_comes_or_reach_goes_later(rules: str) -> None:
    board = Combat(
        (Attacker(Creature("bird", 2, 2, frozenset({"flying"}))),),
        (Blocker(Creature("spider", 1, 3, frozenset({"reach"})), ("bird",)),),
        ruleset(rules),
        events=(
            Event(BLOCKS, Action.LOSE, "spider", keyword="reach"),
            Event(BLOCKS, Action.GAIN, "bird", keyword="can't be blocked"),
        ),
    )
    assert legal(board) == ["bird:spider=2"]


@pytest.mark.parametrize("rules", ALL)
def test_21_a_creature_put_into_combat_blocking_need_not_be_able_to_block(rules: str) -> None:
    flying = Event(BLOCKS, Action.GAIN, "a1", keyword="flying")
    token = Event(BLOCKS, Action.PUT_BLOCKING, "s", blocks="a1")
    board = combat(f"{rules}:20:2/2", flying, token, outside=((TOKEN, "defending"),))
    assert legal(board) == ["a1:s=2"]


@pytest.mark.parametrize("rules", ALL)
def test_23_a_creature_that_regenerates_leaves_combat(rules: str) -> None:
    shield = Event(BLOCKS, Action.REGENERATE, "b1")
    # The first damage uses the shield up, and the blocker deals nothing in the second step.
    assert died(combat(f"{rules}:20:2/1Fx2/2", shield)) == []
    destroyed = Event(BLOCKS, Action.DESTROY, "b1")
    assert legal(combat(f"{rules}:20:2/1x2/2", shield, destroyed), "both") == [""]


@pytest.mark.parametrize("rules", ALL)
def test_23_a_creature_whose_controller_changes_leaves_combat(rules: str) -> None:
    stolen = Event(BLOCKS, Action.CONTROL, "b1", player="active")
    assert legal(combat(f"{rules}:20:2/2x2/2", stolen), "both") == [""]
    stolen = Event(BLOCKS, Action.CONTROL, "a1", player="defending")
    assert damage(combat(f"{rules}:20:2/2,3/3", stolen)) == 3


@pytest.mark.parametrize("rules", ALL)
def test_23_a_creature_that_is_tapped_stays_in_combat_and_deals_its_damage(rules: str) -> None:
    tapped = (Event(BLOCKS, Action.TAP, "b1"), Event(BLOCKS, Action.UNTAP, "a1"))
    assert died(combat(f"{rules}:20:2/2x2/2", *tapped)) == ["a1", "b1"]


# --- 24 and 25: other ways to assign, lethal damage by power ----------------------------------


@pytest.mark.parametrize("rules", ALL)
def test_24_as_though_it_was_not_blocked_is_all_or_nothing(rules: str) -> None:
    thorn = Creature("a", 7, 7, frozenset({AS_THOUGH_UNBLOCKED}))
    board = Combat((Attacker(thorn),), (Blocker(Creature("b", 2, 2), ("a",)),), ruleset(rules))
    assert legal(board) == ["a:p=7", "a:b=7"]


@pytest.mark.parametrize("rules", ALL)
def test_24_an_attacker_divided_as_its_player_chooses_mixes_freely(rules: str) -> None:
    orgg = Creature("a", 3, 6, frozenset({DIVIDED_AS_YOU_CHOOSE}))
    blocker = Blocker(Creature("b", 2, 2), ("a",))
    outside = (Bystander(Creature("c", 1, 1), "defending"), Bystander(Creature("d", 1, 1)))
    board = Combat((Attacker(orgg),), (blocker,), ruleset(rules), bystanders=outside)
    # 3 among the blocker, the defending player's other creature and that player: C(5, 2).
    assert lethal.assignments(board).count() == 10
    assert "a:c=1,p=2" in lethal.assignments(board)
    assert broken(board, "a:d=3") == [ruleset(rules).number("blocked attacker")]


@pytest.mark.parametrize("rules", ALL)
def test_25_power_can_say_what_lethal_damage_is(rules: str) -> None:
    players = (Player("active"), Player("defending", abilities=frozenset({LETHAL_BY_POWER})))
    trampler = Attacker(Creature("a", 4, 4, frozenset({"trample"})))
    blocker = Blocker(Creature("b", 1, 5), ("a",))
    board = Combat((trampler,), (blocker,), ruleset(rules), players)
    assert legal(board) == ["a:b=1,p=3", "a:b=2,p=2", "a:b=3,p=1", "a:b=4"]
    assert died(board, regular="a:b=1,p=3") == ["b"]


# --- 26 to 30 --------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ALL)
def test_26_lifelink_saves_a_player_only_since_it_is_part_of_the_damage(rules: str) -> None:
    # 1 - 2 + 3: as a trigger the 3 come too late.
    whole = result(f"{rules}:1:2/2,2/2x3/3L")
    assert whole.losers == (("defending",) if rules in STACKED else ())
    if rules not in STACKED:
        assert whole.life["defending"] == 2


def test_26_two_sources_with_lifelink_make_their_player_gain_life_twice() -> None:
    log = lethal.play("20:2/2L,3/3L").log
    assert [entry.amount for entry in log if entry.kind == "life"] == [2, 3]


@pytest.mark.parametrize("rules", ALL)
def test_27_toughness_0_kills_what_damage_would_not(rules: str) -> None:
    shrunk = Event(BLOCKS, Action.PUMP, "b1", toughness=-2)
    shield = Event(BLOCKS, Action.REGENERATE, "b1")
    # It is not destroyed: neither indestructible nor regeneration helps (704.5f).
    assert died(combat(f"{rules}:20:1/1x1/2I", shield, shrunk)) == ["b1"]


@pytest.mark.parametrize("rules", ALL)
def test_27_a_creature_without_damage_on_it_is_not_destroyed(rules: str) -> None:
    assert died(f"{rules}:20:0/1x0/1") == []


def test_28_without_an_order_the_first_blocker_need_not_have_lethal_damage() -> None:
    assert broken("20:4/4x3/3+3/3", "a1:b1=2,b2=2") == []
    assert broken("20:7/7Tx3/3+3/3", "a1:b1=2,b2=3,p=2") == ["702.19b"]
    assert broken("20:7/7Tx3/3+3/3", "a1:b1=3,b2=3,p=1") == []


def test_29_an_attacker_that_comes_late_is_not_blocked() -> None:
    late = Event(BLOCKS, Action.PUT_ATTACKING, "s", attacks="defending")
    board = combat("20:2/2x2/2", late, outside=((TOKEN, "active"),))
    assert damage(board) == 1


@pytest.mark.parametrize("rules", ALL)
def test_30_a_first_striker_that_comes_between_the_steps_still_has_its_step(rules: str) -> None:
    # It did not have first strike as the first step began, and did not assign in it.
    striker = Creature("s", 1, 1, frozenset({"first strike"}))
    late = Event(BETWEEN, Action.PUT_ATTACKING, "s", attacks="defending")
    assert damage(combat(f"{rules}:20:2/2F", late, outside=((striker, "active"),))) == 3
