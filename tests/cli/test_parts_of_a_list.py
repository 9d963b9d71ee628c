"""`lethal enumerate` with --shard, --sample and --at, and `lethal check --number`."""

from __future__ import annotations

import pytest

from program import HUGE, TWO_BLOCKERS, lethal

# As in the tests of `enumerate`: in b1, b2 and the player.
LINES = [
    "a1:b2=6",
    "a1:b1=1,b2=5",
    "a1:b1=2,b2=3,p=1",
    "a1:b1=2,b2=4",
    "a1:b1=3,b2=3",
    "a1:b1=4,b2=2",
    "a1:b1=5,b2=1",
    "a1:b1=6",
]
PARTS = [("--shard", "1/2"), ("--sample", "3"), ("--at", "0")]


@pytest.mark.parametrize("of", [1, 2, 3, 8, 11])
@pytest.mark.parametrize("format_", ["table", "csv", "jsonl"])
def test_shards_one_after_the_other_are_the_whole_list(format_: str, of: int) -> None:
    words = ("enumerate", TWO_BLOCKERS, "--format", format_)
    shards = [lethal(*words, "--shard", f"{k}/{of}") for k in range(1, of + 1)]
    assert {shard.code for shard in shards} == {0}
    # CSV has a header, and JSON lines have a summary.
    start, stop = (1 if format_ == "csv" else None), (-1 if format_ == "jsonl" else None)
    listed = [line for shard in shards for line in shard.out.splitlines()[start:stop]]
    assert listed == lethal(*words).out.splitlines()[start:stop]
    assert len(listed) == 8
    assert format_ != "table" or listed == LINES


def test_the_summary_of_a_shard_is_about_the_shard() -> None:
    summary = lethal("enumerate", TWO_BLOCKERS, "--shard", "2/3", "--format", "jsonl").summary
    # Of 8, thirds end before numbers 2, 5 and 8.
    assert (summary["shard"], summary["count"], summary["complete"]) == ("2/3", "3", True)


def test_a_limit_counts_within_a_shard() -> None:
    result = lethal("enumerate", TWO_BLOCKERS, "--shard", "2/2", "--limit", "3")
    assert result.code == 3
    assert result.out.splitlines() == LINES[4:7]
    assert result.err == "lethal: stopped at the limit; 3 assignments were listed\n"
    assert lethal("enumerate", TWO_BLOCKERS, "--shard", "2/2", "--limit", "4").code == 0


@pytest.mark.parametrize("shard", ["0/2", "3/2", "1", "1/0", "-1/2", "1/2/3", "a/b", "", "1/ 2"])
def test_what_is_no_shard_is_told(shard: str) -> None:
    result = lethal("enumerate", TWO_BLOCKERS, f"--shard={shard}")
    assert (result.code, result.out) == (2, "")
    error = (
        f"Invalid value for '--shard': {shard!r} is not a shard like 1/4: K/N with K from 1 to N"
    )
    assert error in result.err


def test_samples_are_legal_and_as_many_as_wanted() -> None:
    result = lethal("enumerate", TWO_BLOCKERS, "--sample", "100")
    assert (result.code, result.err) == (0, "")
    assert len(result.out.splitlines()) == 100
    # Each of the 8 is missed by 100 draws once in a million.
    assert set(result.out.splitlines()) <= set(LINES)
    assert len(set(result.out.splitlines())) > 2


def test_a_seed_draws_the_same_again_in_every_format() -> None:
    words = ("enumerate", TWO_BLOCKERS, "--sample", "20", "--seed", "7")
    table = lethal(*words).out.splitlines()
    assert lethal(*words).out.splitlines() == table
    assert lethal(*words[:-1], "8").out.splitlines() != table
    records = lethal(*words, "--format", "jsonl").records
    assert [record["assignment"] for record in records[:-1]] == [
        {"a1": {r.replace("p", "defending"): int(n) for r, n in amounts}}
        for amounts in ([part.split("=") for part in line[3:].split(",")] for line in table)
    ]
    assert (records[-1]["count"], records[-1]["sampled_from"]) == ("20", "8")


def test_a_sample_of_a_shard_is_drawn_from_the_shard() -> None:
    words = ("--shard", "2/8", "--sample", "5", "--format", "jsonl")
    result = lethal("enumerate", TWO_BLOCKERS, *words)
    drawn = [record["assignment"] for record in result.records[:-1]]
    assert drawn == [{"a1": {"b1": 1, "b2": 5}}] * 5
    assert (result.summary["shard"], result.summary["sampled_from"]) == ("2/8", "1")


@pytest.mark.parametrize(("number", "line"), [(0, 0), (3, 3), (7, 7), (-1, 7), (-8, 0)])
def test_one_assignment_is_listed_by_its_number(number: int, line: int) -> None:
    result = lethal("enumerate", TWO_BLOCKERS, "--at", str(number))
    assert (result.code, result.out, result.err) == (0, LINES[line] + "\n", "")


@pytest.mark.parametrize("number", [8, -9])
def test_a_number_that_nothing_has_is_told(number: int) -> None:
    result = lethal("enumerate", TWO_BLOCKERS, "--at", str(number))
    assert (result.code, result.out) == (2, "")
    assert result.err == (
        f"lethal: there is no assignment {number} of 8: they are numbered from 0 to 7\n"
    )


def test_numbers_may_be_astronomical() -> None:
    # Every attacker has the same 8; base 8 digits of the number say which.
    board = "20:" + ",".join(["6/6Tx2/2+3/3"] * 40)
    number = int("12" + "0" * 37 + "7", 8)
    result = lethal("enumerate", board, "--at", str(number))
    first, second, third, *_, last = result.out.split()
    assert (first, second) == ("a1:b1=1,b2=5", "a2:b3=2,b4=3,p=1")
    assert (third, last) == ("a3:b6=6", "a40:b79=6")


@pytest.mark.parametrize("line", range(8))
def test_check_tells_the_number_of_a_legal_assignment(line: int) -> None:
    words = ("check", TWO_BLOCKERS, LINES[line], "--number")
    assert lethal(*words).out == f"legal\n  number: {line}\n"
    assert lethal(*words, "--format", "json").json["number"] == str(line)


def test_an_illegal_assignment_has_no_number() -> None:
    result = lethal("check", TWO_BLOCKERS, "a1:b1=5", "--number", "--format", "json")
    assert result.code == 1
    assert "number" not in result.json


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize(
    ("board", "engine", "sentence"),
    [
        (TWO_BLOCKERS, "cpsat", "the engine cpsat lists assignments, but does not number them"),
        (HUGE, "auto", "assignments cannot be asked for by number: the decision diagram of a1, a2"),
    ],
)
def test_what_has_no_numbers_is_told(
    board: str, engine: str, sentence: str, part: tuple[str, str]
) -> None:
    result = lethal("enumerate", board, "--engine", engine, *part)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(f"lethal: {sentence}")
    assert result.err.count("\n") == 1
    assert lethal("enumerate", board, "--engine", engine, "--limit", "5").out.count("\n") == 5


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["--at", "1", "--shard", "1/2"], "--at lists one assignment: leave --shard away"),
        (["--at", "1", "--sample", "2"], "--at lists one assignment: leave --sample away"),
        (["--at", "1", "--limit", "2"], "--at lists one assignment: leave --limit away"),
        (
            ["--sample", "2", "--limit", "2"],
            "--sample says how many are listed: leave --limit away",
        ),
        (["--seed", "2"], "--seed is for --sample"),
        (["--sample", "0"], "Invalid value for '--sample': 0 is not in the range"),
    ],
)
def test_options_that_contradict_each_other_are_told(words: list[str], error: str) -> None:
    result = lethal("enumerate", TWO_BLOCKERS, *words)
    assert (result.code, result.out) == (2, "")
    assert error in result.err


def test_a_sample_of_any_size_goes_on_until_the_time_is_over() -> None:
    result = lethal("enumerate", TWO_BLOCKERS, "--sample", "9" * 23, "--timeout", "0.2")
    assert result.code == 3
    assert result.err.startswith("lethal: stopped at the time limit; ")
