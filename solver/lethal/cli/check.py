"""`lethal check BOARD ASSIGNMENT`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lethal.cli.amounts import read_amounts
from lethal.cli.options import (
    Format,
    ViewOptions,
    board_argument,
    format_option,
    output_option,
    view_of,
    view_options,
)
from lethal.cli.output import opened, write_csv, write_record
from lethal.cli.running import Exit

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Unpack


@click.command("check")
@board_argument
@click.argument("assignment")
@click.option(
    "--number", "numbered", is_flag=True, help="Tell its number too, which enumerate --at takes."
)
@view_options
@format_option("table", "json", "jsonl", "csv")
@output_option
def command(
    board: str,
    assignment: str,
    *,
    numbered: bool,
    format_: Format,
    output: Path | None,
    **view: Unpack[ViewOptions],
) -> int:
    """Say whether an assignment is legal, and if not, every rule that it breaks.

    \b
    Examples:
      lethal check 20:6/6Tx2/2+3/3 "a1:b1=2,b2=3,p=1"
      lethal check board.toml '{"a1": {"b1": 2, "defending": 4}}'

    The assignment is for all creatures whose damage the player of --by divides, and those that
    banding makes depend on them; a creature that is left out assigns nothing. Exit code 1 when
    it is illegal.
    """
    legal = view_of(board, view)
    given = read_amounts(assignment)
    violations = legal.check(given)
    number = str(legal.index(given)) if numbered and not violations else None
    with opened(output) as file:
        if format_ == "table":
            click.echo("illegal" if violations else "legal", file=file)
            if number:
                click.echo(f"  number: {number}", file=file)
            for violation in violations:
                click.echo(f"  {violation.rule}: {violation.message}", file=file)
        elif format_ == "csv":
            rows = [(v.rule, v.source, v.recipient, v.message) for v in violations]
            write_csv(file, ["rule", "source", "recipient", "message"], rows)
        else:
            from lethal.cli.records import CheckRecord, ViolationRecord

            records = [ViolationRecord.of(violation) for violation in violations]
            record = CheckRecord(
                legal=not violations,
                number=number,
                violations=records,
                **CheckRecord.view(legal),
            )
            write_record(file, record, format_)
    return Exit.NO if violations else Exit.DONE
