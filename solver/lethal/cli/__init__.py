"""The command line: `lethal COMMAND BOARD`."""

import sys


def main() -> None:
    """Run the program and end the process."""
    try:
        from lethal.cli.running import process
    except KeyboardInterrupt:
        # 128 and the number of the signal, as `running.Exit` has it.
        sys.exit(130)
    sys.exit(process())


def run(arguments: list[str]) -> int:
    """Run a command in this process and return its exit code."""
    from lethal.cli.running import run as run_command

    return run_command(arguments)
