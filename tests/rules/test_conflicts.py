"""Where texts of three eras disagree: the same board under each of them.

The texts are the combat rules with damage on the stack (310.1-310.5, 502.9: SIXTH, and ALARA where
planeswalkers matter), those with a damage assignment order (510 to 2024: ORDERED), and today's
(510 since Foundations: FREE). How an illegal assignment is taken back (422, 720-733) is the same
everywhere, so the last test says only which rule it breaks.
"""

from __future__ import annotations

import pytest

import lethal
from judging import broken
from lethal_models import BoardError, Creature, parse
from lethal_models.events import Action, Event, Moment
from whole import combat, damage, died, legal, results

SIXTH, ALARA, ORDERED, FREE = "sixth", "alara", "m12", "foundations"
STACKED = (SIXTH, "eighth", "lorwyn", ALARA)
ERAS = (SIXTH, ORDERED, FREE)


# --- When is damage dealt? May players respond after it was assigned? ------------------------


@pytest.mark.parametrize("rules", STACKED)
def test_with_damage_on_the_stack_a_blocker_that_has_left_still_deals_its_damage(
    rules: str,
) -> None:
    board = f"{rules}:20:2/2x3/3"
    assert died(combat(board, Event(Moment.STACK, Action.RETURN, "b1"))) == ["a1"]


@pytest.mark.parametrize("rules", STACKED)
def test_with_damage_on_the_stack_a_pump_comes_in_time_for_the_one_who_is_hurt_only(
    rules: str,
) -> None:
    pump = Event(Moment.STACK, Action.PUMP, "b1", power=3, toughness=3)
    # The blocker lives as a 5/5, and deals the 2 that it assigned as a 2/2.
    assert died(combat(f"{rules}:20:3/3x2/2", pump)) == []


@pytest.mark.parametrize("rules", [ORDERED, FREE])
def test_since_magic_2010_nobody_can_respond_to_assigned_damage(rules: str) -> None:
    with pytest.raises(BoardError, match="combat damage does not use the stack"):
        combat(f"{rules}:20:2/2x3/3", Event(Moment.STACK, Action.RETURN, "b1"))
    early = Event(Moment.BLOCKS, Action.RETURN, "b1")
    assert died(combat(f"{rules}:20:2/2x3/3", early)) == []


# --- Dividing --------------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "count"), [(SIXTH, 5), (ORDERED, 2), (FREE, 5)])
def test_an_attacker_divides_freely_except_while_there_is_an_order(rules: str, count: int) -> None:
    board = f"{rules}:20:4/3x2/3+1/1"
    assert lethal.assignments(board).count() == count
    assert ("a1:b2=4" in lethal.assignments(board)) == (rules != ORDERED)


@pytest.mark.parametrize("rules", ERAS)
def test_a_single_blocker_is_assigned_everything(rules: str) -> None:
    assert legal(f"{rules}:20:5/5x2/2") == ["a1:b1=5"]


@pytest.mark.parametrize(("rules", "count"), [(SIXTH, 4), (ORDERED, 2), (FREE, 4)])
def test_a_blocker_of_two_divides_freely_except_while_there_is_an_order(
    rules: str, count: int
) -> None:
    board = f"{rules}:20:2/2xb=3/3,2/2xb"
    assert lethal.assignments(board, by="defending").count() == count


@pytest.mark.parametrize(("rules", "count"), [(SIXTH, 180), (ORDERED, 80), (FREE, 180)])
def test_the_finished_whole_is_checked_where_there_is_an_order(rules: str, count: int) -> None:
    board = f"{rules}:20:7/7x3/3-2+b=2/4+5/5,4/4xb+2/1"
    assert lethal.assignments(board).count() == count
    # Neither attacker alone gives the shared blocker its 4.
    assert "a1:b1=1,b=1,b3=5 a2:b=3,b4=1" in lethal.assignments(board)


@pytest.mark.parametrize("rules", ERAS)
def test_the_finished_whole_is_checked_for_trample(rules: str) -> None:
    board = f"{rules}:20:1/1xb=2/2,3/3Txb"
    assert legal(board) == ["a1:b=1 a2:b=1,p=2", "a1:b=1 a2:b=2,p=1", "a1:b=1 a2:b=3"]


# --- Power 0 or less -------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [*STACKED, ORDERED, FREE])
@pytest.mark.parametrize("power", [0, -1])
def test_a_creature_without_power_assigns_no_damage(rules: str, power: int) -> None:
    # The oldest texts have it "assign damage equal to its power"; there too nothing is dealt.
    assert legal(f"{rules}:20:{power}/3") == [""]


# --- Recipients ------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ERAS)
def test_an_unblocked_attacker_deals_its_damage_to_the_player_it_attacks(rules: str) -> None:
    assert damage(f"{rules}:20:3/3") == 3


def test_planeswalkers_came_in_2007_and_battles_in_2023() -> None:
    for rules in (SIXTH, "eighth"):
        with pytest.raises(BoardError, match="no planeswalkers"):
            parse(f"{rules}:20+j=3:3/3@j")
    for rules in (SIXTH, ALARA, "m11"):
        with pytest.raises(BoardError, match="no battles"):
            parse(f"{rules}:20+k=3B:3/3@k")


@pytest.mark.parametrize("rules", [ALARA, ORDERED, FREE])
def test_an_unblocked_attacker_assigns_to_the_planeswalker_or_to_nothing_if_it_is_gone(
    rules: str,
) -> None:
    assert legal(f"{rules}:20+j=3:3/3@j") == ["a1:j=3"]
    assert legal(f"{rules}:20+j=0:3/3@j") == [""]


@pytest.mark.parametrize("rules", [ORDERED, FREE])
def test_an_unblocked_attacker_assigns_to_the_battle_or_to_nothing_if_it_is_gone(
    rules: str,
) -> None:
    assert legal(f"{rules}:20+k=3B:3/3@k") == ["a1:k=3"]
    assert legal(f"{rules}:20+k=0B:3/3@k") == [""]


@pytest.mark.parametrize("rules", ERAS)
def test_a_blocked_attacker_whose_blockers_are_gone_assigns_nothing(rules: str) -> None:
    assert legal(f"{rules}:20:3/3x0") == [""]


# --- Lethal damage ---------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [SIXTH, FREE])
def test_without_an_order_lethal_damage_counts_for_trample_only(rules: str) -> None:
    assert broken(f"{rules}:20:2/2x2/2+2/2", "a1:b1=1,b2=1") == []
    assert broken(f"{rules}:20:3/3Tx2/2+2/2", "a1:b1=1,b2=2") == []
    assert broken(f"{rules}:20:4/4Tx2/2+2/2", "a1:b1=1,b2=2,p=1") != []


def test_with_an_order_lethal_damage_counts_for_the_next_blocker_and_for_trample() -> None:
    assert broken(f"{ORDERED}:20:2/2x2/2+2/2", "a1:b1=1,b2=1") == ["510.1c"]
    assert broken(f"{ORDERED}:20:4/4Tx2/2+2/2", "a1:b1=2,b2=1,p=1") == ["702.19b"]


@pytest.mark.parametrize("rules", ERAS)
def test_marked_damage_counts_as_lethal_damage_and_a_shield_does_not(rules: str) -> None:
    board = f"{rules}:20:4/4Tx2/2-1+1/1"
    shield = Event(Moment.BLOCKS, Action.PREVENT, to="b1", amount=3)
    assert "a1:b1=1,b2=1,p=2" in lethal.assignments(board)
    assert "a1:b2=1,p=3" not in lethal.assignments(board)
    assert legal(combat(board, shield)) == legal(board)


@pytest.mark.parametrize("rules", ERAS)
def test_trample_reaches_the_player(rules: str) -> None:
    assert legal(f"{rules}:20:3/3Tx2/2") == ["a1:b1=2,p=1", "a1:b1=3"]


@pytest.mark.parametrize("rules", [ALARA, ORDERED, FREE])
def test_trample_reaches_the_planeswalker_that_is_attacked(rules: str) -> None:
    assert legal(f"{rules}:20+j=5:3/3T@jx2/2") == ["a1:b1=2,j=1", "a1:b1=3"]


@pytest.mark.parametrize("rules", [ORDERED, FREE])
def test_trample_reaches_the_battle_that_is_attacked(rules: str) -> None:
    assert legal(f"{rules}:20+k=5B:3/3T@kx2/2") == ["a1:b1=2,k=1", "a1:b1=3"]


@pytest.mark.parametrize("rules", ERAS)
def test_a_trampler_whose_blockers_are_gone_deals_everything_to_the_player(rules: str) -> None:
    assert legal(f"{rules}:20:3/3Tx0") == ["a1:p=3"]
    destroyed = Event(Moment.BLOCKS, Action.DESTROY, "b1")
    assert legal(combat(f"{rules}:20:3/3Tx2/2", destroyed)) == ["a1:p=3"]


# --- Mogg Fanatic ----------------------------------------------------------------------------

FANATIC = "20:hawk=1/1,piker=2/1xfanatic=1/1"


def _sacrificed(at: Moment) -> tuple[Event, Event]:
    """Sacrifice the Fanatic: it deals 1 damage to the Hawk."""
    return (
        Event(at, Action.SACRIFICE, "fanatic"),
        Event(at, Action.DAMAGE, by="fanatic", to="hawk", amount=1),
    )


@pytest.mark.parametrize("rules", STACKED)
def test_mogg_fanatic_kills_two_with_damage_on_the_stack(rules: str) -> None:
    board = combat(f"{rules}:{FANATIC}", *_sacrificed(Moment.STACK))
    assert died(board) == ["hawk", "piker"]


@pytest.mark.parametrize("rules", [ORDERED, FREE])
def test_mogg_fanatic_kills_one_or_the_other_since(rules: str) -> None:
    assert died(combat(f"{rules}:{FANATIC}", *_sacrificed(Moment.BLOCKS))) == ["hawk"]
    assert died(f"{rules}:{FANATIC}") == ["piker", "fanatic"]


# --- Illegal assignments ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "number"), [(SIXTH, "310.2a"), (ORDERED, "510.1a"), (FREE, "510.1a")]
)
def test_an_illegal_assignment_is_refused_with_the_rule_of_its_day(rules: str, number: str) -> None:
    board = f"{rules}:20:3/3x2/2"
    assert broken(board, "a1:b1=2") == [number]
    with pytest.raises(lethal.LethalError, match=number):
        results(board, regular="a1:b1=2")


def test_a_creature_put_into_combat_late_needs_no_order_where_there_is_none() -> None:
    # 509.7 existed only with an order: the new blocker is inserted at any place.
    saproling = ((Creature("s", 1, 1), "defending"),)
    for place, ordered in ((1, ["a1:s=1"]), (2, ["a1:b1=1"])):
        event = Event(Moment.BLOCKS, Action.PUT_BLOCKING, "s", blocks="a1", place=place)
        assert legal(combat(f"{ORDERED}:20:1/3x2/2", event, outside=saproling)) == ordered
        for rules in (SIXTH, FREE):
            board = combat(f"{rules}:20:1/3x2/2", event, outside=saproling)
            assert sorted(legal(board)) == ["a1:b1=1", "a1:s=1"]
