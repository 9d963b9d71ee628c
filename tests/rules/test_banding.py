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
    ruleset,
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


# --- Bands with other ------------------------------------------------------------------------

WOLVES = "bands with other wolves"


def blocked_by(*creatures: Creature, rules: str = "foundations") -> str:
    """Return who divides the damage of an attacker that some creatures block."""
    combat = Combat(
        (Attacker(Creature("a", 3, 3), blocked_by=tuple(c.id for c in creatures)),),
        tuple(map(Blocker, creatures)),
        ruleset(rules),
    )
    return damage_step(combat).source["a"].assigner


def creature(id_: str, *types: str, keywords: tuple[str, ...] = ()) -> Creature:
    return Creature(id_, 1, 1, frozenset(keywords), types=frozenset(types))


def test_a_wolf_that_bands_with_other_wolves_needs_another_wolf() -> None:
    packed, wolf = creature("b1", "wolf", keywords=(WOLVES,)), creature("b2", "wolf")
    assert blocked_by(packed, wolf) == "defending"
    assert blocked_by(wolf, packed) == "defending"
    assert blocked_by(packed) == "active"
    assert blocked_by(packed, creature("b2", "elf")) == "active"
    assert blocked_by(creature("b1", "wolf"), wolf) == "active"


def test_the_creature_with_the_ability_must_be_of_its_quality_itself() -> None:
    elf = creature("b1", "elf", keywords=(WOLVES,))
    assert blocked_by(elf, creature("b2", "wolf")) == "active"
    assert blocked_by(elf, creature("b2", "wolf"), creature("b3", "wolf")) == "active"


def test_a_changeling_is_a_wolf_and_no_legend() -> None:
    packed = creature("b1", "wolf", keywords=(WOLVES,))
    changeling = creature("b2", keywords=("changeling",))
    assert blocked_by(packed, changeling) == "defending"
    legend = creature("b1", "legendary", keywords=("bands with other legendary creatures",))
    assert blocked_by(legend, changeling) == "active"
    assert blocked_by(legend, creature("b2", "legendary")) == "defending"


@pytest.mark.parametrize("rules", ["sixth", "eighth", "lorwyn", "alara"])
def test_before_magic_2010_two_creatures_with_the_same_ability_band(rules: str) -> None:
    one, other = creature("b1", keywords=(WOLVES,)), creature("b2", "elf", keywords=(WOLVES,))
    assert blocked_by(one, other, rules=rules) == "defending"
    assert blocked_by(one, other, rules="m10") == "active"
    wolf, packed = creature("b1", "wolf"), creature("b2", "wolf", keywords=(WOLVES,))
    assert blocked_by(wolf, packed, rules=rules) == "active"
    assert blocked_by(wolf, packed, rules="m10") == "defending"
    legend = creature("b3", keywords=("bands with other legendary creatures",))
    assert blocked_by(one, legend, rules=rules) == "active"


def test_attackers_that_band_with_each_other_divide_their_blockers_damage() -> None:
    packed, wolf = creature("a1", "wolf", keywords=(WOLVES,)), creature("a2", "wolf")
    blocker = Creature("b", 3, 3)
    both = Combat((Attacker(packed), Attacker(wolf)), (Blocker(blocker, ("a1", "a2"), 2),))
    assert damage_step(both).source["b"].assigner == "active"
    one = Combat((Attacker(packed), Attacker(wolf)), (Blocker(blocker, ("a1",)),))
    assert damage_step(one).source["b"].assigner == "defending"


def test_bands_with_other_lifts_the_order() -> None:
    blockers = (creature("b1", "wolf", keywords=(WOLVES,)), creature("b2", "wolf"))
    combat = Combat(
        (Attacker(Creature("a", 2, 2), blocked_by=("b1", "b2")),),
        tuple(map(Blocker, blockers)),
        ruleset("m12"),
    )
    assert broken(combat, "a:b2=2 b1:a=1 b2:a=1", by="defending") == []


@pytest.mark.parametrize("rules", ["sixth", "m10", "foundations"])
def test_banding_gives_the_same_choice_in_every_era(rules: str) -> None:
    assert assigners(f"{rules}:20:3/3x1/1B+1/1") == {
        "a1": "defending",
        "b1": "defending",
        "b2": "defending",
    }
    assert assigners(f"{rules}:20:2/2Bxb=3/3,1/1xb")["b"] == "active"
