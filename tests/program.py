"""Running the program: in this process for speed, or as the real thing."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from lethal.cli import run

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

LONG = 60
"""Seconds after which a process that should have ended long ago is given up."""

VIEW = {"rules": "foundations", "by": "active", "step": "regular"}
"""What results say of the view they are about, by default."""

TWO_BLOCKERS = "20:6/6Tx2/2+3/3"
"""A trampler with 8 assignments: 6 on the blockers in 7 ways, or 2, 3 and 1 going through."""

HUGE = "20:60/60Txb=9/9+c=9/9+d=9/9+e=9/9+f=9/9,60/60Txb+c+d+e+f,60/60Txb+c+d+e+f,60/60Txb+c+d+e+f"
"""Four tramplers that share five blockers: far too many assignments to visit one by one."""

EVERYBODY = "20:6/4Txa=6/4+b=6/4+c=6/4+d=6/4+e=6/4+f=6/4+g=6/4+h=6/4" + 7 * ",6/4Txa+b+c+d+e+f+g+h"
"""Eight tramplers that share eight blockers: even the first assignment takes long to find."""


@dataclass(frozen=True)
class Result:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:  # noqa: ANN401 - JSON
        return json.loads(self.out)

    @property
    def records(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def summary(self) -> dict[str, Any]:
        return json.loads(self.out.splitlines()[-1])


def lethal(*words: str | Path, stdin: str | bytes = b"") -> Result:
    """Run a command in this process."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    out, err = io.StringIO(), io.StringIO()
    fake = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")
    with patch.object(sys, "stdin", fake), redirect_stdout(out), redirect_stderr(err):
        code = run([str(word) for word in words])
    return Result(int(code), out.getvalue(), err.getvalue())


def real_lethal(
    *words: str | Path, stdin: bytes = b"", env: Mapping[str, str] | None = None
) -> Result:
    """Run a command as a process of its own."""
    done = subprocess.run(
        _command(words),
        input=stdin,
        capture_output=True,
        check=False,
        timeout=LONG,
        env=dict(os.environ) | dict(env or {}),
    )
    return Result(done.returncode, done.stdout.decode(), done.stderr.decode())


def interrupted_lethal(*words: str | Path, after_lines: int) -> Result:
    """Run a command, and press Ctrl-C once it has written so many lines."""
    with start(*words) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        head = "".join(process.stdout.readline() for _ in range(after_lines))
        process.send_signal(signal.SIGINT)
        # Not communicate(): it would lose what is already in the buffer of stdout.
        rest = process.stdout.read()
        err = process.stderr.read()
        return Result(process.wait(timeout=LONG), head + rest, err)


def start(*words: str | Path) -> subprocess.Popen[str]:
    """Start a command as a process of its own, with pipes."""
    return subprocess.Popen(
        _command(words),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


# A shell starts what runs in the background with Ctrl-C ignored, and children inherit that.
_MAIN = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from lethal.cli import main; main()"
)


def _command(words: tuple[str | Path, ...]) -> list[str]:
    return [sys.executable, "-c", _MAIN, *map(str, words)]
