"""What commands have in common: the board, and options about it."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias, TypedDict, TypeVar

import click

from lethal.components import ENGINES
from lethal.damage_assignments import Assignments
from lethal.diagram.build import BYTES_OF_A_NODE, MOST_NODES, nodes_in
from lethal.loading import BOARD_FILES
from lethal.playing import IllegalChoiceError, NoSuchStepError
from lethal_models import TextError, UnknownRulesError, parse, ruleset
from lethal_models.errors import LethalError
from lethal_models.loaded import LoadedBoard

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from lethal.components import Engine
    from lethal_models import Ruleset, WhichStep

Format: TypeAlias = Literal["table", "json", "jsonl", "csv", "parquet", "arrow"]


def _rules(context: click.Context, parameter: click.Parameter, value: str | None) -> Ruleset | None:
    try:
        return None if value is None else ruleset(value)
    except UnknownRulesError as error:
        raise click.BadParameter(str(error), context, parameter) from None


def _number(
    context: click.Context, parameter: click.Parameter, value: float | None
) -> float | None:
    if value is not None and isnan(value):
        message = f"nan is not a number of {parameter.make_metavar(context).lower()}"
        raise click.BadParameter(message, context, parameter)
    return value


def standard_input(largest: int) -> bytes:
    """Return standard input, up to one byte more than is read of a file."""
    # None when the process was started without one.
    return b"" if sys.stdin is None else sys.stdin.buffer.read(largest + 1)  # pyright: ignore[reportUnnecessaryComparison]


def read(board: str, rules: Ruleset | None) -> LoadedBoard:
    """Return the board that a BOARD argument names.

    Raises:
        LethalError: It names none, or one that makes no sense.
    """
    if board == "-":
        from lethal_models.files.reading import BOM, LARGEST_FILE, read_board

        data = standard_input(LARGEST_FILE)
        is_json = data.removeprefix(BOM).lstrip().startswith(b"{")
        return read_board(data, "standard input", rules, is_json=is_json)
    if Path(board).suffix.lower() in BOARD_FILES:
        from lethal_models.files.reading import load

        return load(board, rules)
    try:
        return LoadedBoard(parse(board, rules))
    except TextError as error:
        if ":" not in board:
            message = "not a .toml or .json file, and not notation like 20:6/6Tx2/2+3/3"
            raise TextError("board", board, error.position, message) from None
        raise


@contextmanager
def choices_placed(board: LoadedBoard) -> Generator[None]:
    """Let an error about a choice say where in the file the choice stands."""
    try:
        yield
    except (IllegalChoiceError, NoSuchStepError) as error:
        where = board.choice_places.get(error.which)
        if where is None:
            raise
        raise ChoiceError(where, error) from None


class ChoiceError(LethalError):
    """A choice of a board file that cannot be made; `where` is "file:line:column"."""

    def __init__(self, where: str, error: LethalError) -> None:
        self.where: str = where
        self.error: LethalError = error
        super().__init__(where, error)

    def __str__(self) -> str:
        return f"{self.where}: {self.error}"


class ViewOptions(TypedDict):
    """The options that choose a view of a board."""

    rules: Ruleset | None
    by: str
    step: WhichStep | None
    engine: Engine
    memory: float | None


def view_of(board: str, options: ViewOptions) -> Assignments:
    """Return the view of a BOARD argument that the options choose."""
    combat = read(board, options["rules"]).combat
    memory = options["memory"]
    most_nodes = MOST_NODES if memory is None else nodes_in(memory)
    legal = Assignments(combat, options["by"], options["step"], options["engine"], most_nodes)
    if not legal.sources:
        step = "first-strike" if legal.step.first else "combat"
        note = f"no creature assigns damage by {legal.by} in the {step} damage step"
        click.echo(f"lethal: note: {note}; `lethal show` says why", err=True)
    return legal


Command = TypeVar("Command", bound="Callable[..., int]")

board_argument = click.argument("board")
rules_option = click.option(
    "--rules",
    metavar="ERA|DATE",
    callback=_rules,
    help="Use these rules instead of the board's.",
)
step_option = click.option(
    "--step",
    type=click.Choice(["first", "regular"]),
    help="Which damage step; by default the first in which anybody assigns.",
)
limit_option = click.option(
    "--limit", type=click.IntRange(min=1), metavar="N", help="Stop after N assignments."
)
timeout_option = click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    callback=_number,
    help="Stop after this long with what is certain.",
)
output_option = click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the result to a file instead of standard output.",
)
_MEMORY = MOST_NODES * BYTES_OF_A_NODE >> 20
_VIEW = (
    rules_option,
    click.option(
        "--by",
        metavar="PLAYER",
        default="active",
        show_default=True,
        help="Whose choices: active, defending, both, or a player's id.",
    ),
    step_option,
    click.option(
        "--engine",
        type=click.Choice(ENGINES),
        default="auto",
        show_default=True,
        help="How assignments are counted and listed: diagram by formulas and decision diagrams, "
        "cpsat by searching a model of the rules; auto by diagrams that are not too large, and "
        "else by cpsat.",
    ),
    click.option(
        "--memory",
        type=click.FloatRange(min=0, min_open=True),
        metavar="MIB",
        callback=_number,
        help=f"How much a decision diagram may take, about; by default {_MEMORY}.",
    ),
)


class WritingOptions(TypedDict):
    """The options that say how and where a result is written."""

    format_: Format
    output: Path | None


def view_options(command: Command) -> Command:
    """Give a command the options of `ViewOptions`."""
    for option in reversed(_VIEW):
        command = option(command)
    return command


def format_option(*formats: Format) -> Callable[[Command], Command]:
    """Give a command `--format` with some formats, as `format_`."""
    return click.option(
        "--format",
        "format_",
        type=click.Choice(formats),
        default="table",
        show_default=True,
        help="How to write the result.",
    )
