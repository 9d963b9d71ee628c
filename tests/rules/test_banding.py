"""702.22 (502.10): banding changes who divides, and lifts the order; trample's need stays."""

import pytest

import lethal
from judging import broken
from lethal_models import (
    Attacker,
    Blocker,
    BoardError,
    Combat,
    Creature,
    Player,
    damage_step,
    parse,
)


def assigners(board: str) -> dict[str, str]:
    return {source.id: source.assigner for source in damage_step(parse(board)).sources}


def test_a_blocker_with_banding_lets_the_defending_player_divide() -> None:
    assert assigners("20:7/7x1/1B+1/1,2/2")["a1"] == "defending"
    assert assigners("20:7/7x1/1B+1/1,2/2")["a2"] == "active"


def test_an_attacker_with_banding_lets_the_active_player_divide_its_blockers_damage() -> None:
    assert assigners("20:2/2Bxb=3/3,1/1xb")["b"] == "active"


def test_it_lifts_the_order() -> None:
    assert broken("m12:20:4/4x2/2+2/2", "a1:b2=4") == ["510.1c"]
    assert broken("m12:20:4/4x0/2+0/2B", "a1:b2=4", by="defending") == []
    assert broken("m12:20:0/2Bxb=3/3,0/1xb", "b:a2=3") == []


def test_the_defending_player_may_keep_all_of_a_tramplers_damage_on_a_blocker() -> None:
    board = "20:11/11Tx0/1B"
    assert broken(board, "a1:b1=11", by="defending") == []
    assert broken(board, "a1:b1=1,p=10", by="defending") == []
    assert broken(board, "a1:p=11", by="defending") == ["702.19b"]


def test_a_view_has_the_components_in_which_its_player_divides() -> None:
    board = "20:7/7x1/1B+1/1,2/2x1/1+1/1"
    assert [s.id for s in lethal.assignments(board).sources] == ["a2"]
    assert [s.id for s in lethal.assignments(board, by="defending").sources] == [
        "a1", "b1", "b2", "b3", "b4",
    ]  # fmt: skip


def test_a_component_in_which_both_divide_belongs_to_both_as_a_whole() -> None:
    # The trampler relies on b, to which the defending player assigns a2's damage.
    board = "20:3/3Txb=2/2,2/2xb+1/1B"
    for by in ("active", "defending"):
        assert {"a1", "a2"} <= {source.id for source in lethal.assignments(board, by=by).sources}


def band(*blocked: str) -> Combat:
    hero, bear = Creature("hero", 2, 2, frozenset({"banding"})), Creature("bear", 2, 2)
    return Combat(
        (Attacker(hero), Attacker(bear)),
        tuple(Blocker(Creature(f"w{i}", 1, 1), (id_,)) for i, id_ in enumerate(blocked)),
        bands=(("hero", "bear"),),
    )


def test_a_creature_that_blocks_one_member_of_a_band_blocks_all() -> None:
    combat = band("bear", "hero")
    assert [attacker.blockers for attacker in combat.attackers] == [("w0", "w1"), ("w0", "w1")]
    assert [set(blocker.attackers) for blocker in combat.blockers] == [{"hero", "bear"}] * 2


def test_the_members_of_a_band_attack_the_same_thing() -> None:
    with pytest.raises(BoardError, match=r"702\.22d"):
        Combat(
            (Attacker(Creature("a", 1, 1), "bob"), Attacker(Creature("b", 1, 1), "alice")),
            players=(Player("active"), Player("bob"), Player("alice")),
            bands=(("a", "b"),),
        )
