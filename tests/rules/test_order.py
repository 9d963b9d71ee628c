"""Damage assignment order: 510.1c-d from Magic 2010 to Foundations."""

import pytest

import lethal
from judging import broken, sentences

ORDERED = ["m10", "m11", "m12", "2024-04-12"]
FREE = ["sixth", "eighth", "lorwyn", "alara", "foundations", "2025-02-07"]


@pytest.mark.parametrize("rules", ORDERED)
def test_an_earlier_blocker_must_have_lethal_damage(rules: str) -> None:
    board = f"{rules}:20:4/3x2/3+1/1"
    assert broken(board, "a1:b1=2,b2=2") == ["510.1c"]
    assert broken(board, "a1:b1=3,b2=1") == []


@pytest.mark.parametrize("rules", FREE)
def test_without_an_order_division_is_free(rules: str) -> None:
    assert broken(f"{rules}:20:4/3x2/3+1/1", "a1:b2=4") == []


@pytest.mark.parametrize("rules", ORDERED)
def test_a_blockers_own_order_binds_it_too(rules: str) -> None:
    board = f"{rules}:20:1/3xb=4/4,1/2xb"
    assert broken(board, "b:a1=2,a2=2", by="defending") == ["510.1d"]
    assert broken(board, "b:a1=3,a2=1", by="defending") == []


def test_marked_damage_lowers_what_an_earlier_blocker_needs() -> None:
    assert broken("m12:20:4/3x2/3-2+1/1", "a1:b1=1,b2=3") == []


def test_a_blocker_that_needs_nothing_may_be_skipped() -> None:
    assert broken("m12:20:4/3x2/3I-3+1/1", "a1:b2=4") == []


def test_damage_of_another_attacker_counts_in_any_grouping() -> None:
    board = "m12:20:1/1xb=2/2+1/1,2/2xb"
    assert broken(board, "a1:b2=1 a2:b=2") == []


@pytest.mark.parametrize("rules", ["m10", "m11", "m12"])
def test_two_attackers_may_rely_on_each_other(rules: str) -> None:
    # Each needs the other's point on the shared blockers: only the whole can be judged (510.1e).
    board = f"{rules}:20:2/2xx1=1/2+c=1/1,1/1xx1".replace("x1", "s")
    assert broken(board, "a1:s=1,c=1 a2:s=1") == []
    assert broken(board, "a1:c=2 a2:s=1") == ["510.1c"]


def test_the_order_is_the_attackers_choice_not_the_blockers() -> None:
    one = lethal.assignments("m12:20:10/10x1/1+2/2+8/8")
    other = lethal.assignments("m12:20:10/10x8/8+2/2+1/1")
    assert one.ranges()["a1", "b3"] == (0, 7)  # type: ignore[index]
    assert other.ranges()["a1", "b1"] == (8, 10)  # type: ignore[index]


def test_the_sentence_says_who_lacks_what() -> None:
    board = "m12:20:4/4xb=2/4+2/1,1/1xb"
    assert sentences(board, "a1:b=2,b2=2 a2:b=1") == [
        "a1 may not assign damage to b2 yet: b has 3 of the 4 it needs"
    ]
