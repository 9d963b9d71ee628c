"""`--up-to-symmetry`."""

from __future__ import annotations

import pytest

from program import lethal

TOKENS = "20:3/3x1/1+1/1"
"""3 among two equal creatures: 0+3 and 3+0 are one, 1+2 and 2+1 another."""
MANY = "20:6/4Txa=6/4+b=6/4+c=6/4+d=6/4+e=6/4" + 4 * ",6/4Txa+b+c+d+e"
"""Five tramplers that share five blockers."""


def test_a_table_says_how_many_each_stands_for() -> None:
    result = lethal("enumerate", TOKENS, "--up-to-symmetry")
    assert (result.code, result.err) == (0, "")
    assert result.out.splitlines() == ["2 x a1:b2=3", "2 x a1:b1=1,b2=2"]


def test_json_lines_have_the_sizes() -> None:
    result = lethal("enumerate", TOKENS, "--up-to-symmetry", "--format", "jsonl")
    assert [r.get("size") for r in result.records[:-1]] == ["2", "2"]
    assert result.records[-1]["up_to_symmetry"] is True
    assert result.records[-1]["count"] == "2"
    whole = lethal("enumerate", TOKENS, "--up-to-symmetry", "--format", "json")
    assert whole.json["assignments"] == result.records[:-1]


def test_csv_has_a_column_for_the_size() -> None:
    result = lethal("enumerate", TOKENS, "--up-to-symmetry", "--format", "csv")
    assert result.out.splitlines() == ["a1:b1,a1:b2,size", "0,3,2", "1,2,2"]


def test_a_count_is_of_orbits() -> None:
    result = lethal("count", TOKENS, "--up-to-symmetry")
    assert (result.code, result.out) == (0, "2\n")
    result = lethal("count", TOKENS, "--up-to-symmetry", "--format", "json")
    assert (result.json["count"], result.json["up_to_symmetry"]) == ("2", True)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("enumerate", TOKENS, "--shard", "1/2"), "leave --shard away"),
        (("enumerate", TOKENS, "--at", "0"), "leave --at away"),
        (("enumerate", TOKENS, "--sample", "2"), "leave --sample away"),
        (("enumerate", TOKENS, "--verify"), "leave --up-to-symmetry away"),
        (("enumerate", TOKENS, "--format", "arrow"), "use another format than arrow"),
        (("count", TOKENS, "--limit", "3"), "leave --limit away"),
        (("count", TOKENS, "--verify"), "leave --verify away"),
    ],
)
def test_what_does_not_go_together_is_refused(words: tuple[str, ...], reason: str) -> None:
    result = lethal(*words, "--up-to-symmetry")
    assert (result.code, result.out) == (2, "")
    assert reason in result.err


def test_a_fight_with_too_many_assignments_is_refused_in_a_sentence() -> None:
    result = lethal("enumerate", "20:40/40x" + "+".join(["1/1"] * 12), "--up-to-symmetry")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("lethal: counting would visit up to")


@pytest.mark.parametrize("words", [(), ("--limit", "3")])
def test_a_time_limit_holds_for_finding_the_orbits(words: tuple[str, ...]) -> None:
    more = ("--up-to-symmetry", "--timeout", "1", "--format", "json", *words)
    result = lethal("enumerate", MANY, *more)
    assert result.code == 3
    assert result.err == "lethal: stopped at the time limit; 0 assignments were listed\n"
    assert result.json["summary"]["ended_by"] == "timeout"
