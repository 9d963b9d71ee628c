"""`lethal outcomes`."""

from __future__ import annotations

import json
import signal
from typing import TYPE_CHECKING, Any

import pytest

from program import HUGE, LONG, interrupted_lethal, lethal, real_lethal, start

if TYPE_CHECKING:
    from pathlib import Path

TWO_STEPS = "20:3/3Sx2/2,4/4x3/3+1/1F"
"""a1 kills b1, b3 deals 1 to a2; then b2 kills a2, which kills b2, b3 or both."""
DIED = [["a2", "b1", "b3"], ["a2", "b1", "b2", "b3"], ["a2", "b1", "b2"]]
"""Who dies, in the order of the assignments of the second step: 0, 1, 2, 3, 4 to b2."""
SHARED = "20:3/3xb=2/9+c=0/2,3/3xb"
"""a1 divides 3 among b and c; b divides 2 among a1 and a2."""


def reached(destroyed: list[str], **amounts: dict[str, int]) -> dict[str, Any]:
    """Return the record of an outcome."""
    empty: dict[str, Any] = {
        name: {} for name in ("damage", "loyalty", "poison", "life_gained", "defense", "counters")
    }
    life = {"active": 20, "defending": 20}
    return empty | {"destroyed": destroyed, "losers": [], "left": [], "life": life} | amounts


def summary(count: int, ended_by: str = "", by: str = "both") -> dict[str, Any]:
    ended = {"ended_by": ended_by} if ended_by else {}
    return {
        "type": "summary",
        "rules": "foundations",
        "by": by,
        "count": str(count),
        "complete": not ended_by,
        **ended,
    }


def test_a_table_has_every_result_with_a_way_to_get_there() -> None:
    result = lethal("outcomes", TWO_STEPS)
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[::2] == [
        f"destroyed: {', '.join(died)}; life of active: 20; life of defending: 20" for died in DIED
    ]
    assert lines[1::2] == [
        # b2 survives 0, 1 or 2 of the 4, and dies of 3 or 4.
        "    a1:b1=3 b3:a2=1 | a2:b3=4 b2:a2=3 (1 of 3)",
        "    a1:b1=3 b3:a2=1 | a2:b2=3,b3=1 b2:a2=3",
        "    a1:b1=3 b3:a2=1 | a2:b2=4 b2:a2=3",
    ]


def test_jsonl_has_a_record_each_and_a_summary() -> None:
    result = lethal("outcomes", TWO_STEPS, "--format", "jsonl")
    assert (result.code, result.err) == (0, "")
    *records, last = result.records
    assert last == summary(3)
    assert [record["outcome"] for record in records] == [reached(died) for died in DIED]
    assert all(record["type"] == "outcome" for record in records)
    assert records[0]["witness"] == {
        "first": {"a1": {"b1": 3}, "b3": {"a2": 1}},
        "regular": {"a2": {"b3": 4}, "b2": {"a2": 3}},
    }


def test_json_is_one_document() -> None:
    document = lethal("outcomes", TWO_STEPS, "--format", "json").json
    records = lethal("outcomes", TWO_STEPS, "--format", "jsonl").records
    assert document == {"type": "outcomes", "outcomes": records[:-1], "summary": records[-1]}


def test_every_witness_leads_to_its_result(tmp_path: Path) -> None:
    board = (
        'format = 1\n[[attackers]]\nid = "a"\npower = 3\ntoughness = 3\n'
        'keywords = ["trample", "double strike"]\nblocked_by = ["b", "c"]\n'
        '[[blockers]]\nid = "b"\npower = 1\ntoughness = 2\n'
        '[[blockers]]\nid = "c"\npower = 1\ntoughness = 3\n'
    )
    *records, _ = lethal("outcomes", "-", "--format", "jsonl", stdin=board).records
    # b or c alone, both, or both and 1 to the player: all in the second step.
    assert len(records) == 4
    file = tmp_path / "board.toml"
    for record in records:
        choices = "".join(
            f"{step} = {json.dumps(text)}\n"
            for step, assigned in record["witness"].items()
            for text in [
                " ".join(
                    f"{source}:{','.join(f'{r}={n}' for r, n in given.items())}"
                    for source, given in assigned.items()
                )
            ]
            if text
        )
        file.write_text(f"{board}[choices]\n{choices}", encoding="utf-8")
        played = lethal("play", file, "--format", "json").json
        assert played["outcome"] == record["outcome"]
        only, last = lethal("outcomes", file, "--format", "jsonl").records
        assert (only["outcome"], last["count"]) == (record["outcome"], "1")


@pytest.mark.parametrize("format_", ["table", "json", "jsonl"])
def test_a_combat_without_damage_has_one_result(format_: str) -> None:
    result = lethal("outcomes", "20:0/2", "--format", format_)
    assert (result.code, result.err) == (0, "")
    if format_ == "table":
        assert result.out.splitlines()[0] == "life of active: 20; life of defending: 20"
    elif format_ == "json":
        assert [one["outcome"] for one in result.json["outcomes"]] == [reached([])]
        assert result.json["summary"] == summary(1)
    else:
        assert [record["type"] for record in result.records] == ["outcome", "summary"]


def test_a_combat_that_an_event_ends_has_one_result_without_a_witness() -> None:
    text = (
        'format = 1\n[[attackers]]\nid = "a"\npower = 1\ntoughness = 1\n'
        '[[events]]\nat = "declare blockers"\ndo = "leave the game"\nplayer = "defending"\n'
    )
    record, last = lethal("outcomes", "-", "--format", "jsonl", stdin=text).records
    assert (record["witness"], last["count"]) == ({}, "1")


def test_the_rules_of_the_command_line_hold() -> None:
    # In order, the second blocker gets nothing before the first has lethal damage.
    board = "20:2/9x0/2+0/2"
    free = lethal("outcomes", board, "--format", "jsonl").records
    ordered = lethal("outcomes", board, "--rules", "m12", "--format", "jsonl").records
    assert [record["outcome"]["destroyed"] for record in free[:-1]] == [["b2"], [], ["b1"]]
    assert [record["outcome"]["destroyed"] for record in ordered[:-1]] == [["b1"]]
    assert ordered[-1]["rules"] == "m12"


# --- Whose choices ---------------------------------------------------------------------------


def test_one_players_choices_vary_where_the_other_has_none() -> None:
    result = lethal("outcomes", TWO_STEPS, "--by", "active", "--format", "jsonl")
    assert result.code == 0
    assert result.records[-1] == summary(3, by="active")


@pytest.mark.parametrize(
    ("by", "other"), [("active", "the defending player"), ("defending", "the active player")]
)
def test_the_other_players_choices_must_be_decided(by: str, other: str) -> None:
    result = lethal("outcomes", SHARED, "--by", by)
    assert (result.code, result.out) == (2, "")
    assert result.err == (
        f"lethal: {other} has a choice in the regular damage step; decide it under [choices], or "
        "ask for by both\n"
    )


SHARED_FILE = """\
format = 1
[[attackers]]
id = "a1"
power = 3
toughness = 3
[[attackers]]
id = "a2"
power = 3
toughness = 2
[[blockers]]
id = "b"
power = 2
toughness = 9
can_block = 2
blocks = ["a1", "a2"]
[[blockers]]
id = "c"
power = 0
toughness = 2
blocks = ["a1"]
"""


@pytest.mark.parametrize(
    ("by", "choice", "destroyed"),
    [
        # a1 kills c with 2 or 3; b's damage is decided.
        ("active", "b:a1=2", {(), ("c",)}),
        ("active", "b:a2=2", {("a2",), ("a2", "c")}),
        # b kills a2 with 2; a1's damage is decided.
        ("defending", "a1:c=3 a2:b=3", {("c",), ("a2", "c")}),
        ("both", "", {(), ("c",), ("a2",), ("a2", "c")}),
    ],
)
def test_what_is_decided_does_not_vary(
    by: str, choice: str, destroyed: set[tuple[str, ...]]
) -> None:
    decided = f'[choices]\nregular = "{choice}"\n' if choice else ""
    result = lethal("outcomes", "-", "--by", by, "--format", "jsonl", stdin=SHARED_FILE + decided)
    assert result.code == 0
    found = [tuple(record["outcome"]["destroyed"]) for record in result.records[:-1]]
    assert set(found) == destroyed
    assert len(found) == len(destroyed)


def test_an_unknown_player_is_refused_with_the_nearest() -> None:
    result = lethal("outcomes", "20:2/2", "--by", "defendin")
    assert (result.code, result.out) == (2, "")
    assert result.err == "lethal: there is no player 'defendin'; did you mean 'defending'?\n"


# --- The next step alone ---------------------------------------------------------------------


def test_the_coming_step_can_be_looked_at_alone() -> None:
    result = lethal("outcomes", TWO_STEPS, "--step", "next", "--format", "jsonl")
    record, last = result.records
    assert record["outcome"] == reached(["b1"])
    assert list(record["witness"]) == ["first"]
    assert last == summary(1)


def test_the_coming_step_is_the_regular_one_where_there_is_no_other() -> None:
    result = lethal("outcomes", "20:2/9x0/2+0/2", "--step", "next", "--format", "jsonl")
    assert [list(record["witness"]) for record in result.records[:-1]] == [["regular"]] * 3


def test_choices_of_a_later_step_need_not_be_decided_then() -> None:
    result = lethal("outcomes", TWO_STEPS, "--step", "next", "--by", "defending")
    assert result.code == 0
    assert lethal("outcomes", TWO_STEPS, "--by", "defending").code == 2


# --- Limits ----------------------------------------------------------------------------------


@pytest.mark.parametrize("format_", ["table", "json", "jsonl"])
@pytest.mark.parametrize("limit", [1, 2, 3, 4])
def test_a_limit_equal_to_the_count_is_complete(format_: str, limit: int) -> None:
    result = lethal("outcomes", TWO_STEPS, "--limit", str(limit), "--format", format_)
    listed, complete = min(limit, 3), limit >= 3
    assert result.code == (0 if complete else 3)
    sentence = f"lethal: stopped at the limit; {listed} found, and there may be more\n"
    assert result.err == ("" if complete else sentence)
    expected = summary(listed, "" if complete else "limit")
    if format_ == "json":
        assert result.json["summary"] == expected
        assert len(result.json["outcomes"]) == listed
    elif format_ == "jsonl":
        assert result.records[-1] == expected
        assert len(result.records) == listed + 1
    else:
        assert len(result.out.splitlines()) == 2 * listed


@pytest.mark.parametrize("format_", ["table", "json", "jsonl"])
def test_a_time_limit_ends_with_what_was_found(format_: str) -> None:
    result = lethal("outcomes", HUGE, "--timeout", "0.3", "--format", format_)
    assert result.code == 3
    assert result.err.startswith("lethal: stopped at the time limit; ")
    assert result.err.endswith(" found, and there may be more\n")
    if format_ != "table":
        last = result.json["summary"] if format_ == "json" else result.records[-1]
        assert (last["complete"], last["ended_by"]) == (False, "timeout")
        listed = result.json["outcomes"] if format_ == "json" else result.records[:-1]
        assert last["count"] == str(len(listed))


@pytest.mark.parametrize("words", [["--limit", "0"], ["--timeout", "0"], ["--step", "first"]])
def test_wrong_options_are_refused(words: list[str]) -> None:
    result = lethal("outcomes", TWO_STEPS, *words)
    assert (result.code, result.out) == (2, "")


# --- Files and Ctrl-C ------------------------------------------------------------------------


@pytest.mark.parametrize("format_", ["table", "json", "jsonl"])
@pytest.mark.parametrize("limit", ["2", "3"])
def test_a_file_gets_what_standard_output_would(tmp_path: Path, format_: str, limit: str) -> None:
    file = tmp_path / "result"
    words = ["outcomes", TWO_STEPS, "--format", format_, "--limit", limit]
    to_file, on_stdout = lethal(*words, "-o", file), lethal(*words)
    assert to_file.out == ""
    assert (to_file.code, to_file.err) == (on_stdout.code, on_stdout.err)
    assert file.read_text(encoding="utf-8") == on_stdout.out
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("format_", ["table", "json", "jsonl"])
def test_an_error_in_a_later_step_leaves_a_file_as_it_was(tmp_path: Path, format_: str) -> None:
    file = tmp_path / "result"
    file.write_text("old", encoding="utf-8")
    text = SHARED_FILE.replace('id = "a2"', 'id = "a2"\nkeywords = ["first strike"]')
    text += '[choices]\nregular = "a1:c=1"\n'
    result = lethal("outcomes", "-", "--format", format_, "-o", file, stdin=text)
    assert (result.code, result.out) == (2, "")
    assert result.err == (
        "lethal: standard input:23:11: the choice for the regular damage is not legal: a1 must "
        "assign exactly 3 damage, not 1 (510.1a).\n"
    )
    assert file.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [file]


MANY = "20:300/1Txb=0/50+c=0/50,300/1Txb+c"
"""Hundreds of results, which come one after the other."""


def test_ctrl_c_while_writing_a_file_keeps_what_is_correct(tmp_path: Path) -> None:
    file = tmp_path / "result"
    with start("outcomes", MANY, "--format", "jsonl", "-o", file) as process:
        assert process.stderr is not None
        while not any(part.stat().st_size for part in tmp_path.iterdir()):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        err = process.stderr.read()
        assert process.wait(timeout=LONG) == 130
    *lines, last = file.read_text(encoding="utf-8").splitlines()
    assert list(tmp_path.iterdir()) == [file]
    assert err == f"lethal: interrupted; {len(lines)} found, and there may be more\n"
    assert json.loads(last) == summary(len(lines), "interrupted")


def test_a_reader_that_has_had_enough_ends_the_program_silently() -> None:
    with start("outcomes", MANY) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(timeout=LONG) == 141


def test_the_same_results_come_from_a_process_of_its_own() -> None:
    words = ("outcomes", TWO_STEPS, "--format", "json")
    assert real_lethal(*words) == lethal(*words)


def test_an_error_leaves_no_half_document_on_standard_output() -> None:
    text = (
        'format = 1\n[[attackers]]\nid = "a"\npower = 2\ntoughness = 2\n'
        '[choices]\nregular = "a:p=1"\n'
    )
    result = lethal("outcomes", "-", "--format", "json", stdin=text)
    assert (result.code, result.out) == (2, "")


def test_ctrl_c_counts_what_was_written() -> None:
    board = "20:300/1Txb=0/50+c=0/50,300/1Txb+c"
    result = interrupted_lethal("outcomes", board, "--format", "jsonl", after_lines=4)
    assert result.code == 130
    *listed, summary = result.records
    assert summary["count"] == str(len(listed))


# --- Summed up -------------------------------------------------------------------------------

DIVIDED = "20:4/4Tx2/2+3/3"
"""a1 kills b1 or b2; they deal 5 to it together, and it dies."""


def test_results_say_in_how_many_ways_they_come_about() -> None:
    # 4 among b1 (2/2) and b2 (3/3): 0+4, 1+3 kill b2; 2+2, 3+1, 4+0 kill b1.
    result = lethal("outcomes", DIVIDED, "--format", "jsonl")
    numbers = {tuple(r["outcome"]["destroyed"]): r["assignments"] for r in result.records[:-1]}
    assert numbers == {("a1", "b2"): "2", ("a1", "b1"): "3"}


def test_kill_sets_are_who_can_die_together() -> None:
    result = lethal("outcomes", DIVIDED, "--kill-sets")
    assert result.out.splitlines() == [
        "a1, b2",
        "    a1:b2=4 b1:a1=2 b2:a1=3 (1 of 2)",
        "a1, b1",
        "    a1:b1=2,b2=2 b1:a1=2 b2:a1=3 (1 of 3)",
    ]
    result = lethal("outcomes", DIVIDED, "--kill-sets", "--format", "jsonl")
    assert [(r["type"], r.get("destroyed"), r.get("assignments")) for r in result.records[:-1]] == [
        ("kill-set", ["a1", "b2"], "2"),
        ("kill-set", ["a1", "b1"], "3"),
    ]


def test_a_pareto_front_leaves_out_what_something_else_beats() -> None:
    # 5 from a 5/5 trampler that a 2/2 blocks: 2 to 5 kill it, 3 to 0 go through; 0 or 1 to b1
    # would be illegal beside damage to the player. Most damage and the kill come together.
    result = lethal("outcomes", "20:5/5Tx2/2", "--pareto", "kills,damage", "--format", "jsonl")
    assert [r["outcome"]["damage"] for r in result.records[:-1]] == [{"defending": 3}]
    # With least damage wanted as well, every amount is the best of something.
    result = lethal("outcomes", "20:5/5Tx2/2", "--pareto", "damage,min-damage")
    assert len(result.out.splitlines()) == 2 * 4


def test_kill_sets_and_a_pareto_front_are_not_asked_for_together() -> None:
    result = lethal("outcomes", DIVIDED, "--kill-sets", "--pareto", "kills")
    assert (result.code, result.out) == (2, "")
    assert "give one of them" in result.err


def test_an_unknown_term_of_a_pareto_front_is_refused() -> None:
    result = lethal("outcomes", DIVIDED, "--pareto", "kils")
    assert (result.code, result.out) == (2, "")
    assert "did you mean 'kills'" in result.err
