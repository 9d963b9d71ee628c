"""`lethal best BOARD --maximize TERMS`."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
from lethal.cli.output import opened, write_csv, write_record
from lethal.cli.stopping import exit_code, say_if_incomplete
from lethal.cli.verifying import VerifiedViewOptions, code_with, say_verification, verify_option
from lethal.description import describe_outcome
from lethal.objective import TERMS
from lethal.verifying import verify_best

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Unpack

    from lethal.objective import Objective

_TERMS = "\n".join(f"      {name:<10}{meaning}" for name, meaning in TERMS.items())

HELP = f"""Print the assignment that is best for an objective.

\b
Examples:
  lethal best 20:6/6Tx2/2+3/3
  lethal best board.toml --maximize win,damage
  lethal best board.toml --maximize kills,min-damage

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


@click.command("best", help=HELP)
@board_argument
@maximize_option
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
    **options: Unpack[VerifiedViewOptions],
) -> int:
    """Print the best assignment."""
    legal = view_of(board, options)
    best = legal.best(objective, timeout)
    verification = verify_best(legal, objective, best, timeout) if options["verify"] else None
    with opened(output) as file:
        if format_ == "table":
            click.echo(str(best.assignment), file=file)
            for name, value in best.values.items():
                click.echo(f"  {name}: {value}", file=file)
            for line in describe_outcome(best.outcome):
                click.echo(f"  {line}", file=file)
        elif format_ == "csv":
            rows = [(*edge, amount) for edge, amount in best.assignment.items()]
            write_csv(file, ["source", "recipient", "amount"], rows)
        else:
            from lethal.cli.records import BestRecord

            verified = verification and verification.complete
            write_record(file, BestRecord.of(legal, best, verified=verified), format_)
    if verification:
        say_verification(verification, "finds nothing better")
    say_if_incomplete(best.status, "the assignment is legal, but a better one may exist")
    return code_with(exit_code(best.status), verification)
