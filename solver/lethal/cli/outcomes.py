"""`lethal outcomes BOARD`."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING, Literal

import click

from lethal.cli.lines import Lines
from lethal.cli.objectives import read_objective
from lethal.cli.options import (
    Format,
    WritingOptions,
    board_argument,
    choices_placed,
    format_option,
    output_option,
    read,
    rules_option,
    timeout_option,
)
from lethal.cli.output import opened
from lethal.cli.records import KillSetRecord, OutcomesSummaryRecord, ReachedRecord
from lethal.cli.stopping import exit_code, say_if_incomplete
from lethal.description import describe_outcome
from lethal.limits import Status
from lethal.reachable import Outcomes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Unpack

    from lethal.objective import Objective
    from lethal.reachable import Reached
    from lethal.summing_up import KillSet
    from lethal_models import Assignment, Ruleset


class _Options(WritingOptions):
    """The options of this command besides the board and the limits."""

    by: str
    step: Literal["all", "next"]
    pareto: Objective | None
    kill_sets: bool


@click.command("outcomes")
@board_argument
@rules_option
@click.option(
    "--by",
    metavar="PLAYER",
    default="both",
    show_default=True,
    help="Whose choices vary: active, defending, both, or a player's id.",
)
@click.option(
    "--step",
    type=click.Choice(["all", "next"]),
    default="all",
    show_default=True,
    help="The whole combat, or the coming damage step alone.",
)
@click.option(
    "--pareto",
    metavar="TERMS",
    callback=read_objective,
    help="Only results that no other beats in all of these terms, as `best` has them.",
)
@click.option(
    "--kill-sets", is_flag=True, help="Only which creatures can die together, and in how many ways."
)
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Stop after N results.")
@timeout_option
@format_option("table", "json", "jsonl")
@output_option
def command(
    board: str,
    rules: Ruleset | None,
    limit: int | None,
    timeout: float | None,
    **others: Unpack[_Options],
) -> int:
    """List every result that the combat can have, each with a way to get there.

    \b
    Examples:
      lethal outcomes "20:3/3Sx2/2,4/4Tx3/3+1/1F"
      lethal outcomes board.toml --limit 100 --format jsonl
      lethal outcomes board.toml --step next --by active
      lethal outcomes board.toml --pareto value,damage
      lethal outcomes board.toml --kill-sets

    Everybody's choices vary, in the order the rules give them, unless [choices] in the board
    file decides them. Damage that stays marked makes no difference. "1 of 3" is the number of
    ways in which damage can be assigned, and shields be used, so that it comes to that.
    """
    loaded = read(board, rules)
    by, format_ = others["by"], others["format_"]
    only_next = others["step"] == "next"
    status = Status.INTERRUPTED
    with opened(others["output"]) as file, choices_placed(loaded):
        view = Outcomes(loaded.combat, by, loaded.choices, only_next=only_next)
        lines = _lines_of(view, others, limit, timeout)
        # A JSON document is written when it is known to be whole.
        document = StringIO()
        try:
            lines.write(document if format_ == "json" else file, at_once=True)
            status = lines.status
        except KeyboardInterrupt:
            pass
        summary = OutcomesSummaryRecord.of(str(loaded.combat.rules), by, lines.number, status)
        if format_ == "json":
            found, end = document.getvalue(), summary.line()
            file.write(f'{{"type":"outcomes","outcomes":[{found}\n],"summary":{end}}}\n')
        elif format_ == "jsonl":
            file.write(summary.line() + "\n")
    say_if_incomplete(status, f"{lines.number} found, and there may be more")
    return exit_code(status)


def _lines_of(
    view: Outcomes, options: _Options, limit: int | None, timeout: float | None
) -> Lines[Reached] | Lines[KillSet]:
    """Return what the options ask for as lines."""
    format_, terms = options["format_"], options["pareto"]
    if options["kill_sets"]:
        if terms:
            message = "--kill-sets and --pareto ask for different things: give one of them"
            raise click.UsageError(message)
        return Lines(view.kill_sets(limit, timeout), _KILL_SET[format_])
    results = view.pareto(terms, limit, timeout) if terms else view.listing(limit, timeout)
    return Lines(results, _TEXT[format_])


def _table_line(reached: Reached, number: int) -> str:
    del number
    result = "; ".join(describe_outcome(reached.outcome)) or "nothing happens"
    return f"{result}\n    {_how(reached.witness.values(), reached.assignments)}\n"


def _how(witness: Iterable[Assignment], ways: int | None) -> str:
    """Say how something comes about, and in how many ways."""
    text = " | ".join(str(assignment) for assignment in witness if str(assignment))
    others = f" (1 of {ways})" if ways is not None and ways > 1 else ""
    return (text or "no damage is assigned") + others


def _jsonl_line(reached: Reached, number: int) -> str:
    del number
    return ReachedRecord.of(reached).line() + "\n"


def _json_line(reached: Reached, number: int) -> str:
    return (",\n" if number else "\n") + ReachedRecord.of(reached).line()


def _kill_set_line(found: KillSet, number: int) -> str:
    del number
    died = ", ".join(found.destroyed) or "nobody"
    return f"{died}\n    {_how(found.example.witness.values(), found.assignments)}\n"


_TEXT: dict[Format, Callable[[Reached, int], str]] = {
    "table": _table_line,
    "jsonl": _jsonl_line,
    "json": _json_line,
}
_KILL_SET: dict[Format, Callable[[KillSet, int], str]] = {
    "table": _kill_set_line,
    "jsonl": lambda found, _: KillSetRecord.of(found).line() + "\n",
    "json": lambda found, n: (",\n" if n else "\n") + KillSetRecord.of(found).line(),
}
