"""`lethal outcomes BOARD`."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING, Literal

import click

from lethal.cli.lines import Lines
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
from lethal.cli.records import OutcomesSummaryRecord, ReachedRecord
from lethal.cli.stopping import exit_code, say_if_incomplete
from lethal.description import describe_outcome
from lethal.limits import Status
from lethal.reachable import Outcomes

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Unpack

    from lethal.reachable import Reached
    from lethal_models import Ruleset


class _Options(WritingOptions):
    """The options of this command besides the board and the limits."""

    by: str
    step: Literal["all", "next"]


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

    Everybody's choices vary, in the order the rules give them, unless [choices] in the board
    file decides them. Damage that stays marked makes no difference.
    """
    loaded = read(board, rules)
    by, format_ = others["by"], others["format_"]
    only_next = others["step"] == "next"
    status = Status.INTERRUPTED
    with opened(others["output"]) as file, choices_placed(loaded):
        view = Outcomes(loaded.combat, by, loaded.choices, only_next=only_next)
        results = view.listing(limit, timeout)
        lines = Lines(results, _TEXT[format_])
        # A JSON document is written when it is known to be whole.
        document = StringIO()
        try:
            lines.write(document if format_ == "json" else file, at_once=True)
            status = results.status
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


def _table_line(reached: Reached, number: int) -> str:
    del number
    result = "; ".join(describe_outcome(reached.outcome)) or "nothing happens"
    how = " | ".join(str(a) for a in reached.witness.values() if str(a))
    return f"{result}\n    {how or 'no damage is assigned'}\n"


def _jsonl_line(reached: Reached, number: int) -> str:
    del number
    return ReachedRecord.of(reached).line() + "\n"


def _json_line(reached: Reached, number: int) -> str:
    return (",\n" if number else "\n") + ReachedRecord.of(reached).line()


_TEXT: dict[Format, Callable[[Reached, int], str]] = {
    "table": _table_line,
    "jsonl": _jsonl_line,
    "json": _json_line,
}
