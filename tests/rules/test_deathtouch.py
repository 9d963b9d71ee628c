"""702.2 (502.63): deathtouch while damage is assigned, as it was in every era."""

import pytest

from judging import broken

BEFORE_M10 = ["sixth", "eighth", "lorwyn", "alara"]
LETHAL = ["m11", "m12", "foundations"]


@pytest.mark.parametrize("rules", LETHAL)
def test_one_point_is_lethal_damage_for_its_own_trample(rules: str) -> None:
    assert broken(f"{rules}:20:4/4TDx3/3", "a1:b1=1,p=3") == []
    assert broken(f"{rules}:20:4/4TDx3/3", "a1:p=4") != []


@pytest.mark.parametrize("rules", [*BEFORE_M10, "m10"])
def test_before_m11_trample_needs_the_full_toughness(rules: str) -> None:
    assert broken(f"{rules}:20:4/4TDx2/2", "a1:b1=1,p=3") != []
    assert broken(f"{rules}:20:4/4TDx2/2", "a1:b1=2,p=2") == []


@pytest.mark.parametrize("rules", LETHAL)
def test_one_point_of_another_source_is_enough(rules: str) -> None:
    assert broken(f"{rules}:20:1/1Dxb=4/5,3/3Txb", "a1:b=1 a2:p=3") == []


def test_under_m10_a_point_of_another_source_is_only_a_point() -> None:
    assert broken("m10:20:1/1Dxb=4/5,3/3Txb", "a1:b=1 a2:p=3") == ["702.17b"]


def test_under_m10_the_source_itself_ignores_the_order() -> None:
    assert broken("m10:20:2/2Dx1/1+2/2+3/3", "a1:b2=1,b3=1") == []
    assert broken("m10:20:2/2x1/1+2/2+3/3", "a1:b2=1,b3=1") == ["510.1c", "510.1c"]


@pytest.mark.parametrize("rules", ["m11", "m12"])
def test_since_m11_it_follows_the_order(rules: str) -> None:
    board = f"{rules}:20:2/2Dx1/4+2/4+3/4"
    assert broken(board, "a1:b1=1,b2=1") == []
    assert broken(board, "a1:b2=1,b3=1") == ["510.1c", "510.1c"]


def test_it_helps_a_blocker_along_its_own_order() -> None:
    assert broken("m12:20:1/4xb=2/2D,1/4xb", "b:a1=1,a2=1", by="defending") == []
    assert broken("m12:20:1/4xb=2/2,1/4xb", "b:a1=1,a2=1", by="defending") == ["510.1d"]


@pytest.mark.parametrize("damage", [1, 3])
def test_a_scratched_blocker_still_needs_its_point(damage: int) -> None:
    board = f"20:5/5TDx4/4-{damage}"
    assert broken(board, "a1:b1=1,p=4") == []
    assert broken(board, "a1:p=5") == ["702.19b"]


def test_a_blocker_that_needs_nothing_needs_no_point() -> None:
    assert broken("20:5/5TDx4/4I-4", "a1:p=5") == []
