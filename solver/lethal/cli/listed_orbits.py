"""Listing assignments up to symmetry, one line for every orbit."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import click

from lethal.cli.lines import Lines
from lethal.cli.listed_lines import csv_header, end_json, end_jsonl
from lethal.cli.output import opened
from lethal.limits import Deadline, Status, TimeoutReached

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from lethal.cli.options import Format
    from lethal.cli.progress import Watch
    from lethal.cli.selecting import SelectionOptions
    from lethal.damage_assignments import Assignments
    from lethal.orbits import Orbit

symmetry_option = click.option(
    "--up-to-symmetry",
    is_flag=True,
    help="Only one assignment of all that differ in which of identical creatures is which.",
)


def refuse_with_symmetry(options: SelectionOptions, format_: Format) -> None:
    """Refuse what cannot be combined with `--up-to-symmetry`."""
    for name in ("shard", "sample", "at"):
        if options[name] is not None:
            message = f"--up-to-symmetry lists what has no numbers: leave --{name} away"
            raise click.UsageError(message)
    if format_ in {"parquet", "arrow"}:
        message = f"--up-to-symmetry lists lines: use another format than {format_}"
        raise click.UsageError(message)


def list_orbits(
    legal: Assignments,
    format_: Format,
    output: Path | None,
    limits: tuple[int | None, float | None],
    watch: Watch | None,
) -> tuple[int, Status]:
    """Write one assignment of every orbit, and its size; return how many, and how it ended.

    Args:
        legal: The view.
        format_: How each is written.
        output: Where to.
        limits: The most orbits to list, and the most seconds to take.
        watch: Is told again and again how many were written.
    """
    limit, timeout = limits
    orbits, deadline = legal.orbits(), Deadline.after(timeout)
    with suppress(TimeoutReached):
        # Refused before anything is written.
        orbits.find(deadline)
    left = None if timeout is None else deadline.seconds
    lines = Lines(orbits.listing(limit, left), _line(format_))
    status = Status.INTERRUPTED
    with opened(output) as file:
        try:
            file.write(_start(legal, format_))
            lines.write(file, watch=watch)
            status = lines.status
        except KeyboardInterrupt:
            pass
        if format_ in {"json", "jsonl"}:
            from lethal.cli.summary import SummaryRecord

            summary = SummaryRecord.of(legal, lines.number, status, up_to_symmetry=True)
            (end_json if format_ == "json" else end_jsonl)(file, summary)
    return lines.number, status


def _start(legal: Assignments, format_: Format) -> str:
    if format_ == "csv":
        return csv_header(legal).rstrip("\n") + ",size\n"
    return '{"type":"enumeration","assignments":[' if format_ == "json" else ""


def _line(format_: Format) -> Callable[[Orbit, int], str]:
    if format_ == "table":
        return lambda orbit, _: f"{orbit.size} x {orbit.assignment}\n"
    if format_ == "csv":
        return lambda orbit, _: ",".join(map(str, (*orbit.assignment.row, orbit.size))) + "\n"
    from lethal.cli.records import AssignmentRecord

    def record(orbit: Orbit) -> str:
        amounts = orbit.assignment.as_dict()
        return AssignmentRecord(assignment=amounts, size=str(orbit.size)).line()

    if format_ == "jsonl":
        return lambda orbit, _: record(orbit) + "\n"
    return lambda orbit, number: (",\n" if number else "\n") + record(orbit)
