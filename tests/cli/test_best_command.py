"""`lethal best`."""

from __future__ import annotations

import json

import pytest

from program import TWO_BLOCKERS, VIEW, lethal


def test_the_default_objective_prefers_winning_then_value_then_damage() -> None:
    result = lethal("best", TWO_BLOCKERS)
    assert (result.code, result.err) == (0, "")
    assert result.out.splitlines() == [
        "a1:b1=2,b2=3,p=1",
        "  win: 0",
        "  value: 10",
        "  damage: 1",
        "  destroyed: b1, b2",
        "  damage to defending: 1",
    ]


@pytest.mark.parametrize("format_", ["json", "jsonl"])
def test_json_has_the_assignment_and_what_it_does(format_: str) -> None:
    result = lethal("best", TWO_BLOCKERS, "--format", format_)
    assert result.code == 0
    assert result.json == {
        **VIEW,
        "type": "best",
        "assignment": {"a1": {"b1": 2, "b2": 3, "defending": 1}},
        "outcome": {
            "destroyed": ["b1", "b2"],
            "damage": {"defending": 1},
            "loyalty": {},
            "poison": {},
            "life_gained": {},
            "losers": [],
            "left": [],
            "defense": {},
            "counters": {},
        },
        "objective": {"win": 0, "value": 10, "damage": 1},
        "optimal": True,
        "complete": True,
    }


def test_winning_comes_before_value() -> None:
    # With 1 life left, the 1 that goes through wins.
    result = lethal("best", "1:6/6Tx2/2+3/3", "--format", "json")
    assert result.json["outcome"]["losers"] == ["defending"]
    assert result.json["objective"]["win"] == 1


@pytest.mark.parametrize(
    ("terms", "values"),
    [
        ("kills", {"kills": 2}),
        # 6 on one blocker kills that one only; something always dies.
        ("min-kills", {"min-kills": 1}),
        ("min-damage,value", {"min-damage": 0, "value": 10}),
        ("damage,min-kills", {"damage": 1, "min-kills": 2}),
    ],
)
def test_terms_come_in_order_and_min_makes_them_small(terms: str, values: dict[str, int]) -> None:
    result = lethal("best", TWO_BLOCKERS, "--maximize", terms, "--format", "json")
    assert result.json["objective"] == values


def test_loyalty_poison_and_lifelink_are_told() -> None:
    result = lethal("best", "20+j=3:4/4L@j,2/2NL,1/1")
    assert result.out.splitlines()[4:] == [
        "  damage to defending: 3",
        "  loyalty lost by j: 3",
        "  poison to defending: 2",
        "  life gained by active: 6",
    ]


def test_who_loses_is_told() -> None:
    assert "  loses: defending" in lethal("best", "2:2/2").out.splitlines()


def test_an_unknown_term_is_refused() -> None:
    result = lethal("best", TWO_BLOCKERS, "--maximize", "wn")
    assert (result.code, result.out) == (2, "")
    assert "unknown objective term 'wn'; did you mean 'win'?" in result.err
    assert lethal("best", TWO_BLOCKERS, "--maximize", "").code == 2


def test_a_time_limit_leaves_a_legal_assignment() -> None:
    words = ("--engine", "cpsat", "--timeout", "0.000001", "--format", "json")
    result = lethal("best", TWO_BLOCKERS, *words)
    assert result.code == 3
    assert result.json["complete"] is False
    assert lethal("check", TWO_BLOCKERS, json.dumps(result.json["assignment"])).code == 0
    assert "a better one may exist" in result.err


# --- The best few ----------------------------------------------------------------------------

# 6 trample damage on a 2/2 and a 3/3: only 2 + 3 + 1 kills both and hurts the player; 2 + 4 and
# 3 + 3 kill both.


def test_the_best_few_come_in_order() -> None:
    result = lethal("best", TWO_BLOCKERS, "--top", "3", "--format", "jsonl")
    assert [r["objective"] for r in result.records] == [
        {"win": 0, "value": 10, "damage": 1},
        {"win": 0, "value": 10, "damage": 0},
        {"win": 0, "value": 10, "damage": 0},
    ]
    assert result.records[0]["assignment"] == {"a1": {"b1": 2, "b2": 3, "defending": 1}}


def test_a_ranking_is_no_longer_than_there_are_assignments() -> None:
    result = lethal("best", TWO_BLOCKERS, "--top", "100", "--format", "json")
    assert (result.json["type"], len(result.json["records"])) == ("ranking", 8)
    table = lethal("best", TWO_BLOCKERS, "--top", "2", "--format", "csv")
    assert table.out.splitlines()[:4] == [
        "rank,source,recipient,amount",
        "1,a1,b1,2",
        "1,a1,b2,3",
        "1,a1,defending,1",
    ]


@pytest.mark.parametrize("words", [("--verify",), ("--timeout", "1")])
def test_what_does_not_go_with_a_ranking_is_refused(words: tuple[str, ...]) -> None:
    result = lethal("best", TWO_BLOCKERS, "--top", "2", *words)
    assert (result.code, result.out) == (2, "")
    assert f"leave {words[0]} away" in result.err
