"""`lethal play BOARD`."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Literal, TypeAlias

import click

from lethal.cli.best import maximize_option
from lethal.cli.options import (
    WritingOptions,
    board_argument,
    choices_placed,
    format_option,
    output_option,
    read,
    rules_option,
    timeout_option,
)
from lethal.cli.output import opened, write_record
from lethal.cli.stopping import exit_code, say_if_incomplete
from lethal.description import describe_outcome, describe_step
from lethal.playing import best_choice, first_choice, play
from lethal_models import Assignment
from lethal_models.course.log import Kind
from lethal_models.errors import LethalError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Unpack

    from lethal.damage_assignments import Assignments
    from lethal.objective import Objective
    from lethal.playing import Chooser, Line
    from lethal_models import Ruleset
    from lethal_models.course.log import Entry

How: TypeAlias = Literal["best", "first", "ask"]


@click.command("play")
@board_argument
@rules_option
@click.option(
    "--choose",
    type=click.Choice(["best", "first", "ask"]),
    default="best",
    show_default=True,
    help="How everybody divides damage that [choices] leaves open.",
)
@maximize_option
@timeout_option
@format_option("table", "json", "jsonl")
@output_option
def command(
    board: str,
    rules: Ruleset | None,
    choose: How,
    objective: Objective,
    timeout: float | None,
    **writing: Unpack[WritingOptions],
) -> int:
    """Play the combat to its end: what triggers, who assigns what, who dies.

    \b
    Examples:
      lethal play "20:3/3Sx2/2,4/4Tx3/3+1/1F"
      lethal play board.toml --choose ask
      lethal play board.toml --rules alara --format json

    Choices come from [choices] in the board file; for the others, every player takes the best of
    each step, or is asked.
    """
    loaded = read(board, rules)
    choosers: dict[How, Chooser] = {
        "best": best_choice(objective, timeout),
        "first": first_choice,
        "ask": _asked(best_choice(objective, timeout)),
    }
    with choices_placed(loaded):
        line = play(loaded.combat, choosers[choose], loaded.choices)
    with opened(writing["output"]) as file:
        if writing["format_"] == "table":
            for text in _lines(line):
                click.echo(text, file=file)
        else:
            from lethal.cli.records import PlayRecord

            write_record(file, PlayRecord.of(str(loaded.combat.rules), line), writing["format_"])
    say_if_incomplete(line.status, "every choice is legal, but a better one may exist")
    return exit_code(line.status)


def _lines(line: Line) -> Iterator[str]:
    at_first = list(takewhile(lambda entry: entry.kind is Kind.DECLARED, line.log))
    yield from _declared(line, at_first)
    for entry in line.log[len(at_first) :]:
        if entry.kind is Kind.STEP:
            yield ""
            yield f"{entry.text} ({entry.rule})"
        else:
            yield f"  {entry}"
    yield ""
    yield "result"
    for text in describe_outcome(line.outcome):
        yield f"  {text}"


def _declared(line: Line, entries: Iterable[Entry]) -> Iterator[str]:
    """Yield one line for every creature with all that abilities trigger on."""
    said: dict[str, list[str]] = {}
    for entry in entries:
        words = entry.text.removeprefix(line.end.labels[entry.source]).strip()
        said.setdefault(entry.source, []).append(words)
    for creature, words in said.items():
        # "Blocks" goes without saying where it is said whom.
        told = [w for w in words if not any(other.startswith(f"{w} ") for other in words)]
        yield f"{line.end.labels[creature]} {', '.join(told)}"


def _asked(best: Chooser) -> Chooser:
    """Return a chooser that asks at the terminal, and again until the answer is legal."""

    def choose(legal: Assignments) -> Assignment:
        if legal.count_within(limit=2).number == 1:
            return next(iter(legal))
        for line in describe_step(legal.combat, legal.step):
            click.echo(line, err=True)
        suggested = best(legal)
        suggestion = suggested if isinstance(suggested, Assignment) else suggested.assignment
        while True:
            text: str = click.prompt("assign", default=str(suggestion), err=True)
            try:
                answer = Assignment.parse(text)
                broken = legal.check(answer)
            except LethalError as error:
                click.echo(f"  {error}", err=True)
                continue
            if not broken:
                return answer
            for violation in broken:
                click.echo(f"  {violation}", err=True)

    return choose
