"""`lethal show BOARD`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lethal.cli.options import (
    Format,
    board_argument,
    choices_placed,
    format_option,
    output_option,
    read,
    rules_option,
    step_option,
)
from lethal.cli.output import opened, write_record
from lethal.damage_assignments import Assignments
from lethal.description import describe, describe_results
from lethal.reachable import Outcomes

if TYPE_CHECKING:
    from pathlib import Path

    from lethal_models import Ruleset, WhichStep


@click.command("show")
@board_argument
@rules_option
@step_option
@format_option("table", "json", "jsonl")
@output_option
def command(
    board: str,
    rules: Ruleset | None,
    step: WhichStep | None,
    format_: Format,
    output: Path | None,
) -> int:
    """Show the combat, and who assigns how much to whom in its damage step.

    \b
    Examples:
      lethal show 20:6/6Tx2/2+3/3
      lethal show board.toml --rules m12 --step regular
    """
    loaded = read(board, rules)
    legal = Assignments(loaded.combat, "both", step)
    with opened(output) as file, choices_placed(loaded):
        if format_ == "table":
            # Made before any of it is written: the results may show that the board is wrong.
            lines = list(describe(legal.combat, legal.step))
            if step is None:
                results = Outcomes(loaded.combat, choices=loaded.choices)
                lines += ["", *describe_results(results)]
            for line in lines:
                click.echo(line, file=file)
        else:
            from lethal.cli.records import BoardRecord

            write_record(file, BoardRecord.of(legal), format_)
    return 0
