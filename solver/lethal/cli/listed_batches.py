"""Listing assignments batch by batch: CSV of large lists, Parquet and Arrow."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast, get_args

from lethal.arrow import ArrowFormat, batch_writer, column_names, record_batch, require_pyarrow
from lethal.batches import Batches, type_of
from lethal.cli.interrupts import held_back
from lethal.cli.listed_lines import csv_header
from lethal.cli.output import opened, opened_binary
from lethal.limits import Status
from lethal_models.errors import LethalError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from pathlib import Path

    from lethal.cli.options import Format
    from lethal.cli.progress import Watch
    from lethal.cli.selecting import Selection
    from lethal.columns import Columns
    from lethal.damage_assignments import Assignments
    from lethal.verifying import Checker

BINARY = frozenset(get_args(ArrowFormat))
"""Formats that are not text."""

MANY = 10_000
"""Assignments from which on CSV is written batch by batch: numpy takes time to load."""


class FormatError(LethalError):
    """A format that cannot be written to this place, or not for these assignments."""

    def __init__(self, message: str) -> None:
        self.message: str = message
        super().__init__(message)

    def __str__(self) -> str:
        return self.message


def refuse_impossible(format_: Format, output: Path | None) -> None:
    """Refuse a format that cannot be written, before any work.

    Raises:
        FormatError: It would go to a terminal, and is not text.
        MissingExtraError: It needs pyarrow, which is not installed.
    """
    if format_ in BINARY:
        if output is None and sys.stdout.isatty():
            message = f"{format_} is not for a terminal: say -o FILE, or send it through a pipe"
            raise FormatError(message)
        require_pyarrow()


def goes_in_batches(selection: Selection, format_: Format) -> bool:
    """Return whether a list is written batch by batch.

    Raises:
        FormatError: It has to be, but there are no columns.
    """
    if format_ in BINARY:
        if not selection.legal.edges:
            message = f"no creature assigns damage here, so that {format_} would have no columns"
            raise FormatError(message)
        return True
    if format_ != "csv" or selection.window is None or selection.sample is not None:
        return False
    return (selection.number or 0) >= MANY


def list_batches(
    selection: Selection,
    format_: Format,
    output: Path | None,
    checker: Checker | None,
    watch: Watch | None,
) -> tuple[int, Status]:
    """Write a list; return how many assignments were listed, and how it ended.

    Args:
        selection: What is listed.
        format_: How it is written.
        output: Where to.
        checker: What has to be asked about each.
        watch: Is told again and again how many were written.
    """
    legal = selection.legal
    rows = selection.window if selection.sample is None else None
    batches = Batches(legal, rows or selection.rows, selection.limit, selection.deadline)
    number, status = 0, Status.INTERRUPTED
    with _writing(legal, format_, output) as write:
        try:
            for columns in batches:
                if checker:
                    for row in columns.T.tolist():
                        checker.check(legal.assignment(tuple(row)))
                with held_back():
                    write(columns)
                    number += columns.shape[1]
                if watch:
                    watch(number)
            status = batches.status
        except KeyboardInterrupt:
            pass
    return number, status


@contextmanager
def _writing(
    legal: Assignments, format_: Format, output: Path | None
) -> Generator[Callable[[Columns], object]]:
    """Give the function that writes a batch; what is written is whole at the end."""
    if format_ == "csv":
        from lethal.csv_lines import csv_lines

        with opened(output) as text:
            text.write(csv_header(legal))
            yield lambda columns: text.write(csv_lines(columns))
        return
    names, kind = column_names(legal.edges), cast("ArrowFormat", format_)
    with opened_binary(output) as file, batch_writer(file, kind, names, type_of(legal)) as write:
        yield lambda columns: write(record_batch(names, columns))
