"""Writing results: to standard output, or to a file that is whole or not there."""

from __future__ import annotations

import csv
import json
import os
import sys
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any, BinaryIO, TextIO, cast

import click

from lethal_models.errors import LethalError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Sequence
    from pathlib import Path

    from rich.table import Table

    from lethal.cli.options import Format
    from lethal.cli.records import Record


class OutputError(LethalError):
    """A file that cannot be written."""

    def __init__(self, path: Path, reason: str) -> None:
        self.path: Path = path
        self.reason: str = reason
        super().__init__(path, reason)

    def __str__(self) -> str:
        return f"cannot write {self.path}: {self.reason.lower()}"


@contextmanager
def opened(path: Path | None) -> Generator[TextIO]:
    """Give the place for a result that is text; see `_placed`."""
    if path is None:
        yield sys.stdout
        return
    with _placed(path, lambda place, mode: place.open(mode, encoding="utf-8")) as file:
        yield cast("TextIO", file)


@contextmanager
def opened_binary(path: Path | None) -> Generator[BinaryIO]:
    """Give the place for a result that is not text; see `_placed`."""
    if path is None:
        yield sys.stdout.buffer
        return
    with _placed(path, lambda place, mode: place.open(f"{mode}b")) as file:
        yield cast("BinaryIO", file)


@contextmanager
def _placed(path: Path, open_: Callable[[Path, str], IO[Any]]) -> Generator[IO[Any]]:
    """Give a file that appears when it is complete.

    The file is written beside its place and moved there at the end, also at a limit, which leaves
    correct results; an error or an interrupt leaves what was there before. What must not be moved
    away, such as /dev/null, a named pipe or a link, is written to directly.
    """
    if path.is_symlink() or (path.exists() and not path.is_file()):
        try:
            with open_(path, "w") as device:
                yield device
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputError(path, error.strerror or str(error)) from None
        return
    beside = path.with_name(f".{os.getpid()}.part")
    try:
        with open_(beside, "x") as file:
            yield file
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise OutputError(path, error.strerror or str(error)) from None
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def write_record(file: TextIO, record: Record, format_: Format) -> None:
    """Write a result that is one record, as JSON on one line or indented."""
    text = record.line()
    if format_ == "json":
        text = json.dumps(json.loads(text), indent=2, ensure_ascii=False)
    click.echo(text, file=file)


def write_records(file: TextIO, type_: str, records: Sequence[Record], format_: Format) -> None:
    """Write a result that is many flat records: as CSV, JSON lines, or one JSON object."""
    if format_ == "csv":
        columns = [name for name in type(records[0]).model_fields if name != "type"]
        rows = [record.model_dump(mode="json") for record in records]
        write_csv(file, columns, ([_cell(row[column]) for column in columns] for row in rows))
    elif format_ == "jsonl":
        for record in records:
            write_record(file, record, format_)
    else:
        whole = {"type": type_, "records": [json.loads(record.line()) for record in records]}
        click.echo(json.dumps(whole, indent=2, ensure_ascii=False), file=file)


def _cell(value: object) -> object:
    """Return a value as JSON has it, where Python's own text is another."""
    return str(value).lower() if isinstance(value, bool) else value


def write_csv(file: TextIO, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write a header and rows as CSV."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)


def write_table(file: TextIO, table: Table) -> None:
    """Write a table: fitted to a terminal, and with nothing cut off anywhere else."""
    from rich.console import Console

    width = None if file.isatty() else _UNLIMITED
    console = Console(file=file, highlight=False, markup=False, emoji=False, width=width)
    # Rich would end the process when the reader of a pipe is gone.
    with console.capture() as text:
        console.print(table)
    file.write(text.get())


_UNLIMITED = 10_000


def plain_table(columns: Sequence[str], *, right: Sequence[str] = ()) -> Table:
    """Return an empty table; the columns in `right` hold numbers."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for column in columns:
        table.add_column(column, justify="right" if column in right else "left")
    return table
