"""Objectives on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lethal.objective import UnknownTermError, as_objective

if TYPE_CHECKING:
    from lethal.objective import Objective


def read_objective(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> Objective | None:
    """Return the objective of an option's value, its terms parted by commas."""
    try:
        return None if value is None else as_objective(value)
    except UnknownTermError as error:
        raise click.BadParameter(str(error), context, parameter) from None
