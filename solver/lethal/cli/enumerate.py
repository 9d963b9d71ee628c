"""`lethal enumerate BOARD`."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

import click

from lethal.cli.lines import Lines
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
from lethal.cli.output import opened
from lethal.cli.records import AssignmentRecord, SummaryRecord
from lethal.cli.stopping import exit_code, say_if_incomplete
from lethal.limits import Status

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import Unpack

    from lethal.damage_assignments import Assignments
    from lethal_models import Assignment


@click.command("enumerate")
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
    """List every legal combat damage assignment, in lexicographic order.

    \b
    Examples:
      lethal enumerate 20:4/3x2/3+1/1
      lethal enumerate board.toml --limit 1000 --format jsonl
      lethal enumerate board.toml --format csv -o assignments.csv

    A table has one assignment a line, as `check` reads it.
    """
    legal = view_of(board, view)
    listing = legal.listing(limit, timeout)
    lines = Lines(listing, _TEXT[format_])
    status = Status.INTERRUPTED
    with opened(output) as file:
        try:
            file.write(_START[format_](legal))
            lines.write(file)
            status = listing.status
        except KeyboardInterrupt:
            pass
        _END[format_](file, SummaryRecord.of(legal, lines.number, status))
    say_if_incomplete(status, f"{lines.number} assignments were listed")
    return exit_code(status)


def _table_line(assignment: Assignment, number: int) -> str:
    del number
    return f"{assignment}\n"


def _jsonl_line(assignment: Assignment, number: int) -> str:
    del number
    return AssignmentRecord(assignment=assignment.as_dict()).line() + "\n"


def _json_line(assignment: Assignment, number: int) -> str:
    separator = ",\n" if number else "\n"
    return separator + AssignmentRecord(assignment=assignment.as_dict()).line()


def _csv_line(assignment: Assignment, number: int) -> str:
    del number
    return ",".join(map(str, assignment.row)) + "\n"


def _csv_start(legal: Assignments) -> str:
    return ",".join(f"{source}:{recipient}" for source, recipient in legal.edges) + "\n"


def _end_jsonl(file: TextIO, summary: SummaryRecord) -> None:
    file.write(summary.line() + "\n")


def _end_json(file: TextIO, summary: SummaryRecord) -> None:
    file.write(f'\n],"summary":{summary.line()}}}\n')


def _end_without(file: TextIO, summary: SummaryRecord) -> None:
    del file, summary


_START: dict[Format, Callable[[Assignments], str]] = {
    "table": lambda _: "",
    "jsonl": lambda _: "",
    "json": lambda _: '{"type":"enumeration","assignments":[',
    "csv": _csv_start,
}
_TEXT: dict[Format, Callable[[Assignment, int], str]] = {
    "table": _table_line,
    "jsonl": _jsonl_line,
    "json": _json_line,
    "csv": _csv_line,
}
_END = {
    "table": _end_without,
    "jsonl": _end_jsonl,
    "json": _end_json,
    "csv": _end_without,
}
