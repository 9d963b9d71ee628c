"""`lethal ranges`."""

from __future__ import annotations

import pytest

from program import HUGE, TWO_BLOCKERS, VIEW, lethal


def test_a_table_has_a_row_for_every_edge() -> None:
    result = lethal("ranges", TWO_BLOCKERS)
    assert (result.code, result.err) == (0, "")
    assert [line.split() for line in result.out.splitlines()] == [
        ["source", "recipient", "least", "most"],
        ["─" * len(result.out.splitlines()[1])],
        ["a1", "b1", "0", "6"],
        ["a1", "b2", "0", "6"],
        ["a1", "p", "0", "1"],
    ]


@pytest.mark.parametrize("format_", ["json", "jsonl"])
def test_json_has_a_range_for_every_edge(format_: str) -> None:
    result = lethal("ranges", TWO_BLOCKERS, "a1:b1=2", "--format", format_)
    assert result.code == 0
    assert result.json == {
        **VIEW,
        "type": "ranges",
        "possible": True,
        "ranges": {
            "a1": {
                "b1": {"min": 2, "max": 2},
                "b2": {"min": 3, "max": 4},
                "defending": {"min": 0, "max": 1},
            }
        },
    }


def test_a_wish_may_be_json() -> None:
    wish = '{"a1": {"b1": 2, "p": 1}}'
    ranges = lethal("ranges", TWO_BLOCKERS, wish, "--format", "json").json["ranges"]
    assert ranges["a1"]["b2"] == {"min": 3, "max": 3}


def test_an_impossible_wish_is_explained() -> None:
    result = lethal("ranges", TWO_BLOCKERS, "p>=2")
    assert (result.code, result.err) == (1, "")
    assert result.out == (
        "p>=2 is impossible: a1 assigns exactly 6 damage (510.1a). a1 may assign damage to the "
        "defending player only when lethal damage is assigned to b1: 2; b2: 3 (702.19b).\n"
    )


@pytest.mark.parametrize("format_", ["json", "jsonl"])
def test_json_explains_an_impossible_wish(format_: str) -> None:
    result = lethal("ranges", TWO_BLOCKERS, "p>=7", "--format", format_)
    assert result.code == 1
    # The whole 6 would not do, whatever trample says.
    assert result.json == {
        **VIEW,
        "type": "ranges",
        "possible": False,
        "explanation": {
            "wishes": ["p>=7"],
            "reasons": [{"rule": "510.1a", "message": "a1 assigns exactly 6 damage"}],
        },
    }


def test_conditions_that_contradict_each_other_need_no_rule() -> None:
    result = lethal("ranges", TWO_BLOCKERS, "a1:b1>=3 a1:b1<=2")
    assert result.code == 1
    assert result.out == (
        "a1:b1>=3 a1:b1<=2 is impossible: the conditions contradict each other.\n"
    )


def test_a_wish_for_the_wrong_recipient_is_explained() -> None:
    result = lethal("ranges", "20:2/2x1/1,3/3", "a1:p=1")
    assert result.code == 1
    assert result.out == (
        "a1:p=1 is impossible: a1 is blocked, so it may assign damage only to b1, not to the "
        "defending player (510.1c).\n"
    )


@pytest.mark.parametrize("wish", ["p>=999999999999999999", "a1:b1=999999999999999999 p>=999999999"])
def test_wishes_far_beyond_the_board_are_impossible(wish: str) -> None:
    result = lethal("ranges", TWO_BLOCKERS, wish)
    assert result.code == 1
    assert " is impossible: " in result.out


def test_wishes_far_beyond_the_board_may_be_harmless() -> None:
    assert lethal("ranges", TWO_BLOCKERS, "p<=999999999999999999").code == 0


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ("a1:b1>2", "wish 'a1:b1>2', character 4: expected RECIPIENT=AMOUNT, >= or <=, found"),
        ("b1:a1=1", "there is no source 'b1'; there are a1"),
        ("actve>=1", "there is no recipient 'actve'; did you mean 'active'?"),
        ('{"a1": {"b1": 1e3}}', 'assignment \'{"a1": {"b1": 1e3}}\', character 1: expected JSON'),
        (f'{{"a1": {{"b1": {10**30}}}}}', f"wish 'a1:b1={10**30}', character 1: an amount is "),
        ('{"a1": {"b1": -1}}', "wish 'a1:b1=-1', character 1: an amount is a number from 0 on"),
    ],
)
def test_what_is_no_wish_is_refused(wish: str, sentence: str) -> None:
    result = lethal("ranges", TWO_BLOCKERS, wish)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(f"lethal: {sentence}")
    assert result.err.count("\n") == 1


def test_a_time_limit_without_an_answer_says_so() -> None:
    result = lethal("ranges", HUGE, "--timeout", "0.000001")
    assert (result.code, result.out) == (3, "")
    assert result.err == "lethal: the time limit ended the work before there was an answer\n"
