"""`lethal enumerate BOARD`."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, TextIO

import click
from lethal_models.assignment import recipient_word

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
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Unpack

    from lethal_models import Assignment

    from lethal.damage_assignments import Assignments, Listing


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
    counter = _Counter(listing)
    status = Status.INTERRUPTED
    with opened(output) as file:
        try:
            _WRITERS[format_](file, legal, counter)
            status = listing.status
        except KeyboardInterrupt:
            pass
        _END[format_](file, SummaryRecord.of(legal, counter.number, status))
    say_if_incomplete(status, f"{counter.number} assignments were listed")
    return exit_code(status)


class _Counter:
    """Passes assignments on and counts them."""

    def __init__(self, listing: Listing) -> None:
        self.number: int = 0
        self._listing: Listing = listing

    def __iter__(self) -> Iterator[Assignment]:
        for assignment in self._listing:
            self.number += 1
            yield assignment


def _write_table(file: TextIO, legal: Assignments, assignments: _Counter) -> None:
    del legal
    file.writelines(f"{assignment}\n" for assignment in assignments)


def _write_jsonl(file: TextIO, legal: Assignments, assignments: _Counter) -> None:
    del legal
    file.writelines(
        AssignmentRecord(assignment=assignment.as_dict()).line() + "\n"
        for assignment in assignments
    )


def _write_json(file: TextIO, legal: Assignments, assignments: _Counter) -> None:
    del legal
    file.write('{"type":"enumeration","assignments":[')
    for assignment in assignments:
        separator = "," if assignments.number > 1 else ""
        file.write(f"{separator}\n" + AssignmentRecord(assignment=assignment.as_dict()).line())


def _write_csv(file: TextIO, legal: Assignments, assignments: _Counter) -> None:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(f"{source}:{recipient_word(recipient)}" for source, recipient in legal.edges)
    writer.writerows(assignment.row for assignment in assignments)


def _end_jsonl(file: TextIO, summary: SummaryRecord) -> None:
    file.write(summary.line() + "\n")


def _end_json(file: TextIO, summary: SummaryRecord) -> None:
    file.write(f'\n],"summary":{summary.line()}}}\n')


def _end_without(file: TextIO, summary: SummaryRecord) -> None:
    del file, summary


_WRITERS = {
    "table": _write_table,
    "jsonl": _write_jsonl,
    "json": _write_json,
    "csv": _write_csv,
}
_END = {
    "table": _end_without,
    "jsonl": _end_jsonl,
    "json": _end_json,
    "csv": _end_without,
}
