"""Running a command: what it returns and what it raises become exit codes."""

from __future__ import annotations

import os
import sys
from enum import IntEnum
from typing import TYPE_CHECKING

import click

from lethal.cli.group import Stopped, lethal_group

if TYPE_CHECKING:
    from collections.abc import Sequence

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


def main() -> None:
    """Run the program and end the process."""
    sys.exit(run())


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code; nothing but output leaves this function.

    Args:
        arguments: The words after the program's name; by default those of the process.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
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
    from lethal_models.errors import LethalError

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
    for line in message.splitlines():
        click.echo(f"lethal: {line}", err=True)
    return code
