"""702.19 (502.9, 702.17, 702.18): trample, and trample over planeswalkers."""

import pytest

from judging import broken, sentences
from lethal_models import damage_step, parse

ERAS = {
    "sixth": "502.9b",
    "eighth": "502.9b",
    "lorwyn": "502.9b",
    "alara": "502.9b",
    "m10": "702.17b",
    "m11": "702.17b",
    "2011-08-01": "702.18b",
    "2018-01-01": "702.19b",
    "foundations": "702.19b",
}


@pytest.mark.parametrize(("rules", "number"), ERAS.items())
def test_every_blocker_needs_lethal_damage_before_the_player_gets_any(
    rules: str, number: str
) -> None:
    board = f"{rules}:20:6/6Tx2/2+3/3"
    assert broken(board, "a1:b1=2,b2=3,p=1") == []
    # The sum would be enough; each must be.
    assert number in broken(board, "a1:b1=5,p=1")


@pytest.mark.parametrize("rules", ["sixth", "foundations"])
def test_without_an_order_nothing_need_be_lethal_when_the_player_gets_nothing(rules: str) -> None:
    assert broken(f"{rules}:20:4/4Tx3/3+3/3", "a1:b1=2,b2=2") == []


def test_the_order_binds_a_trampler_too() -> None:
    assert broken("m12:20:4/4Tx3/3+3/3", "a1:b1=2,b2=2") == ["510.1c"]


def test_damage_of_another_attacker_counts() -> None:
    assert broken("20:3/5xb=6/6,4/4Txb,4/4xb", "a1:b=3 a2:p=4 a3:b=4") == []


def test_marked_damage_counts() -> None:
    assert broken("20:5/5Tx4/4-3", "a1:b1=1,p=4") == []


def test_blockers_own_trample_does_nothing() -> None:
    step = damage_step(parse("20:1/1x5/5T"))
    assert [recipient.id for recipient in step.source["b1"].recipients] == ["a1"]


@pytest.mark.parametrize("rules", ERAS)
def test_a_blocked_trampler_without_blockers_assigns_all_to_the_player(rules: str) -> None:
    assert broken(f"{rules}:20:5/5Tx0", "a1:p=5") == []


def test_a_trampler_that_attacks_a_planeswalker_tramples_onto_it() -> None:
    board = "20+j=6:5/5T@jx1/2"
    assert broken(board, "a1:b1=2,j=3") == []
    assert broken(board, "a1:b1=2,p=3") == ["702.19f"]


def test_plain_trample_never_reaches_the_controller_of_a_planeswalker_that_is_gone() -> None:
    assert broken("20+j=0:5/5T@jx1/2", "a1:b1=2,p=3") == ["702.19f"]
    assert broken("20+j=0:5/5T@jx1/2", "a1:b1=5") == []
    assert broken("20+j=0:5/5T@jx0", "") == []


def test_a_trampler_tramples_onto_a_battle() -> None:
    assert broken("20+k=3B:5/5T@kx1/2", "a1:b1=2,k=3") == []


def test_trample_over_planeswalkers_passes_the_loyalty_with_the_help_of_others() -> None:
    board = "20+j=3:1/1@j,7/7P@j"
    assert broken(board, "a1:j=1 a2:j=2,p=5") == []
    assert broken(board, "a1:j=1 a2:j=1,p=6") == ["702.19c"]


def test_trample_over_planeswalkers_needs_lethal_on_blockers_for_the_planeswalker_too() -> None:
    board = "20+j=3:7/7P@jx2/2"
    assert broken(board, "a1:b1=2,j=3,p=2") == []
    assert broken(board, "a1:b1=1,j=6") == ["702.19b"]
    assert broken(board, "a1:b1=1,j=3,p=3") == ["702.19b", "702.19c"]


def test_deathtouch_never_helps_past_a_planeswalkers_loyalty() -> None:
    assert broken("20+j=3:7/7PD@j", "a1:j=1,p=6") == ["702.19c"]


def test_trample_over_planeswalkers_reaches_the_player_when_the_planeswalker_is_gone() -> None:
    assert broken("20+j=0:4/4P@j", "a1:p=4") == []
    assert broken("20+j=0:4/4P@jx2/2", "a1:b1=2,p=2") == []
    assert broken("20+j=0:4/4P@jx2/2", "a1:b1=1,p=3") == ["702.19e"]


def test_the_sentence_names_every_blocker_that_lacks_something() -> None:
    lacking = "b1 has 1 of the 2 it needs and b2 has 2 of the 3 it needs"
    assert sentences("20:6/6Tx2/2+3/3", "a1:b1=1,b2=2,p=3") == [
        f"a1 may not assign damage to the defending player yet: {lacking}"
    ]
