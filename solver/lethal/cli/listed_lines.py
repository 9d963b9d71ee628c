"""Listing assignments as text, one line each."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from lethal.arrow import column_names
from lethal.cli.lines import Lines
from lethal.cli.output import opened
from lethal.limits import Status
from lethal.results import Listing

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from lethal.cli.options import Format
    from lethal.cli.progress import Watch
    from lethal.cli.selecting import Selection
    from lethal.cli.summary import SummaryRecord
    from lethal.damage_assignments import Assignments
    from lethal.verifying import Checker
    from lethal_models import Assignment


def list_lines(
    selection: Selection,
    format_: Format,
    output: Path | None,
    checker: Checker | None,
    watch: Watch | None,
) -> tuple[int, Status]:
    """Write a list; return how many assignments were listed, and how it ended.

    Args:
        selection: What is listed.
        format_: How each is written.
        output: Where to.
        checker: What has to be asked about each.
        watch: Is told again and again how many were written.
    """
    legal = selection.legal
    assignments = map(legal.assignment, selection.rows)
    checked = checker.watched(assignments) if checker else assignments
    listing = Listing(checked, selection.limit, selection.deadline)
    lines = Lines(listing, _line(format_))
    status = Status.INTERRUPTED
    with opened(output) as file:
        try:
            file.write(_START[format_](legal) if format_ in _START else "")
            lines.write(file, watch=watch)
            status = listing.status
        except KeyboardInterrupt:
            pass
        if format_ in _END:
            verified = checker is not None
            _END[format_](file, selection.summary(lines.number, status, verified=verified))
    return lines.number, status


def csv_header(legal: Assignments) -> str:
    """Return the first line of CSV."""
    return ",".join(column_names(legal.edges)) + "\n"


def _line(format_: Format) -> Callable[[Assignment, int], str]:
    """Return the function from an assignment, and how many came before it, to its line."""
    if format_ == "table":
        return lambda assignment, _: f"{assignment}\n"
    if format_ == "csv":
        return lambda assignment, _: ",".join(map(str, assignment.row)) + "\n"
    from lethal.cli.records import AssignmentRecord

    def jsonl(assignment: Assignment, number: int) -> str:
        del number
        return AssignmentRecord(assignment=assignment.as_dict()).line() + "\n"

    def json(assignment: Assignment, number: int) -> str:
        separator = ",\n" if number else "\n"
        return separator + AssignmentRecord(assignment=assignment.as_dict()).line()

    return jsonl if format_ == "jsonl" else json


def end_jsonl(file: TextIO, summary: SummaryRecord) -> None:
    """Write what ends a list as JSON lines."""
    file.write(summary.line() + "\n")


def end_json(file: TextIO, summary: SummaryRecord) -> None:
    """Write what ends a list as one JSON object."""
    file.write(f'\n],"summary":{summary.line()}}}\n')


_START: dict[Format, Callable[[Assignments], str]] = {
    "json": lambda _: '{"type":"enumeration","assignments":[',
    "csv": csv_header,
}
_END: dict[Format, Callable[[TextIO, SummaryRecord], None]] = {
    "jsonl": end_jsonl,
    "json": end_json,
}
