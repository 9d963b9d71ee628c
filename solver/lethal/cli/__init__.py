"""The command line: `lethal COMMAND BOARD`."""

from lethal.cli.running import main, run

__all__ = ["main", "run"]
