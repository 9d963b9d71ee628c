"""`lethal perft FILE`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from lethal.cli.options import Format, format_option, output_option, standard_input
from lethal.cli.output import opened, plain_table, write_records, write_table
from lethal.cli.records import PerftRecord
from lethal.cli.running import Exit
from lethal.perft import LARGEST_SUITE, Position, SuiteError, read_suite
from lethal.results import TooManyError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO


@click.command("perft")
@click.argument("file")
@format_option("table", "json", "jsonl", "csv")
@output_option
def command(file: str, format_: Format, output: Path | None) -> int:
    """Check every position of a suite: are the numbers what the suite says?

    \b
    Examples:
      lethal perft suite.perft
      lethal perft - < suite.perft

    A line is NOTATION ; id NAME ; assignments N, and optionally ; by PLAYER ; step first, and
    ; outcomes N for the results of the whole combat. Exit code 1 when a number differs.
    """
    positions = list(read_suite(_text(file), file))
    if not positions:
        raise SuiteError(file, 0, "there is no position in the suite")
    records = [record for position in positions for record in _records(file, position)]
    with opened(output) as place:
        if format_ == "table":
            _write_table(place, records)
        else:
            write_records(place, "perft", records, format_)
    wrong = len({record.line_number for record in records if not record.ok})
    click.echo(f"{len(positions)} positions, {wrong} wrong", err=True)
    return Exit.NO if wrong else Exit.DONE


def _records(file: str, position: Position) -> Iterator[PerftRecord]:
    try:
        yield _record(position, "assignments", position.assignments, position.count())
    except TooManyError as error:
        raise SuiteError(file, position.line, str(error)) from None
    if position.outcomes is not None:
        yield _record(position, "outcomes", position.outcomes, position.count_outcomes())


def _record(position: Position, number: str, expected: int, found: int) -> PerftRecord:
    return PerftRecord(
        id=position.id,
        line_number=position.line,
        position=position.notation,
        number=number,
        expected=str(expected),
        found=str(found),
        ok=found == expected,
    )


def _text(file: str) -> str:
    try:
        if file == "-":
            data = standard_input(LARGEST_SUITE)
        else:
            with Path(file).open("rb") as source:
                data = source.read(LARGEST_SUITE + 1)
    except (OSError, ValueError) as error:
        # A ValueError is a name that no file can have.
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise SuiteError(file, 0, f"cannot read the suite: {reason}") from None
    if len(data) > LARGEST_SUITE:
        message = f"the suite is too large: at most {LARGEST_SUITE // 1_000_000} MB are read"
        raise SuiteError(file, 0, message)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise SuiteError(file, line, "not UTF-8; save the file as UTF-8") from None


def _write_table(file: TextIO, records: list[PerftRecord]) -> None:
    columns = ["line", "id", "number", "expected", "found", "ok", "position"]
    table = plain_table(columns, right=["line", "expected", "found"])
    for record in records:
        table.add_row(
            str(record.line_number),
            record.id,
            record.number,
            record.expected,
            record.found,
            "yes" if record.ok else "NO",
            record.position,
        )
    write_table(file, table)
