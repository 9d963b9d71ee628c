"""What commands say and return when they end before they are done."""

from __future__ import annotations

import click

from lethal.cli.running import Exit
from lethal.limits import Status

_CODES = {
    Status.COMPLETE: Exit.DONE,
    Status.LIMIT: Exit.LIMIT,
    Status.TIMEOUT: Exit.LIMIT,
    Status.INTERRUPTED: Exit.INTERRUPTED,
}
_REASONS = {
    Status.LIMIT: "stopped at the limit",
    Status.TIMEOUT: "stopped at the time limit",
    Status.INTERRUPTED: "interrupted",
}


def exit_code(status: Status) -> int:
    """Return the exit code for how the work ended."""
    return _CODES[status]


def say_if_incomplete(status: Status, certain: str) -> None:
    """Say on standard error why a result is incomplete, and what is certain."""
    if status is not Status.COMPLETE:
        click.echo(f"lethal: {_REASONS[status]}; {certain}", err=True)
