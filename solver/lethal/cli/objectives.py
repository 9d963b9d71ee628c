"""Objectives on the command line."""

from __future__ import annotations

import click

from lethal.objective import Objective, UnknownTermError


def read_objective(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> Objective | None:
    """Return the objective of an option's value, its terms parted by commas."""
    try:
        return None if value is None else Objective(*map(str.strip, value.split(",")))
    except UnknownTermError as error:
        raise click.BadParameter(str(error), context, parameter) from None
