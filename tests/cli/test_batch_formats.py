"""`lethal enumerate` in batches: large CSV, Parquet and Arrow."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from program import HUGE, LONG, TWO_BLOCKERS, interrupted_lethal, lethal, real_lethal, start

if TYPE_CHECKING:
    from pathlib import Path

ROWS = [(0, 6, 0), (1, 5, 0), (2, 3, 1), (2, 4, 0), (3, 3, 0), (4, 2, 0), (5, 1, 0), (6, 0, 0)]
COLUMNS = ["a1:b1", "a1:b2", "a1:defending"]

ENDLESS = "20:" + ",".join(["30/30x1/1+1/1+1/1"] * 6)
"""Six times 496 ways: numbered, but too many to list."""


def thirds(amount: int) -> list[tuple[int, int, int]]:
    """Return every division of an amount among three, in lexicographic order."""
    return [
        (one, two, amount - one - two)
        for one in range(amount + 1)
        for two in range(amount - one + 1)
    ]


def binary(*words: str | Path) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "lethal", *map(str, words)]
    return subprocess.run(command, capture_output=True, check=False, timeout=LONG)


def rows_of(table: pa.Table) -> list[tuple[int, ...]]:
    return list(zip(*(column.to_pylist() for column in table.columns), strict=True))


def read(file: Path, format_: str) -> pa.Table:
    if format_ == "parquet":
        return pq.read_table(file)  # pyright: ignore[reportUnknownMemberType]
    with file.open("rb") as stream:
        return pa.ipc.open_stream(stream).read_all()


@pytest.mark.parametrize("amount", [150, 99, 140])
@pytest.mark.parametrize("limit", [None, 10_000, 10_001])
def test_large_csv_has_the_lines_that_small_csv_has(amount: int, limit: int | None) -> None:
    # 150 damage among three: 152 over 2 is 11,476 ways; in one byte a number goes up to 127 only.
    expected = thirds(amount)[:limit]
    words = () if limit is None else ("--limit", str(limit))
    result = lethal("enumerate", f"20:{amount}/1x1/1+1/1+1/1", "--format", "csv", *words)
    header, *lines = result.out.splitlines()
    assert header == "a1:b1,a1:b2,a1:b3"
    assert lines == [",".join(map(str, row)) for row in expected]
    complete = limit is None or limit >= len(thirds(amount))
    assert result.code == (0 if complete else 3)
    assert result.out.endswith("\n")


def test_the_largest_amounts_are_csv_too() -> None:
    power = 10**8
    words = ("--format", "csv", "--limit", "20000")
    lines = lethal("enumerate", f"20:{power}/1x1/1+1/1", *words).out.splitlines()[1:]
    assert lines == [f"{first},{power - first}" for first in range(20_000)]


@pytest.mark.parametrize("format_", ["parquet", "arrow"])
@pytest.mark.parametrize("engine", ["auto", "cpsat", "diagram"])
def test_a_binary_file_has_a_column_for_every_edge(
    tmp_path: Path, format_: str, engine: str
) -> None:
    file = tmp_path / "list"
    words = ("--format", format_, "--engine", engine, "-o", file)
    result = lethal("enumerate", TWO_BLOCKERS, *words)
    assert (result.code, result.out, result.err) == (0, "", "")
    table = read(file, format_)
    assert table.column_names == COLUMNS
    assert {str(type_) for type_ in table.schema.types} == {"int8"}
    assert rows_of(table) == ROWS
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("format_", ["parquet", "arrow"])
def test_a_binary_list_goes_through_a_pipe(tmp_path: Path, format_: str) -> None:
    done = binary("enumerate", TWO_BLOCKERS, "--format", format_)
    assert (done.returncode, done.stderr) == (0, b"")
    file = tmp_path / "list"
    file.write_bytes(done.stdout)
    assert rows_of(read(file, format_)) == ROWS


@pytest.mark.parametrize("format_", ["parquet", "arrow"])
def test_many_batches_are_one_list(tmp_path: Path, format_: str) -> None:
    # 600 damage among three: 602 over 2 is 180,901 ways, in three batches.
    file = tmp_path / "list"
    assert lethal("enumerate", "20:600/1x1/1+1/1+1/1", "--format", format_, "-o", file).code == 0
    table = read(file, format_)
    assert {str(type_) for type_ in table.schema.types} == {"int16"}
    assert rows_of(table) == thirds(600)


@pytest.mark.parametrize("format_", ["parquet", "arrow"])
@pytest.mark.parametrize("engine", ["auto", "cpsat"])
def test_a_limit_holds_for_binary_lists(tmp_path: Path, format_: str, engine: str) -> None:
    file = tmp_path / "list"
    words = ("--format", format_, "--limit", "3", "--engine", engine, "-o", file)
    result = lethal("enumerate", TWO_BLOCKERS, *words)
    assert result.code == 3
    assert result.err == "lethal: stopped at the limit; 3 assignments were listed\n"
    assert rows_of(read(file, format_)) == ROWS[:3]


@pytest.mark.parametrize("format_", ["parquet", "arrow"])
def test_parts_are_listed_in_binary_too(tmp_path: Path, format_: str) -> None:
    file = tmp_path / "list"
    words = ("enumerate", TWO_BLOCKERS, "--format", format_, "-o", file)
    assert lethal(*words, "--shard", "2/2").code == 0
    assert rows_of(read(file, format_)) == ROWS[4:]
    assert lethal(*words, "--shard", "1/100").code == 0
    assert read(file, format_).column_names == COLUMNS
    assert rows_of(read(file, format_)) == []
    assert lethal(*words, "--sample", "9").code == 0
    drawn = rows_of(read(file, format_))
    assert len(drawn) == 9
    assert set(drawn) <= set(ROWS)


@pytest.mark.parametrize("format_", ["csv", "arrow", "parquet"])
def test_a_time_limit_leaves_a_whole_file(tmp_path: Path, format_: str) -> None:
    file = tmp_path / "list"
    words = ("--timeout", "1", "--format", format_, "-o", file)
    result = real_lethal("enumerate", ENDLESS, *words)
    assert result.code == 3
    text = file.read_text(encoding="utf-8") if format_ == "csv" else ""
    listed = text.count("\n") - 1 if format_ == "csv" else read(file, format_).num_rows
    assert listed > 0
    assert result.err == f"lethal: stopped at the time limit; {listed} assignments were listed\n"
    assert text.endswith("\n" if format_ == "csv" else "")


def test_ctrl_c_leaves_whole_lines_of_large_csv() -> None:
    result = interrupted_lethal("enumerate", ENDLESS, "--format", "csv", after_lines=5)
    assert result.code == 130
    listed = result.out.count("\n") - 1
    assert result.err == f"lethal: interrupted; {listed} assignments were listed\n"
    assert {line.count(",") for line in result.out.splitlines()} == {17}


def test_ctrl_c_leaves_a_whole_binary_file(tmp_path: Path) -> None:
    file = tmp_path / "list"
    with start("enumerate", ENDLESS, "--format", "arrow", "-o", file) as process:
        assert process.stderr is not None
        while not any(part.stat().st_size > 10**6 for part in tmp_path.iterdir()):
            assert process.poll() is None
        process.send_signal(2)
        err = process.stderr.read()
        assert process.wait(timeout=LONG) == 130
    listed = read(file, "arrow").num_rows
    assert err == f"lethal: interrupted; {listed} assignments were listed\n"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("format_", ["csv", "arrow", "parquet"])
def test_a_reader_that_has_had_enough_of_batches_ends_the_program_silently(format_: str) -> None:
    words = [sys.executable, "-m", "lethal", "enumerate", ENDLESS, "--format", format_]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.read(4)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=LONG) == 141


@pytest.mark.parametrize("format_", ["parquet", "arrow"])
def test_an_error_in_the_middle_leaves_no_binary_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format_: str
) -> None:
    def broken(*args: object) -> None:
        raise ZeroDivisionError(args)

    monkeypatch.setattr("lethal.cli.listed_batches.record_batch", broken)
    file = tmp_path / "list"
    file.write_text("old", encoding="utf-8")
    assert lethal("enumerate", TWO_BLOCKERS, "--format", format_, "-o", file).code == 4
    assert file.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("format_", ["parquet", "arrow"])
def test_a_full_device_is_told_in_binary_too(format_: str) -> None:
    result = lethal("enumerate", TWO_BLOCKERS, "--format", format_, "-o", "/dev/full")
    assert (result.code, result.out) == (2, "")
    assert result.err == "lethal: cannot write /dev/full: no space left on device\n"


@pytest.mark.parametrize("format_", ["parquet", "arrow"])
def test_without_pyarrow_one_sentence_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format_: str
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = lethal("enumerate", TWO_BLOCKERS, "--format", format_, "-o", tmp_path / "list")
    assert (result.code, result.out) == (2, "")
    assert result.err == (
        "lethal: this needs pyarrow, which is not installed: pip install 'lethal[arrow]'\n"
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("format_", ["parquet", "arrow"])
def test_a_terminal_gets_no_binary(format_: str) -> None:
    ours, theirs = pty.openpty()
    words = [sys.executable, "-m", "lethal", "enumerate", TWO_BLOCKERS, "--format", format_]
    done = subprocess.run(words, stdout=theirs, stderr=subprocess.PIPE, check=False, timeout=LONG)
    os.close(theirs)
    os.close(ours)
    assert done.returncode == 2
    assert done.stderr.decode() == (
        f"lethal: {format_} is not for a terminal: say -o FILE, or send it through a pipe\n"
    )


@pytest.mark.parametrize("format_", ["parquet", "arrow"])
def test_a_list_without_columns_is_refused(tmp_path: Path, format_: str) -> None:
    result = lethal("enumerate", "20:0/1", "--format", format_, "-o", tmp_path / "list")
    assert (result.code, result.out) == (2, "")
    assert result.err.splitlines()[-1] == (
        f"lethal: no creature assigns damage here, so that {format_} would have no columns"
    )


def test_what_cp_sat_lists_fills_columns_too(tmp_path: Path) -> None:
    file = tmp_path / "list"
    words = ("--format", "arrow", "--limit", "300", "-o", file)
    assert lethal("enumerate", HUGE, *words).code == 3
    text = lethal("enumerate", HUGE, "--format", "csv", "--limit", "300").out
    lines = [tuple(map(int, line.split(","))) for line in text.splitlines()[1:]]
    assert rows_of(read(file, "arrow")) == lines
