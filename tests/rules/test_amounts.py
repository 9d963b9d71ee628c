"""510.1a (310.2a): how much is assigned, and 107.1b: never a negative number."""

import pytest

from judging import broken, sentences
from lethal_models import Attacker, Combat, Creature, damage_step, parse
from lethal_models.keywords import DAMAGE_BY_TOUGHNESS


@pytest.mark.parametrize("assignment", ["a1:b1=2", "a1:b1=4", ""])
def test_a_creature_assigns_exactly_its_power(assignment: str) -> None:
    assert broken("20:3/3x2/2", assignment) == ["510.1a"]


def test_over_assigning_one_blocker_is_legal() -> None:
    assert broken("20:9/9x2/2", "a1:b1=9") == []


def test_the_number_of_the_rule_is_that_of_the_era() -> None:
    assert broken("2005-06-01:20:3/3x2/2", "a1:b1=2") == ["310.2a"]


@pytest.mark.parametrize("power", ["0", "-2"])
@pytest.mark.parametrize("rules", ["sixth", "alara", "m10", "current"])
def test_power_0_or_less_assigns_nothing(rules: str, power: str) -> None:
    board = f"{rules}:20:{power}/4x2/2"
    assert [s.id for s in damage_step(parse(board)).sources] == ["b1"]
    assert broken(board, "") == []
    assert broken(board, "a1:b1=1")[0] in {"310.2a", "510.1a"}


def test_a_negative_amount_is_never_legal() -> None:
    assert broken("20:3/3x2/2+2/2", "a1:b1=4,b2=-1") == ["107.1b"]


def test_damage_by_toughness_replaces_only_the_amount() -> None:
    treefolk = Creature("tree", 0, 5, frozenset({DAMAGE_BY_TOUGHNESS}), damage=1)
    combat = Combat((Attacker(treefolk),))
    (source,) = damage_step(combat).sources
    assert source.amount == 5
    assert combat.need("tree") == 4


def test_the_sentence_says_how_much_it_must_be() -> None:
    assert sentences("20:3/3x2/2", "a1:b1=2") == ["a1 must assign exactly 3 damage, not 2"]
