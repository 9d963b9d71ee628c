"""`lethal ranges BOARD [WISH]`."""

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
    timeout_option,
    view_of,
    view_options,
)
from lethal.cli.output import opened, plain_table, write_csv, write_record, write_table
from lethal.cli.records import ExplanationRecord, RangeRecord, RangesRecord
from lethal.cli.running import Exit
from lethal_models.assignment import recipient_word

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Unpack

    from rich.table import Table

    from lethal.damage_assignments import Assignments
    from lethal.explanation import Explanation
    from lethal_models import Edge


@click.command("ranges")
@board_argument
@click.argument("wish", default="")
@view_options
@timeout_option
@format_option("table", "json", "jsonl", "csv")
@output_option
def command(
    board: str,
    wish: str,
    timeout: float | None,
    format_: Format,
    output: Path | None,
    **view: Unpack[ViewOptions],
) -> int:
    """Print how little and how much each recipient can get from each source.

    \b
    Examples:
      lethal ranges 20:6/6Tx2/2+3/3
      lethal ranges board.toml "a1:b1=2"          given what is already assigned
      lethal ranges board.toml "a1:p>=1 p<=5"     a1 to the player; all to the player

    An impossible WISH is explained by a minimal set of rules; then the exit code is 1.
    """
    legal = view_of(board, view)
    wished = read_amounts(wish)
    ranges = legal.ranges(wished, timeout)
    explanation = legal.explain(wished, timeout) if ranges is None else None
    with opened(output) as file:
        if format_ in {"json", "jsonl"}:
            write_record(file, _record(legal, ranges, explanation), format_)
        elif ranges is None:
            click.echo(str(explanation), file=file, err=format_ == "csv")
        elif format_ == "csv":
            rows = [(*edge, *extremes) for edge, extremes in ranges.items()]
            write_csv(file, ["source", "recipient", "min", "max"], rows)
        else:
            write_table(file, _table(ranges))
    return Exit.NO if ranges is None else Exit.DONE


def _record(
    legal: Assignments,
    ranges: dict[Edge, tuple[int, int]] | None,
    explanation: Explanation | None,
) -> RangesRecord:
    view = RangesRecord.view(legal)
    if ranges is None:
        why = ExplanationRecord.of(explanation) if explanation else None
        return RangesRecord(possible=False, explanation=why, **view)
    nested: dict[str, dict[str, RangeRecord]] = {}
    for (source, recipient), (least, most) in ranges.items():
        nested.setdefault(source, {})[recipient] = RangeRecord(min=least, max=most)
    return RangesRecord(possible=True, ranges=nested, **view)


def _table(ranges: dict[Edge, tuple[int, int]]) -> Table:
    table = plain_table(["source", "recipient", "least", "most"], right=["least", "most"])
    for (source, recipient), (least, most) in ranges.items():
        table.add_row(source, recipient_word(recipient), str(least), str(most))
    return table
