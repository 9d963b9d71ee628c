"""`lethal best BOARD --maximize TERMS`."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

import click

from lethal.cli.objectives import read_objective
from lethal.cli.options import (
    Format,
    board_argument,
    format_option,
    output_option,
    timeout_option,
    view_of,
    view_options,
)
from lethal.cli.output import opened, write_csv, write_record, write_records
from lethal.cli.stopping import exit_code, say_if_incomplete
from lethal.cli.verifying import VerifiedViewOptions, code_with, say_verification, verify_option
from lethal.description import describe_outcome
from lethal.limits import Status
from lethal.objective import TERMS
from lethal.verifying import verify_best

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import Unpack

    from lethal.damage_assignments import Assignments
    from lethal.objective import Objective
    from lethal.results import Best

_TERMS = "\n".join(f"      {name:<10}{meaning}" for name, meaning in TERMS.items())

HELP = f"""Print the assignment that is best for an objective.

\b
Examples:
  lethal best 20:6/6Tx2/2+3/3
  lethal best board.toml --maximize win,damage
  lethal best board.toml --maximize kills,min-damage
  lethal best board.toml --top 10

\b
Terms, the most important first; min-TERM makes it small. What happens to the player
who chooses counts against a term:
{_TERMS}
"""


maximize_option = click.option(
    "--maximize",
    "objective",
    metavar="TERMS",
    callback=read_objective,
    default="win,value,damage",
    show_default=True,
    help="The objective.",
)


class Options(VerifiedViewOptions):
    """The options that choose a view, and how many assignments are wanted."""

    top: int | None


@click.command("best", help=HELP)
@board_argument
@maximize_option
@click.option(
    "--top",
    type=click.IntRange(min=1, max=10_000),
    metavar="K",
    help="List the K best, the best first.",
)
@view_options
@timeout_option
@verify_option("the rules allow the assignment, and the other engine finds nothing better")
@format_option("table", "json", "jsonl", "csv")
@output_option
def command(
    board: str,
    objective: Objective,
    timeout: float | None,
    format_: Format,
    output: Path | None,
    **options: Unpack[Options],
) -> int:
    """Print the best assignment."""
    legal = view_of(board, options)
    top = options["top"]
    if top is not None:
        _refuse_with_top(timeout, verify=options["verify"])
        ranking = legal.ranking(objective, top)
        with opened(output) as file:
            _write_ranking(file, ranking, legal, format_)
        return exit_code(Status.COMPLETE)
    best = legal.best(objective, timeout)
    verification = verify_best(legal, objective, best, timeout) if options["verify"] else None
    verified = verification and verification.complete
    with opened(output) as file:
        if format_ == "csv":
            rows = [(*edge, amount) for edge, amount in best.assignment.items()]
            write_csv(file, ["source", "recipient", "amount"], rows)
        else:
            _write(file, [best], legal, format_, verified=verified)
    if verification:
        say_verification(verification, "finds nothing better")
    say_if_incomplete(best.status, "the assignment is legal, but a better one may exist")
    return code_with(exit_code(best.status), verification)


def _write(
    file: TextIO,
    found: Sequence[Best],
    legal: Assignments,
    format_: Format,
    *,
    verified: bool | None,
) -> None:
    """Write best assignments one after the other."""
    for best in found:
        if format_ == "table":
            click.echo(str(best.assignment), file=file)
            for name, value in best.values.items():
                click.echo(f"  {name}: {value}", file=file)
            for line in describe_outcome(best.outcome):
                click.echo(f"  {line}", file=file)
        else:
            from lethal.cli.records import BestRecord

            write_record(file, BestRecord.of(legal, best, verified=verified), format_)


def _write_ranking(
    file: TextIO, ranking: Sequence[Best], legal: Assignments, format_: Format
) -> None:
    """Write a ranking; as JSON, one object."""
    if format_ == "csv":
        rows = [
            (rank, *edge, amount)
            for rank, best in enumerate(ranking, 1)
            for edge, amount in best.assignment.items()
        ]
        write_csv(file, ["rank", "source", "recipient", "amount"], rows)
    elif format_ == "json":
        from lethal.cli.records import BestRecord

        write_records(file, "ranking", [BestRecord.of(legal, best) for best in ranking], format_)
    else:
        _write(file, ranking, legal, format_, verified=None)


def _refuse_with_top(timeout: float | None, *, verify: bool) -> None:
    given = {"--timeout": timeout, "--verify": verify or None}
    for name, value in given.items():
        if value is not None:
            message = f"--top ranks all assignments or refuses: leave {name} away"
            raise click.UsageError(message)
