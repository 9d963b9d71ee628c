"""The group of commands; each is imported when it is used, so that help is instant."""

from __future__ import annotations

from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

import click

from lethal import __version__

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping

COMMANDS: Mapping[str, str] = {
    "count": "How many legal combat damage assignments are there?",
    "enumerate": "List every legal combat damage assignment.",
    "check": "Is this assignment legal, and if not, which rules does it break?",
    "ranges": "How little and how much can each recipient get?",
    "best": "Which assignment is best?",
    "play": "Play the combat to its end.",
    "outcomes": "Which results can the combat have?",
    "show": "Show the combat and its damage step.",
    "perft": "Check a suite of positions with known numbers.",
    "rulebook": "Check the official examples.",
    "completion": "Print shell completion.",
}
"""Command to its one line of help; the module of the same name defines it."""

EXAMPLES = """\b
Examples:
  lethal count 20:6/6Tx2/2+3/3            a 6/6 trampler blocked by a 2/2 and a 3/3
  lethal enumerate board.toml --limit 10
  lethal check board.toml "a1:b1=2,p=4"   p is the defending player
  lethal best board.toml --maximize win,value,damage
  lethal count board.toml --rules m12     under the rules of 2011 to 2024

A BOARD is a .toml or .json file, - for standard input, or one-line notation."""


class Stopped(Exception):  # noqa: N818 - carries what stopped a command, and is no error itself
    """A command was stopped from outside: its reader is gone, or somebody pressed Ctrl-C."""

    def __init__(self, cause: BaseException) -> None:
        self.cause: BaseException = cause
        super().__init__(cause)


@contextmanager
def _stops_apart() -> Generator[None]:
    """Keep from click what only `running` can answer well.

    Click ends the process when the reader of a pipe is gone, and prints an empty line for Ctrl-C.
    """
    try:
        yield
    except (BrokenPipeError, KeyboardInterrupt) as error:
        raise Stopped(error) from None


class LazyGroup(click.Group):
    """A group whose commands are modules of this package."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order of the table."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"lethal.cli.{cmd_name}")
        return cast("click.Command", module.command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Suggest the nearest command for an unknown one."""
        if args and args[0] not in COMMANDS:
            from lethal_models.errors import did_you_mean

            ctx.fail(f"no command {args[0]!r}{did_you_mean(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,  # noqa: ANN401 - as click has it
    ) -> click.Context:
        """Read the options of the group; `--help` and `--version` write already here."""
        with _stops_apart():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> object:
        """Run a command."""
        with _stops_apart():
            return super().invoke(ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table of commands without importing any."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=LazyGroup,
    help=f"Exact combat for Magic: The Gathering.\n\n{EXAMPLES}",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="lethal")
def lethal_group() -> None:
    """Exact combat for Magic: The Gathering."""
