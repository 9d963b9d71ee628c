"""`lethal count BOARD`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

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
from lethal.verifying import verify_count

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Unpack


@click.command("count")
@board_argument
@view_options
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
    **options: Unpack[VerifiedViewOptions],
) -> int:
    """Print the number of legal combat damage assignments.

    \b
    Examples:
      lethal count 20:6/6Tx2/2+3/3
      lethal count board.toml --rules 2005-06-01 --format json
      lethal count board.toml --timeout 10     a lower bound when that is not enough

    Without --timeout or --limit a count that would take too long is refused, and so is any whose
    diagram is too large for --engine diagram. Of an incomplete count the bounds are told.
    """
    legal = view_of(board, options)
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
