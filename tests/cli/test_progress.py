"""The bar for long work: on a terminal that shows nothing else, and nowhere else."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from program import HUGE, LONG, TWO_BLOCKERS

if TYPE_CHECKING:
    from pathlib import Path

ENDLESS = "20:" + ",".join(["30/30x1/1+1/1+1/1"] * 6)
TERMINAL = {"TERM": "xterm-256color", "COLUMNS": "100"}


def on_a_terminal(*words: str | Path, stdout_too: bool = False, **env: str) -> tuple[int, str, str]:
    """Run a command whose standard error is a terminal; return its exit code, output and errors."""
    ours, theirs = pty.openpty()
    shown: list[bytes] = []

    def read() -> None:
        try:
            while data := os.read(ours, 10_000):
                shown.append(data)
        except OSError:
            # The other side is closed.
            pass

    reader = threading.Thread(target=read)
    reader.start()
    kept = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    done = subprocess.run(
        [sys.executable, "-m", "lethal", *map(str, words)],
        stdin=subprocess.DEVNULL,
        stdout=theirs if stdout_too else subprocess.PIPE,
        stderr=theirs,
        check=False,
        timeout=LONG,
        env=kept | TERMINAL | env,
    )
    os.close(theirs)
    reader.join(LONG)
    os.close(ours)
    return done.returncode, (done.stdout or b"").decode(), b"".join(shown).decode()


@pytest.mark.parametrize("format_", ["jsonl", "csv", "arrow"])
def test_a_long_list_for_a_file_has_a_bar(tmp_path: Path, format_: str) -> None:
    file = tmp_path / "list"
    words = ("--timeout", "2", "--format", format_, "-o", file)
    code, out, err = on_a_terminal("enumerate", ENDLESS, *words)
    assert (code, out) == (3, "")
    assert "listing" in err
    assert "\x1b[" in err
    assert "lethal: stopped at the time limit; " in err


def test_a_long_count_has_a_bar() -> None:
    code, out, err = on_a_terminal("count", HUGE, "--engine", "cpsat", "--timeout", "4")
    assert code == 3
    assert int(out) >= 1
    assert "counting: at least" in err


def test_a_list_for_a_pipe_is_not_disturbed() -> None:
    words = ("--limit", "150000", "--format", "table")
    code, out, err = on_a_terminal("enumerate", ENDLESS, *words)
    assert code == 3
    assert len(out.splitlines()) == 150_000
    assert "\x1b" not in out
    assert "lethal: stopped at the limit; 150000 assignments were listed" in err


def test_a_list_on_the_terminal_has_no_bar() -> None:
    _, _, shown = on_a_terminal("enumerate", ENDLESS, "--timeout", "2", stdout_too=True)
    assert "listing" not in shown
    assert "\x1b" not in shown


def test_short_work_has_no_bar() -> None:
    assert on_a_terminal("count", TWO_BLOCKERS) == (0, "8\n", "")


def test_a_bar_has_no_colours_where_none_are_wanted(tmp_path: Path) -> None:
    words = ("enumerate", ENDLESS, "--timeout", "2", "--format", "csv", "-o", tmp_path / "list")
    _, _, err = on_a_terminal(*words, NO_COLOR="1")
    assert "listing" in err
    assert "\x1b[3" not in err
    assert "\x1b[38;" in on_a_terminal(*words)[2]
