"""Writing results: to standard output, or to a file that is whole or not there."""

from __future__ import annotations

import json
import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

import click
from lethal_models.errors import LethalError

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
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
    """Give the place for results: standard output, or a file that appears when it is complete.

    The file is written beside its place and moved there at the end, also at a limit or an
    interrupt, which leave correct results; an error leaves nothing.
    """
    if path is None:
        yield sys.stdout
        return
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with beside.open("x", encoding="utf-8") as file:
            yield file
        beside.replace(path)
    except KeyboardInterrupt:
        beside.replace(path)
        raise
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


def write_table(file: TextIO, table: Table) -> None:
    """Write a table: fitted to a terminal, and with nothing cut off anywhere else."""
    from rich.console import Console

    console = Console(file=file, highlight=False)
    if not console.is_terminal:
        console = Console(file=file, highlight=False, width=_UNLIMITED)
    console.print(table)


_UNLIMITED = 10_000


def plain_table(columns: Sequence[str], *, right: Sequence[str] = ()) -> Table:
    """Return an empty table; the columns in `right` hold numbers."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for column in columns:
        table.add_column(column, justify="right" if column in right else "left")
    return table
