"""`lethal count`."""

from __future__ import annotations

from math import comb

import pytest

from program import HUGE, TWO_BLOCKERS, lethal, real_lethal

ORDERED = "m12:20:4/3x2/3+1/1"


def test_a_table_is_the_number() -> None:
    result = lethal("count", TWO_BLOCKERS)
    assert (result.code, result.out, result.err) == (0, "8\n", "")


@pytest.mark.parametrize("format_", ["json", "jsonl"])
def test_json_is_a_summary(format_: str) -> None:
    result = lethal("count", ORDERED, "--format", format_)
    assert result.code == 0
    assert result.json == {
        "type": "summary",
        "count": "2",
        "complete": True,
        "rules": "m12",
        "by": "active",
        "step": "regular",
        "engine": "diagram",
    }
    assert (result.out.count("\n") == 1) is (format_ == "jsonl")


@pytest.mark.parametrize(
    ("rules", "count"),
    # 4 damage for a 2/3 and a 1/1: free, 0 to 4 for the first; in order 3 or 4.
    [("eighth", 5), ("m10", 2), ("2011-07-14", 2), ("m12", 2), ("foundations", 5), ("current", 5)],
)
def test_rules_replace_those_of_the_board(rules: str, count: int) -> None:
    result = lethal("count", ORDERED, "--rules", rules, "--format", "json")
    assert result.json["count"] == str(count)
    assert result.json["rules"] == ("foundations" if rules == "current" else rules)


@pytest.mark.parametrize(
    ("by", "count"),
    # The attacker has 3 divisions of 2 among two blockers, the blocker of two has 4 of 3.
    [("active", 3), ("defending", 4), ("both", 12)],
)
def test_by_chooses_whose_assignments(by: str, count: int) -> None:
    result = lethal("count", "20:2/2x0/1+b=3/3,0/1xb", "--by", by, "--format", "json")
    assert result.json["count"] == str(count)
    assert result.json["by"] == by


def test_step_chooses_one_of_two_steps() -> None:
    board = "20:2/2Fx0/1+0/1,4/4x0/1+0/1"
    first = lethal("count", board, "--format", "json").json
    assert (first["step"], first["count"]) == ("first", "3")
    regular = lethal("count", board, "--step", "regular", "--format", "json").json
    assert (regular["step"], regular["count"]) == ("regular", "5")


def test_both_engines_agree() -> None:
    result = lethal("count", TWO_BLOCKERS, "--engine", "cpsat", "--format", "json")
    assert (result.json["count"], result.json["engine"]) == ("8", "cpsat")


@pytest.mark.parametrize(
    ("limit", "count", "complete"), [(7, "7", False), (8, "8", True), (9, "8", True)]
)
@pytest.mark.parametrize("engine", ["auto", "cpsat"])
def test_a_limit_that_is_not_passed_leaves_the_count_complete(
    engine: str, limit: int, count: str, *, complete: bool
) -> None:
    words = ("--engine", engine, "--limit", str(limit), "--format", "json")
    result = lethal("count", TWO_BLOCKERS, *words)
    assert result.json["count"] == count
    assert result.json["complete"] is complete
    assert result.json.get("ended_by") == (None if complete else "limit")
    assert result.code == (0 if complete else 3)
    assert bool(result.err) is not complete


def test_a_limit_says_what_is_certain() -> None:
    result = lethal("count", TWO_BLOCKERS, "--limit", "5")
    assert result.out == "5\n"
    assert result.err == "lethal: stopped at the limit; there are at least 5\n"


def test_a_time_limit_ends_a_count_that_would_take_forever() -> None:
    result = real_lethal("count", HUGE, "--timeout", "1", "--format", "json")
    assert result.code == 3
    assert result.json["complete"] is False
    assert result.json["ended_by"] == "timeout"
    assert int(result.json["count"]) >= 1
    # Each attacker alone divides 60 among five blockers and the player.
    at_most = comb(65, 5) ** 4
    assert result.json["at_most"] == str(at_most)
    assert result.err == (
        "lethal: stopped at the time limit; there are at least "
        f"{result.json['count']} and at most {at_most}\n"
    )


def test_a_count_that_is_complete_or_cut_off_at_a_limit_has_no_upper_bound() -> None:
    for limit in ("5", "8"):
        words = ("--limit", limit, "--format", "json")
        assert "at_most" not in lethal("count", TWO_BLOCKERS, *words).json


def test_a_count_that_would_take_forever_is_refused_without_a_limit() -> None:
    result = lethal("count", HUGE)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("lethal: counting would visit ")
    assert result.err.count("\n") == 1


def test_millions_of_power_are_counted_at_once_where_a_formula_can() -> None:
    # All on the blockers: a million and 1 ways. Else 2, 3 and 1 are given and the rest is free.
    expected = 1_000_001 + comb(1_000_000 - 6 + 2, 2)
    assert lethal("count", "20:1000000/1Tx2/2+3/3").out == f"{expected}\n"
    assert lethal("count", "20:100000000/1x2/2+3/3").out == "100000001\n"


def test_millions_of_power_on_a_shared_blocker_are_answered_or_refused_in_one_sentence() -> None:
    result = lethal("count", "20:1000000/1Tx9/9+b=3/3,1000000/1Txb")
    if result.code == 0:
        assert int(result.out) > 10**9
    else:
        assert (result.code, result.out) == (2, "")
        assert result.err.startswith("lethal: ")
        assert result.err.count("\n") == 1


def test_many_independent_attackers_multiply() -> None:
    board = "20:" + ",".join(["6/6Tx2/2+3/3"] * 40)
    assert lethal("count", board).out == f"{8**40}\n"
    assert lethal("count", board, "--format", "json").json["count"] == str(8**40)


def test_a_combat_in_which_nobody_assigns_has_one_assignment() -> None:
    assert lethal("count", "20:0/1").out == "1\n"
