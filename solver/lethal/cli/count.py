"""`lethal count BOARD`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lethal.cli.options import (
    Format,
    ViewOptions,
    board_argument,
    format_option,
    limit_option,
    output_option,
    timeout_option,
    view_of,
    view_options,
)
from lethal.cli.output import opened, write_record, write_records
from lethal.cli.records import SummaryRecord
from lethal.cli.stopping import exit_code, say_if_incomplete

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Unpack


@click.command("count")
@board_argument
@view_options
@limit_option
@timeout_option
@format_option("table", "json", "jsonl", "csv")
@output_option
def command(
    board: str,
    limit: int | None,
    timeout: float | None,
    format_: Format,
    output: Path | None,
    **view: Unpack[ViewOptions],
) -> int:
    """Print the number of legal combat damage assignments.

    \b
    Examples:
      lethal count 20:6/6Tx2/2+3/3
      lethal count board.toml --rules 2005-06-01 --format json
      lethal count board.toml --timeout 10     a lower bound when that is not enough

    Without --timeout or --limit a count that would take too long is refused.
    """
    legal = view_of(board, view)
    counted = legal.count_within(timeout, limit)
    with opened(output) as file:
        if format_ == "table":
            click.echo(str(counted.number), file=file)
        else:
            summary = SummaryRecord.of(legal, counted.number, counted.status)
            if format_ == "csv":
                write_records(file, "summary", [summary], format_)
            else:
                write_record(file, summary, format_)
    say_if_incomplete(counted.status, f"there are at least {counted.number}")
    return exit_code(counted.status)
