"""510.4 (510.5, 310.5): who assigns in which of two steps."""

import pytest

from lethal_models import StepError, WhichStep, damage_step, parse

MIXED = "20:1/1F,1/1S,1/1,3/3x2/2F+2/2"


def sources(board: str, step: WhichStep | None = None) -> list[str]:
    return [source.id for source in damage_step(parse(board), step).sources]


@pytest.mark.parametrize("rules", ["eighth", "m10", "foundations"])
def test_first_and_double_strikers_assign_in_the_first_step(rules: str) -> None:
    assert sources(f"{rules}:{MIXED}", "first") == ["a1", "a2", "b1"]


@pytest.mark.parametrize("rules", ["eighth", "m10", "foundations"])
def test_double_strikers_and_the_others_assign_in_the_regular_step(rules: str) -> None:
    assert sources(f"{rules}:{MIXED}", "regular") == ["a2", "a3", "a4", "b2"]


def test_without_strikers_there_is_one_step() -> None:
    assert sources("20:1/1,2/2x1/1") == ["a1", "a2", "b1"]
    with pytest.raises(StepError, match="no first-strike damage step"):
        damage_step(parse("20:1/1"), "first")


def test_a_strikers_presence_makes_two_steps_even_if_it_is_a_blocker() -> None:
    assert sources("20:1/1,2/2x1/1F") == ["b1"]


def test_the_default_is_the_first_step_in_which_anybody_assigns() -> None:
    assert sources(MIXED) == ["a1", "a2", "b1"]
    # The only striker assigns nothing, so the regular step is the first with an assignment.
    assert sources("20:0/1F,2/2") == ["a2"]


def test_a_blocked_double_striker_without_blockers_assigns_nothing_again() -> None:
    assert sources("20:3/3Sx0", "regular") == []
