"""`lethal enumerate BOARD`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from lethal.cli.listed_batches import goes_in_batches, list_batches, refuse_impossible
from lethal.cli.listed_lines import list_lines
from lethal.cli.listed_orbits import list_orbits, refuse_with_symmetry, symmetry_option
from lethal.cli.options import (
    Format,
    board_argument,
    format_option,
    limit_option,
    output_option,
    timeout_option,
    view_of,
    view_options,
)
from lethal.cli.progress import progress
from lethal.cli.selecting import SelectionOptions, selected, selection_options
from lethal.cli.stopping import exit_code, say_if_incomplete
from lethal.cli.verifying import VerifiedViewOptions, say_verified, verify_option
from lethal.verifying import Checker

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Unpack


class Options(VerifiedViewOptions, SelectionOptions):
    """The options that choose a view, and some of its assignments."""

    limit: int | None
    timeout: float | None
    up_to_symmetry: bool


@click.command("enumerate")
@board_argument
@view_options
@selection_options
@symmetry_option
@limit_option
@timeout_option
@verify_option("the rules allow every assignment, and none is listed twice")
@format_option("table", "json", "jsonl", "csv", "parquet", "arrow")
@output_option
def command(
    board: str,
    format_: Format,
    output: Path | None,
    **options: Unpack[Options],
) -> int:
    """List every legal combat damage assignment, in lexicographic order.

    \b
    Examples:
      lethal enumerate 20:4/3x2/3+1/1
      lethal enumerate board.toml --limit 1000 --format jsonl
      lethal enumerate board.toml --shard 3/16 --format parquet -o 3.parquet
      lethal enumerate board.toml --sample 100 --seed 1
      lethal enumerate 20:10/10x1/1+1/1+1/1+1/1 --up-to-symmetry

    A table has one assignment a line, as `check` reads it. csv, parquet and arrow (an IPC stream)
    have one column for every recipient of every source.
    """
    refuse_impossible(format_, output)
    if options["up_to_symmetry"]:
        return _up_to_symmetry(board, format_, output, options)
    legal = view_of(board, options)
    selection = selected(legal, options, options["limit"], options["timeout"])
    checker = Checker(legal, in_order=selection.sample is None) if options["verify"] else None
    write = list_batches if goes_in_batches(selection, format_) else list_lines
    # On a terminal that shows the list itself, a bar would be in its way.
    shown = output is not None or not sys.stdout.isatty()
    with progress("listing", selection.number, shown=shown) as watch:
        number, status = write(selection, format_, output, checker, watch)
    say_if_incomplete(status, _listed(number))
    if options["verify"]:
        say_verified("1 assignment is legal" if number == 1 else f"{number} assignments are legal")
    return exit_code(status)


def _up_to_symmetry(board: str, format_: Format, output: Path | None, options: Options) -> int:
    refuse_with_symmetry(options, format_)
    if options["verify"]:
        message = "--verify holds all assignments against the rules: leave --up-to-symmetry away"
        raise click.UsageError(message)
    legal = view_of(board, options)
    shown = output is not None or not sys.stdout.isatty()
    with progress("listing", None, shown=shown) as watch:
        limits = options["limit"], options["timeout"]
        number, status = list_orbits(legal, format_, output, limits, watch)
    say_if_incomplete(status, _listed(number))
    return exit_code(status)


def _listed(number: int) -> str:
    return "1 assignment was listed" if number == 1 else f"{number} assignments were listed"
