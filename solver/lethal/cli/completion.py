"""`lethal completion SHELL`."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> int:
    """Print the script that lets a shell complete this program's commands and options.

    \b
    Examples:
      lethal completion bash > ~/.local/share/bash-completion/completions/lethal
      lethal completion zsh > ~/.zfunc/_lethal
      lethal completion fish > ~/.config/fish/completions/lethal.fish
    """
    from lethal.cli.group import lethal_group

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(lethal_group, {}, "lethal", "_LETHAL_COMPLETE").source())
    return 0
