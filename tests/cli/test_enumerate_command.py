"""`lethal enumerate`."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

import pytest

from program import HUGE, TWO_BLOCKERS, lethal, real_lethal

if TYPE_CHECKING:
    from pathlib import Path

# Lexicographic in what goes to b1, b2 and the player; 1 goes through only past 2 and 3.
ROWS = [(0, 6, 0), (1, 5, 0), (2, 3, 1), (2, 4, 0), (3, 3, 0), (4, 2, 0), (5, 1, 0), (6, 0, 0)]


def as_text(row: tuple[int, int, int]) -> str:
    amounts = zip(("b1", "b2", "p"), row, strict=True)
    return "a1:" + ",".join(f"{recipient}={n}" for recipient, n in amounts if n)


def as_record(row: tuple[int, int, int]) -> dict[str, object]:
    amounts = zip(("b1", "b2", "defending"), row, strict=True)
    return {"type": "assignment", "assignment": {"a1": {r: n for r, n in amounts if n}}}


def summary(count: int, ended_by: str = "", engine: str = "diagram") -> dict[str, object]:
    ended = {"ended_by": ended_by} if ended_by else {}
    return {
        "type": "summary",
        "count": str(count),
        "complete": not ended_by,
        **ended,
        "rules": "foundations",
        "by": "active",
        "step": "regular",
        "engine": engine,
    }


def test_a_table_has_one_assignment_a_line_in_order() -> None:
    result = lethal("enumerate", TWO_BLOCKERS)
    assert (result.code, result.err) == (0, "")
    assert result.out.splitlines() == [as_text(row) for row in ROWS]


def test_every_line_of_a_table_is_legal_to_check() -> None:
    for line in lethal("enumerate", TWO_BLOCKERS).out.splitlines():
        assert lethal("check", TWO_BLOCKERS, line).out == "legal\n"


def test_jsonl_has_a_record_each_and_a_summary() -> None:
    result = lethal("enumerate", TWO_BLOCKERS, "--format", "jsonl")
    assert (result.code, result.err) == (0, "")
    assert result.records == [*map(as_record, ROWS), summary(8)]


def test_json_is_one_document() -> None:
    result = lethal("enumerate", TWO_BLOCKERS, "--format", "json")
    assert result.code == 0
    assert result.json == {
        "type": "enumeration",
        "assignments": [*map(as_record, ROWS)],
        "summary": summary(8),
    }


def test_csv_has_a_column_for_every_edge() -> None:
    result = lethal("enumerate", TWO_BLOCKERS, "--format", "csv")
    header, *rows = csv.reader(io.StringIO(result.out))
    assert header == ["a1:b1", "a1:b2", "a1:defending"]
    assert [tuple(map(int, row)) for row in rows] == ROWS


def test_the_order_is_the_same_for_both_engines() -> None:
    board = "20:5/5Tx2/2+b=3/3,4/4Txb"
    auto, cpsat = (lethal("enumerate", board, "--engine", engine) for engine in ("auto", "cpsat"))
    assert auto.out == cpsat.out
    assert auto.out


@pytest.mark.parametrize("format_", ["table", "json", "jsonl", "csv"])
@pytest.mark.parametrize("limit", [1, 7, 8, 9])
def test_a_limit_equal_to_the_count_is_complete(format_: str, limit: int) -> None:
    result = lethal("enumerate", TWO_BLOCKERS, "--limit", str(limit), "--format", format_)
    listed = min(limit, 8)
    complete = limit >= 8
    assert result.code == (0 if complete else 3)
    were_listed = "1 assignment was" if listed == 1 else f"{listed} assignments were"
    sentence = f"lethal: stopped at the limit; {were_listed} listed\n"
    assert result.err == ("" if complete else sentence)
    expected = summary(listed, "" if complete else "limit")
    if format_ == "json":
        assert result.json["summary"] == expected
        assert len(result.json["assignments"]) == listed
    elif format_ == "jsonl":
        assert result.records[-1] == expected
        assert len(result.records) == listed + 1
    else:
        assert len(result.out.splitlines()) == listed + (format_ == "csv")


@pytest.mark.parametrize("engine", ["auto", "cpsat"])
@pytest.mark.parametrize("limit", [255, 256, 257, 300, 301, 302])
def test_a_limit_is_exact_for_hundreds_too(engine: str, limit: int) -> None:
    # 300 damage for two blockers is divided in 301 ways.
    words = ("--limit", str(limit), "--format", "jsonl", "--engine", engine)
    result = lethal("enumerate", "20:300/1x1/1+1/1", *words)
    assert len(result.records) == min(limit, 301) + 1
    assert result.summary["count"] == str(min(limit, 301))
    assert result.summary["complete"] is (limit >= 301)
    assert result.code == (0 if limit >= 301 else 3)


def test_a_time_limit_ends_a_list_without_end(tmp_path: Path) -> None:
    file = tmp_path / "list.jsonl"
    words = ("--timeout", "1", "--format", "jsonl", "-o", file)
    result = real_lethal("enumerate", HUGE, *words)
    assert (result.code, result.out) == (3, "")
    *lines, last = file.read_text().splitlines()
    assert json.loads(last)["complete"] is False
    assert json.loads(last)["ended_by"] == "timeout"
    assert json.loads(last)["count"] == str(len(lines))
    assert (
        result.err == f"lethal: stopped at the time limit; {len(lines)} assignments were listed\n"
    )


def test_a_list_of_one_empty_assignment() -> None:
    assert lethal("enumerate", "20:0/1").out == "\n"
    assert lethal("enumerate", "20:0/1", "--format", "jsonl").records == [
        {"type": "assignment", "assignment": {}},
        summary(1, engine="auto"),
    ]


def test_the_first_of_astronomically_many_are_there_at_once() -> None:
    result = lethal("enumerate", HUGE, "--limit", "3")
    assert result.code == 3
    assert len(result.out.splitlines()) == 3
