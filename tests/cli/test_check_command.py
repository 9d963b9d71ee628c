"""`lethal check`."""

from __future__ import annotations

import json

import pytest

from program import TWO_BLOCKERS, VIEW, lethal

TOO_EARLY = "a1 may not assign damage to the defending player yet: b1 has 1 of the 2 it needs"


def test_a_legal_assignment() -> None:
    result = lethal("check", TWO_BLOCKERS, "a1:b1=2,b2=3,p=1")
    assert (result.code, result.out, result.err) == (0, "legal\n", "")


def test_an_illegal_assignment_says_which_rule_it_breaks() -> None:
    result = lethal("check", TWO_BLOCKERS, "a1:b1=1,b2=3,p=2")
    assert (result.code, result.err) == (1, "")
    assert result.out == f"illegal\n  702.19b: {TOO_EARLY}\n"


@pytest.mark.parametrize("format_", ["json", "jsonl"])
def test_json_lists_the_violations(format_: str) -> None:
    result = lethal("check", TWO_BLOCKERS, "a1:b1=1,b2=3,p=2", "--format", format_)
    assert result.code == 1
    assert result.json == {
        **VIEW,
        "type": "check",
        "legal": False,
        "violations": [
            {"rule": "702.19b", "message": TOO_EARLY, "source": "a1", "recipient": "defending"}
        ],
    }
    legal = lethal("check", TWO_BLOCKERS, "a1:b1=6", "--format", format_)
    assert legal.code == 0
    assert legal.json == {**VIEW, "type": "check", "legal": True, "violations": []}


def test_every_broken_rule_is_listed() -> None:
    result = lethal("check", TWO_BLOCKERS, "a1:b1=-1,p=2", "--format", "json")
    broken = [violation["rule"] for violation in result.json["violations"]]
    assert broken == ["107.1b", "510.1a", "702.19b"]


def test_a_source_that_is_left_out_assigns_nothing() -> None:
    result = lethal("check", TWO_BLOCKERS, "", "--format", "json")
    assert result.code == 1
    (violation,) = result.json["violations"]
    assert (violation["rule"], violation["source"]) == ("510.1a", "a1")
    assert "recipient" not in violation


@pytest.mark.parametrize("player", ["p", "defending"])
def test_an_assignment_may_be_json(player: str) -> None:
    text = json.dumps({"a1": {"b1": 2, "b2": 3, player: 1}})
    assert lethal("check", TWO_BLOCKERS, text).out == "legal\n"


def test_the_number_of_the_rule_is_that_of_the_date() -> None:
    words = ("check", TWO_BLOCKERS, "a1:b1=1,b2=3,p=2", "--format", "json", "--rules")
    numbers = {
        rules: lethal(*words, rules).json["violations"][0]["rule"]
        for rules in ("eighth", "m10", "2012-01-01", "m12")
    }
    # In the eras with an order b1 must be met before b2 as well: 510.1c comes first.
    assert numbers == {"eighth": "502.9b", "m10": "510.1c", "2012-01-01": "510.1c", "m12": "510.1c"}


def test_the_damage_of_blockers_is_the_other_players() -> None:
    board = "20:2/2x3/3"
    assert lethal("check", board, "b1:a1=3", "--by", "defending").code == 0
    assert lethal("check", board, "a1:b1=2 b1:a1=3", "--by", "both").code == 0
    result = lethal("check", board, "a1:b1=2 b1:a1=3", "--format", "json")
    assert result.code == 1
    assert [v["source"] for v in result.json["violations"]] == ["b1"]


@pytest.mark.parametrize(
    ("assignment", "sentence"),
    [
        ("a1", "assignment 'a1', character 1: expected SOURCE:RECIPIENT=AMOUNT,…, found 'a1'"),
        (
            "a1:b1=1 a1:b1=1",
            "assignment 'a1:b1=1 a1:b1=1', character 12: 'a1' assigns to 'b1' twice",
        ),
        ("zz:b1=1", "there is no creature 'zz'; there are a1, b1, b2"),
        ("a1:zz=1", "there is no recipient 'zz'; there are active, p, a1, b1, b2"),
        ("{", "assignment '{', character 1: expected JSON like "),
        ('{"a1": 3}', "assignment '{\"a1\": 3}', character 1: expected JSON like "),
        ('{"a1": {"b1": 1.5}}', 'assignment \'{"a1": {"b1": 1.5}}\', character 1: expected JSON'),
        ('{"a1": {"b1": "1"}}', 'assignment \'{"a1": {"b1": "1"}}\', character 1: expected JSON'),
    ],
)
def test_what_is_no_assignment_is_refused(assignment: str, sentence: str) -> None:
    result = lethal("check", TWO_BLOCKERS, assignment)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(f"lethal: {sentence}")
    assert result.err.count("\n") == 1
