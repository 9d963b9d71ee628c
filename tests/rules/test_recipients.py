"""510.1b-d (310.2b-d): who may be assigned damage at all."""

import pytest

from judging import broken, sentences
from lethal_models import damage_step, parse


def recipients(board: str, source: str) -> list[str]:
    return [recipient.id for recipient in damage_step(parse(board)).source[source].recipients]


def test_an_unblocked_attacker_assigns_to_the_player_it_attacks() -> None:
    assert recipients("20:3/3,2/2x1/1", "a1") == ["defending"]
    assert broken("20:3/3,2/2x1/1", "a1:b1=3 a2:b1=2") == ["510.1b"]


def test_an_unblocked_attacker_assigns_to_the_planeswalker_or_battle_it_attacks() -> None:
    assert recipients("20+j=4:3/3@j", "a1") == ["j"]
    assert recipients("20+k=5B:3/3@k", "a1") == ["k"]
    assert broken("20+j=4:3/3@j", "a1:p=3") == ["510.1b"]


@pytest.mark.parametrize("permanent", ["j=0", "j=0B"])
def test_an_attacker_of_something_that_left_combat_assigns_nothing(permanent: str) -> None:
    board = f"20+{permanent}:3/3@j"
    assert broken(board, "") == []
    assert broken(board, "a1:j=3") == ["510.1b"]
    assert broken(board, "a1:p=3") == ["510.1b"]


def test_an_attacker_of_something_that_left_combat_still_fights_its_blocker() -> None:
    assert recipients("20+j=0:2/2@jx2/2", "a1") == ["b1"]


def test_a_blocked_attacker_assigns_to_the_creatures_blocking_it() -> None:
    assert recipients("20:3/3x1/1+2/2", "a1") == ["b1", "b2"]
    assert broken("20:3/3x2/2", "a1:p=3") == ["510.1c"]
    assert broken("2005-06-01:20:3/3x2/2", "a1:p=3") == ["310.2c"]


def test_a_blocked_attacker_without_blockers_assigns_nothing() -> None:
    assert broken("20:3/3x0", "") == []
    assert broken("20:3/3x0", "a1:p=3") == ["510.1c"]


def test_a_blocker_assigns_to_the_attackers_it_blocks() -> None:
    board = "20:3/3xb=2/2,1/1xb,1/1"
    assert recipients(board, "b") == ["a1", "a2"]
    assert broken(board, "b:a3=2", by="defending") == ["510.1d"]
    assert broken(board, "b:a1=1,a2=1", by="defending") == []


def test_the_other_players_damage_is_not_ones_own_to_assign() -> None:
    assert broken("20:3/3x2/2", "a1:b1=3 b1:a1=2") == ["510.1"]
    assert broken("eighth:20:3/3x2/2", "a1:b1=3 b1:a1=2") == ["310.1"]


def test_the_sentence_names_who_may_be_assigned_damage() -> None:
    assert sentences("20:3/3x1/1+2/2", "a1:p=3") == [
        "a1 is blocked, so it may assign damage only to b1, b2, not to the defending player"
    ]
