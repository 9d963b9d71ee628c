"""`--verify`, and what commands say and return about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lethal.cli.options import ViewOptions
from lethal.cli.running import Exit
from lethal.cli.stopping import exit_code

if TYPE_CHECKING:
    from collections.abc import Callable

    from lethal.cli.options import Command
    from lethal.verifying import Verification


class VerifiedViewOptions(ViewOptions):
    """The options that choose a view, and whether the answer about it is checked."""

    verify: bool


def verify_option(how: str) -> Callable[[Command], Command]:
    """Give a command `--verify`, which checks its answer in some way."""
    return click.option("--verify", is_flag=True, help=f"Check the answer: {how}.")


def say_verified(how: str) -> None:
    """Say on standard error that an answer was verified, and how."""
    click.echo(f"lethal: verified: {how}", err=True)


def say_verification(verification: Verification, found: str = "counts the same") -> None:
    """Say on standard error whether an answer was verified by what was found, and if not, why."""
    if verification.complete:
        say_verified(f"{verification.by} {found}")
    else:
        click.echo(f"lethal: not verified: {verification.reason}", err=True)


def code_with(code: int, verification: Verification | None) -> int:
    """Return the exit code of an answer that had to be verified: done only if it was."""
    if verification is None or code != Exit.DONE:
        return code
    return exit_code(verification.status)
