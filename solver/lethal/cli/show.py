"""`lethal show BOARD`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lethal.cli.options import (
    Format,
    ViewOptions,
    board_argument,
    format_option,
    output_option,
    view_of,
    view_options,
)
from lethal.cli.output import opened, write_record
from lethal.cli.records import BoardRecord
from lethal.description import describe

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Unpack


@click.command("show")
@board_argument
@view_options
@format_option("table", "json", "jsonl")
@output_option
def command(
    board: str,
    format_: Format,
    output: Path | None,
    **view: Unpack[ViewOptions],
) -> int:
    """Show the combat, and who assigns how much to whom in its damage step.

    \b
    Examples:
      lethal show 20:6/6Tx2/2+3/3
      lethal show board.toml --rules m12 --by both
    """
    legal = view_of(board, view)
    with opened(output) as file:
        if format_ == "table":
            for line in describe(legal.combat, legal.step):
                click.echo(line, file=file)
        else:
            write_record(file, BoardRecord.of(legal), format_)
    return 0
