"""Positions worked out on paper: how many assignments, and how often each result comes about."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import lethal
from lethal_models import Attacker, Blocker, Bystander, Combat, Creature, ruleset
from lethal_models.keywords import AS_THOUGH_UNBLOCKED, DIVIDED_AS_YOU_CHOOSE

if TYPE_CHECKING:
    from lethal.loading import CombatLike

Results = dict[tuple[str, int], int]
"""Who dies and how much damage the defending player is dealt, to the number of ways."""


def results(board: CombatLike, by: str = "both") -> Results:
    """Return the results of a whole combat; no two of these boards differ in anything else."""
    found: Results = {}
    for reached in lethal.outcomes(board, by):
        key = " ".join(reached.outcome.destroyed), reached.outcome.damage.get("defending", 0)
        assert key not in found
        assert reached.assignments is not None
        found[key] = reached.assignments
    return found


def count(board: CombatLike, by: str = "active") -> int:
    return lethal.assignments(board, by).count()


def sizes(board: CombatLike) -> list[int]:
    """Return the sizes of the orbits, sorted."""
    return sorted(orbit.size for orbit in lethal.assignments(board).orbits())


# --- Deathtouch through the eras --------------------------------------------------------------


def test_deathtouch_ignores_the_order_only_under_magic_2010() -> None:
    # 2 damage among three blockers: all on one, or 1 on each of two. From Magic 2011 on the second
    # blocker gets what the first does not need, and the third nothing.
    board = "20:2/2Dx4/4+3/3+1/1"
    every = ("a1 b1", "a1 b2", "a1 b3", "a1 b1 b2", "a1 b1 b3", "a1 b2 b3")
    assert results(f"m10:{board}") == {(dead, 0): 1 for dead in every}
    assert results(f"m11:{board}") == {("a1 b1", 0): 1, ("a1 b1 b2", 0): 1}


def test_a_deathtouch_trampler_has_as_many_choices_in_m10_as_in_m11_but_others() -> None:
    # 3 damage, needs 2 and 3. Magic 2010: any of the 4 divisions, nothing for the player, who gets
    # some after 5. Magic 2011: 1 is lethal, in order: 3; 2+1; 1+2; 1+1 and 1 through. Foundations:
    # the 4 divisions of Magic 2010, and the last of Magic 2011.
    board = "20:3/3DTx2/2+3/3"
    through = {("a1 b1 b2", 1): 1}
    free = {("a1 b1", 0): 1, ("a1 b2", 0): 1, ("a1 b1 b2", 0): 2}
    assert results(f"m10:{board}") == free
    assert results(f"m11:{board}") == {("a1 b1", 0): 1, ("a1 b1 b2", 0): 2} | through
    assert results(f"foundations:{board}") == free | through


def test_what_another_attackers_deathtouch_is_worth_in_every_era() -> None:
    # 1 and 3 damage on a 5/5. Only from Magic 2011 on the 1 lets the trampler through, with 0 to 3.
    # Dead is the 5/5 in every era. Its own 5: the 1/1 first from 2009 to 2024, so that the 3/3 dies
    # of 2 among 5 divisions; before, 0 on the 1/1 is a sixth.
    board = "20:1/1Dxb=5/5,3/3Txb"
    assert results(f"eighth:{board}") == {("a2 b", 0): 1, ("a1 a2 b", 0): 2, ("a1 b", 0): 3}
    assert results(f"m10:{board}") == {("a1 b", 0): 3, ("a1 a2 b", 0): 2}
    assert results(f"m11:{board}") == {
        (dead, through): ways
        for dead, ways in (("a1 b", 3), ("a1 a2 b", 2))
        for through in range(4)
    }


# --- Lethal damage that several sources make up -----------------------------------------------


@pytest.mark.parametrize("rules", ["m10", "m11", "m12"])
def test_two_orders_that_cross_bind_both_attackers(rules: str) -> None:
    # The 3/3 must kill b (2) before c, the 2/2 must kill c (4) before b. With x from the 3/3 on b
    # and y from the 2/2 on c: x = 3 or x >= y; y = 2 or y > x. That leaves y = 2, and x = 2 or 3.
    # b's 2 and c's 4 damage: a1 (3) before a2, in any mixture of both. 9 divisions, each of which
    # kills a1; a2 gets 2 or more in 6.
    board = f"{rules}:20:3/3xb=2/2+c=4/4,2/2xc+b"
    assert [str(assignment) for assignment in lethal.assignments(board)] == [
        "a1:b=2,c=1 a2:c=2",
        "a1:b=3 a2:c=2",
    ]
    assert count(board, "defending") == 9
    assert results(board) == {("a1 a2 b", 0): 2 * 6, ("a1 b", 0): 2 * 3}


def test_another_attacker_meets_the_first_of_an_order() -> None:
    # b needs 2 more, which a2 assigns, so that the trampler's order begins with c (1). Nothing
    # through: 0 to 4 on c. Else 1 on c, and 3 more among b, c and the player of whom he gets 1: 6.
    # b's 3 go to a1, which is not dead before, and c's 1 besides: dead in every case.
    board = "m12:20:4/4Txb=3/3-1+c=1/1,2/2xb"
    assert count(board) == 5 + 6
    assert results(board) == {
        ("a1 b", 0): 1,
        ("a1 b c", 0): 4,
        ("a1 b c", 1): 3,
        ("a1 b c", 2): 2,
        ("a1 b c", 3): 1,
    }


# --- From one step to the next ----------------------------------------------------------------


def test_a_double_striker_divides_anew_after_what_it_did() -> None:
    # 2 damage on a 3/3 and a 2/2, twice. First (0, 2): the 2/2 is dead, the 3/3 gets 2 and lives.
    # (1, 1): then (2, 0) kills the 3/3, (1, 1) and (0, 2) the 2/2. (2, 0): then (2, 0) and (1, 1)
    # kill the 3/3, (0, 2) the 2/2. In order only (2, 0) and then (2, 0) or (1, 1).
    board = "20:2/2Sx3/3+2/2"
    assert results(board) == {("a1 b2", 0): 1 + 2 + 1, ("a1 b1", 0): 1 + 2}
    assert results(f"m12:{board}") == {("a1 b1", 0): 2}


def test_an_indestructible_blocker_needs_nothing_the_second_time() -> None:
    # First 2 or 3 of 3 on the blocker, then anything from 0 to 3: 0 or 1 through, and 0 to 3 more.
    board = "20:3/3STx2/2I"
    assert results(board) == {("", k): ways for k, ways in enumerate((1, 2, 2, 2, 1))}


def test_marked_damage_from_deathtouch_is_not_lethal_the_second_time() -> None:
    # Each time 1 or 2 of 2 on an indestructible 5/5: 1 must be assigned again. Under Magic 2010 1
    # is not lethal, and 2 + 2 are not 5.
    board = "20:2/6STDx5/5I"
    for rules in ("m11", "m12", "foundations"):
        assert results(f"{rules}:{board}") == {("", 0): 1, ("", 1): 2, ("", 2): 1}
    assert results(f"m10:{board}") == {("", 0): 1}


# --- Who divides, and in which way ------------------------------------------------------------


def test_a_banding_blocker_of_a_trampler_gives_its_player_all_the_choices() -> None:
    # 5 damage, needs 1 and 2. Nothing through: 6 divisions, b1 dies of 1 and b2 of 2. 1 through:
    # 1 more on either; 2 through: neither gets more.
    board = "20:5/5Tx1/1B+2/2"
    assert (count(board), count(board, "defending")) == (1, 9)
    assert results(board) == {
        ("b2", 0): 1,
        ("b1 b2", 0): 3,
        ("b1", 0): 2,
        ("b1 b2", 1): 2,
        ("b1 b2", 2): 1,
    }


def test_a_trampler_as_though_unblocked_has_two_ways() -> None:
    # 4 damage, needs 1 and 2. Among the blockers: 5 divisions; 1 through after 1 and 2; or all 4 as
    # though it were not blocked, but nothing between.
    ape = Creature("a", 4, 4, keywords=frozenset({"trample", AS_THOUGH_UNBLOCKED}))
    elf, bear = Creature("b1", 1, 1), Creature("b2", 2, 2)
    board = Combat((Attacker(ape, blocked_by=("b1", "b2")),), (Blocker(elf), Blocker(bear)))
    assert count(board) == 7
    assert results(board) == {
        ("b2", 0): 1,
        ("b1 b2", 0): 2,
        ("b1", 0): 2,
        ("b1 b2", 1): 1,
        ("", 4): 1,
    }


def test_damage_among_a_player_and_all_of_their_creatures() -> None:
    # 3 damage among the player, a blocker 1/1 and a 2/2 that does not block: C(5, 2) divisions.
    # Two results come about twice, the blocker dead alone and 1 or 0 on the player: 1 on it and 1
    # on the 2/2, or 2 on it; 2 on it and 1 on the 2/2, or 3 on it.
    orgg = Creature("a", 3, 3, keywords=frozenset({DIVIDED_AS_YOU_CHOOSE}))
    blocker, idle = Creature("b", 1, 1), Creature("c", 2, 2)
    board = Combat(
        (Attacker(orgg, blocked_by=("b",)),),
        (Blocker(blocker),),
        bystanders=(Bystander(idle, "defending"),),
        rules=ruleset("foundations"),
    )
    assert count(board) == 10
    once = dict.fromkeys([("", 3), ("", 2), ("c", 1), ("c", 0), ("b", 2), ("b c", 0)], 1)
    assert results(board) == {**once, ("b", 1): 2, ("b", 0): 2}


# --- Identical creatures ----------------------------------------------------------------------


def test_divisions_among_tokens_are_partitions() -> None:
    # 7 as a sum of at most three numbers: 7; 6+1, 5+2, 4+3; 5+1+1, 4+2+1, 3+3+1, 3+2+2. Three
    # orders where two are alike, 0 counted, else six. An order of blockers makes tokens differ.
    board = "20:7/7x1/1+1/1+1/1"
    assert sizes(board) == [3] * 4 + [6] * 4
    # One, two or three that get any: 1, 6 and 15 ways for each of 3, 3 and 1 sets of them.
    assert sorted(results(board).values()) == [1] * 3 + [6] * 3 + [15]
    assert sizes(f"m12:{board}") == [1] * (1 + 6 + 15)


def test_tramplers_through_tokens_are_counted_by_what_the_tokens_get() -> None:
    # Nothing through: 5+0, 4+1, 3+2; 1 through: 3+1, 2+2; 2 through: 2+1; 3 through: 1+1.
    assert sizes("20:5/5Tx1/1+1/1") == [1, 1, 2, 2, 2, 2, 2]


def test_identical_tramplers_on_one_blocker_are_an_unordered_pair() -> None:
    # Each puts 0 to 3 on the 2/2, together at least 2: 16 - 3 pairs, of which 3 are alike. In the
    # ordered era the blocker's own order makes them differ.
    board = "20:3/3Txb=2/2,3/3Txb"
    assert sizes(board) == [1] * 3 + [2] * 5
    assert sizes(f"m12:{board}") == [1] * 13
    through = {("b", 4): 3, ("b", 3): 4, ("b", 2): 3, ("b", 1): 2, ("b", 0): 1}
    assert results(f"m12:{board}") == through
    # Now the blocker divides its 2 too, in three ways that kill nobody.
    assert results(board) == {result: 3 * ways for result, ways in through.items()}


def test_copies_of_a_fight_make_a_multiset_of_orbits() -> None:
    # One fight: 3+0 or 2+1, either way round. Three of them: how many are 2+1, and which.
    fights = ",".join(["3/3x2/2+2/2"] * 3)
    assert sizes(f"20:{fights}") == [8, 8, 24, 24]
