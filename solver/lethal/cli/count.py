"""`lethal count BOARD`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lethal.cli.listed_orbits import symmetry_option
from lethal.cli.options import (
    Format,
    board_argument,
    format_option,
    limit_option,
    output_option,
    timeout_option,
    view_of,
    view_options,
)
from lethal.cli.output import opened, write_record, write_records
from lethal.cli.progress import progress
from lethal.cli.stopping import exit_code, say_if_incomplete
from lethal.cli.verifying import VerifiedViewOptions, code_with, say_verification, verify_option
from lethal.limits import Status
from lethal.results import Count
from lethal.verifying import verify_count

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Unpack


class Options(VerifiedViewOptions):
    """The options that choose a view, and what is counted of it."""

    up_to_symmetry: bool


@click.command("count")
@board_argument
@view_options
@symmetry_option
@limit_option
@timeout_option
@verify_option("the other engine counts again, within the same limits")
@format_option("table", "json", "jsonl", "csv")
@output_option
def command(
    board: str,
    limit: int | None,
    timeout: float | None,
    format_: Format,
    output: Path | None,
    **options: Unpack[Options],
) -> int:
    """Print the number of legal combat damage assignments.

    \b
    Examples:
      lethal count 20:6/6Tx2/2+3/3
      lethal count board.toml --rules 2005-06-01 --format json
      lethal count board.toml --timeout 10     a lower bound when that is not enough
      lethal count 20:10/10x1/1+1/1+1/1+1/1 --up-to-symmetry

    Without --timeout or --limit a count that would take too long is refused, and so is any whose
    diagram is too large for --engine diagram. Of an incomplete count the bounds are told.
    """
    legal = view_of(board, options)
    up_to_symmetry = options["up_to_symmetry"]
    if up_to_symmetry:
        _refuse_limits(limit, timeout, verify=options["verify"])
        counted = Count(legal.orbits().count, Status.COMPLETE)
    else:
        with progress("counting: at least") as watch:
            counted = legal.count_within(timeout, limit, watch)
    verification = verify_count(legal, counted, timeout, limit) if options["verify"] else None
    at_most = None if counted.at_most is None else str(counted.at_most)
    with opened(output) as file:
        if format_ == "table":
            click.echo(str(counted.number), file=file)
        else:
            from lethal.cli.summary import SummaryRecord

            summary = SummaryRecord.of(
                legal,
                counted.number,
                counted.status,
                at_most=at_most,
                verified=verification and verification.complete,
                up_to_symmetry=up_to_symmetry or None,
            )
            if format_ == "csv":
                write_records(file, "summary", [summary], format_)
            else:
                write_record(file, summary, format_)
    bound = f" and at most {at_most}" if at_most else ""
    say_if_incomplete(counted.status, f"there are at least {counted.number}{bound}")
    if verification:
        say_verification(verification)
    return code_with(exit_code(counted.status), verification)


def _refuse_limits(limit: int | None, timeout: float | None, *, verify: bool) -> None:
    given = {"--limit": limit, "--timeout": timeout, "--verify": verify or None}
    for name, value in given.items():
        if value is not None:
            message = f"--up-to-symmetry counts all orbits or refuses: leave {name} away"
            raise click.UsageError(message)
