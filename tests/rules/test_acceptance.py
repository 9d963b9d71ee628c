"""The boards by which this program is judged first; expected values from the rules' examples."""

import pytest

import lethal
from lethal_models.files import load

BALOTH = "examples/baloth.toml"
OFFICIAL = "baloth:armodon=1,brigade=1,ape=5 boars:brigade=3,piker=1"


def test_baloth_and_boars_have_80_assignments_and_the_official_one_is_among_them(
    pytestconfig: pytest.Config,
) -> None:
    legal = lethal.assignments(load(pytestconfig.rootpath / BALOTH).combat)
    assert legal.count() == 80
    assert OFFICIAL in legal
    assert lethal.Assignment.parse(OFFICIAL) in list(legal)


@pytest.mark.parametrize(("rules", "count"), [("current", 5), ("m12", 2)])
def test_elvish_regrower_has_5_divisions_today_and_had_2_in_order(rules: str, count: int) -> None:
    combat = lethal.parse(f"{rules}:20:4/3xspawn=2/3+hunter=1/1")
    assert lethal.assignments(combat).count() == count


def test_a_blocker_of_two_attackers_has_3_joint_assignments() -> None:
    legal = lethal.assignments("20:1/1x2/2,3/3Txb1")
    to_player = [assignment["a2", "defending"] for assignment in legal]
    assert sorted(to_player) == [0, 1, 2]


def test_deathtouch_of_another_attacker_lets_a_trampler_through() -> None:
    legal = lethal.assignments("20:1/1Dx4/4,5/5Txb1")
    assert legal.ranges()["a2", "defending"] == (0, 5)  # type: ignore[index]


def test_a_6_6_trampler_against_2_2_and_3_3_gets_1_through_in_exactly_one_way() -> None:
    legal = lethal.assignments("20:6/6Tx2/2+3/3")
    to_player = [assignment for assignment in legal if assignment["a1", "defending"]]
    assert to_player == [lethal.Assignment.parse("a1:b1=2,b2=3,p=1")]
