"""Where results go: -o FILE, pipes, terminals; and failures of the program itself."""

from __future__ import annotations

import os
import signal
import threading
import time
from typing import TYPE_CHECKING

import pytest

from program import (
    EVERYBODY,
    HUGE,
    LONG,
    TWO_BLOCKERS,
    interrupted_lethal,
    lethal,
    real_lethal,
    start,
)

if TYPE_CHECKING:
    from pathlib import Path

COMMANDS = [
    ["count", TWO_BLOCKERS],
    ["enumerate", TWO_BLOCKERS, "--format", "csv"],
    ["check", TWO_BLOCKERS, "a1:b1=6"],
    ["ranges", TWO_BLOCKERS],
    ["best", TWO_BLOCKERS, "--format", "json"],
    ["show", TWO_BLOCKERS],
    ["rulebook", "t-1", "--format", "jsonl"],
]


@pytest.mark.parametrize("words", COMMANDS)
def test_a_file_gets_what_standard_output_would(tmp_path: Path, words: list[str]) -> None:
    file = tmp_path / "result.txt"
    file.write_text("old", encoding="utf-8")
    to_file = lethal(*words, "-o", file)
    on_stdout = lethal(*words)
    assert to_file.out == ""
    assert file.read_text(encoding="utf-8") == on_stdout.out
    assert (to_file.code, to_file.err) == (on_stdout.code, on_stdout.err)
    assert list(tmp_path.iterdir()) == [file]


def test_a_directory_that_does_not_exist_is_told(tmp_path: Path) -> None:
    file = tmp_path / "none" / "result.txt"
    result = lethal("count", TWO_BLOCKERS, "-o", file)
    assert (result.code, result.out) == (2, "")
    assert result.err == f"lethal: cannot write {file}: no such file or directory\n"


def test_a_full_device_is_told() -> None:
    result = lethal("count", TWO_BLOCKERS, "-o", "/dev/full")
    assert (result.code, result.out) == (2, "")
    assert result.err == "lethal: cannot write /dev/full: no space left on device\n"


def test_devices_pipes_and_links_stay_what_they_are(tmp_path: Path) -> None:
    target, link, pipe = tmp_path / "target", tmp_path / "link", tmp_path / "pipe"
    link.symlink_to(target)
    assert lethal("count", TWO_BLOCKERS, "-o", link).code == 0
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == "8\n"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text(encoding="utf-8")))
    reader.start()
    assert lethal("count", TWO_BLOCKERS, "-o", pipe).code == 0
    reader.join(LONG)
    assert read == ["8\n"]
    assert pipe.is_fifo()


def test_a_file_keeps_its_old_text_when_there_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "result.txt"
    file.write_text("old", encoding="utf-8")
    assert lethal("count", HUGE, "-o", file).code == 2
    assert file.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_an_error_in_the_middle_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: object) -> str:
        del self
        raise ZeroDivisionError

    monkeypatch.setattr("lethal_models.Assignment.__str__", broken)
    result = lethal("enumerate", TWO_BLOCKERS, "-o", tmp_path / "result.txt")
    assert result.code == 4
    assert list(tmp_path.iterdir()) == []


def test_an_internal_failure_is_one_sentence_and_exit_code_4(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*args: object) -> None:
        del args
        message = "secret"
        raise RuntimeError(message)

    monkeypatch.setattr("lethal.Assignments.count_within", broken)
    monkeypatch.delenv("LETHAL_DEBUG", raising=False)
    result = lethal("count", TWO_BLOCKERS)
    assert (result.code, result.out) == (4, "")
    assert result.err == (
        "lethal: internal failure (RuntimeError: secret); this is a defect of the program: please "
        "report it with the board. LETHAL_DEBUG=1 shows where it happened\n"
    )
    monkeypatch.setenv("LETHAL_DEBUG", "1")
    with pytest.raises(RuntimeError, match="secret"):
        lethal("count", TWO_BLOCKERS)


def test_a_reader_that_has_had_enough_ends_the_program_silently() -> None:
    with start("enumerate", HUGE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith("a1:")
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(timeout=LONG) == 141


@pytest.mark.parametrize("words", [[], ["--help"], ["count", "20:2/2"], ["completion", "bash"]])
def test_a_reader_that_is_gone_from_the_start_is_no_failure(words: list[str]) -> None:
    with start(*words) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(timeout=LONG) == 141


@pytest.mark.parametrize("format_", ["table", "csv", "jsonl", "json"])
def test_ctrl_c_leaves_whole_lines_and_an_honest_summary(format_: str) -> None:
    words = ("enumerate", HUGE, "--format", format_)
    result = interrupted_lethal(*words, after_lines=5)
    assert result.code == 130
    assert result.out.endswith("\n")
    if format_ == "json":
        summary, listed = result.json["summary"], len(result.json["assignments"])
    elif format_ == "jsonl":
        summary, listed = result.records[-1], len(result.records) - 1
    else:
        summary, listed = None, len(result.out.splitlines()) - (format_ == "csv")
    assert listed > 0
    assert result.err == f"lethal: interrupted; {listed} assignments were listed\n"
    if summary is not None:
        assert (summary["count"], summary["complete"]) == (str(listed), False)
        assert summary["ended_by"] == "interrupted"
    else:
        # As many as were listed, and the same ones in the same order.
        limit = ("--limit", str(listed))
        assert real_lethal(*words, *limit).out == result.out


def test_ctrl_c_while_writing_a_file_keeps_what_is_correct(tmp_path: Path) -> None:
    file = tmp_path / "result.jsonl"
    with start("enumerate", HUGE, "--format", "jsonl", "-o", file) as process:
        assert process.stderr is not None
        # The part file shows that the work has begun.
        while not any(part.stat().st_size for part in tmp_path.iterdir()):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        err = process.stderr.read()
        assert process.wait(timeout=LONG) == 130
    *lines, last = file.read_text(encoding="utf-8").splitlines()
    assert list(tmp_path.iterdir()) == [file]
    assert err == f"lethal: interrupted; {len(lines)} assignments were listed\n"
    assert f'"count":"{len(lines)}","complete":false,"ended_by":"interrupted"' in last


def test_ctrl_c_ends_a_list_before_there_is_a_first_assignment() -> None:
    with start("enumerate", EVERYBODY, "--timeout", str(LONG)) as process:
        assert process.stderr is not None
        # By then the search has begun, wherever it is not very slow.
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=LONG / 2) == 130
        assert process.stderr.read().startswith("lethal: interrupted")


def test_ctrl_c_ends_a_count_with_what_is_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*args: object) -> None:
        del args
        raise KeyboardInterrupt

    monkeypatch.setattr("lethal.limits.Deadline.check", interrupted)
    result = lethal("count", HUGE, "--limit", "100000", "--format", "json")
    assert result.code == 130
    assert result.json["complete"] is False
    assert result.json["ended_by"] == "interrupted"
    number = int(result.json["count"])
    assert number >= 1
    bounds = f"there are at least {number} and at most {result.json['at_most']}"
    assert result.err == f"lethal: interrupted; {bounds}\n"


def test_ctrl_c_before_there_is_an_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*args: object) -> None:
        del args
        raise KeyboardInterrupt

    monkeypatch.setattr("lethal.Assignments.ranges", interrupted)
    result = lethal("ranges", TWO_BLOCKERS)
    assert (result.code, result.out, result.err) == (130, "", "lethal: interrupted\n")


@pytest.mark.parametrize("env", [{}, {"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_output_that_goes_to_a_pipe_has_no_colours(env: dict[str, str]) -> None:
    for words in (["ranges", TWO_BLOCKERS], ["rulebook", "t-1"], ["show", TWO_BLOCKERS]):
        assert "\x1b" not in real_lethal(*words, env=env).out


def test_no_color_holds_where_colours_are_forced() -> None:
    env = {"NO_COLOR": "1", "FORCE_COLOR": "1", "TERM": "xterm-256color", "COLUMNS": "200"}
    out = real_lethal("ranges", TWO_BLOCKERS, env=env).out
    assert "\x1b[3" not in out
    assert "a1" in out


def test_a_long_table_is_not_cut_in_a_pipe() -> None:
    board = "20:6/6Txblocker" + "-with-a-long-name" * 20 + "=2/2"
    out = lethal("ranges", board).out
    assert "-with-a-long-name" * 20 in out
    assert "…" not in out
