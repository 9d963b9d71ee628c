"""CP-SAT from a damage step on: between effect classes, or assignment by assignment."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from lethal.components import components_of
from lethal.cpsat.enumeration import damage_rows
from lethal.limits import Deadline
from lethal.product import product_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lethal_models import DamageStep

FOREVER = Deadline()


def classes_counted(step: DamageStep) -> int:
    """Return the number of assignments, by CP-SAT between effect classes of every component."""
    return prod(sum(c.search_counts(FOREVER)) for c in components_of(step, "cpsat"))


def classes_listed(step: DamageStep) -> Iterator[tuple[int, ...]]:
    """Return the assignments as tuples, by CP-SAT between effect classes of every component."""
    return product_rows([c.factor(FOREVER) for c in components_of(step, "cpsat")])


def model_listed(step: DamageStep) -> Iterator[tuple[int, ...]]:
    """Return the assignments as tuples, each a solution of the model of the whole step."""
    return damage_rows(step, step.sources, FOREVER)
