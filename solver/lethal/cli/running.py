"""Running a command: what it returns and what it raises become exit codes."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lethal.cli.group import Stopped, lethal_group

if TYPE_CHECKING:
    from types import FrameType

DEBUG = "LETHAL_DEBUG"
"""With this environment variable set, an internal failure shows its traceback."""


class Exit(IntEnum):
    """The exit codes of every command."""

    DONE = 0
    NO = 1
    USAGE = 2
    LIMIT = 3
    FAILURE = 4
    INTERRUPTED = 130
    BROKEN_PIPE = 141


MOST_DIGITS = 100_000
"""Digits of a count that are printed; Python alone stops at a few thousand."""


@dataclass(slots=True)
class _Interrupts:
    """Remembers Ctrl-C: inside an import it may come out as another error."""

    seen: bool = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        self.seen = True
        raise KeyboardInterrupt


def process() -> int:
    """Run the command of this process and return its exit code."""
    sys.set_int_max_str_digits(MOST_DIGITS)
    interrupts = _Interrupts()
    # A process that was started with Ctrl-C ignored keeps ignoring it.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, interrupts)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, TextIOWrapper):
            # Whatever the terminal cannot show is written as an escape.
            stream.reconfigure(errors="backslashreplace")
        elif stream is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
    code = run(sys.argv[1:])
    return Exit.INTERRUPTED if interrupts.seen else code


def run(words: list[str]) -> int:
    """Run a command and return its exit code; nothing but output leaves this function.

    Args:
        words: What stands after the program's name.
    """
    try:
        code = _main(words)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        return _say("interrupted", Exit.INTERRUPTED)
    except BrokenPipeError:
        # Whoever read the output has had enough; keep Python from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.BROKEN_PIPE
    except OSError as error:
        # Files are opened where errors can name them; what is left is standard output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        reason = (error.strerror or str(error)).lower()
        return _say(f"cannot write standard output: {reason}", Exit.USAGE)
    except Exception as error:  # noqa: BLE001 - the last line of defence
        return _failure(error)
    return code if isinstance(code, int) else Exit.DONE


def _main(words: list[str]) -> object:
    try:
        return lethal_group.main(words, prog_name="lethal", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return Exit.DONE
    except Stopped as stopped:
        raise stopped.cause from None


def _failure(error: Exception) -> int:
    from lethal.limits import TimeoutReached
    from lethal.verifying import MismatchError
    from lethal_models.errors import LethalError

    if isinstance(error, MismatchError):
        return _say(str(error), Exit.FAILURE)
    if isinstance(error, LethalError):
        return _say(str(error), Exit.LIMIT if isinstance(error, TimeoutReached) else Exit.USAGE)
    if os.environ.get(DEBUG):
        raise error
    kind = type(error).__name__
    return _say(
        f"internal failure ({kind}: {error}); this is a defect of the program: please report it "
        f"with the board. {DEBUG}=1 shows where it happened",
        Exit.FAILURE,
    )


def _say(message: str, code: Exit) -> int:
    # Without a standard error the exit code has to do.
    with suppress(OSError):
        for line in message.splitlines():
            click.echo(f"lethal: {line}", err=True)
    return code
