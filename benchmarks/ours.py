"""The ways of this program, from a damage step on: components are found and diagrams built anew."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from lethal.columns import ProductColumns, type_for
from lethal.components import components_of
from lethal.limits import Deadline
from lethal.product import product_rows
from peers.by_hand import generated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lethal.indexed import Indexed
    from lethal_models import DamageStep

FOREVER = Deadline()


def count(step: DamageStep, deadline: Deadline = FOREVER) -> int:
    """Return the number of assignments, by formulas and diagrams."""
    numbers = [component.counted(deadline) for component in components_of(step, "diagram")]
    return prod(number for number in numbers if number is not None)


def tuples(step: DamageStep) -> Iterator[tuple[int, ...]]:
    """Return the assignments as tuples, one by one."""
    return product_rows([c.factor(FOREVER) for c in components_of(step, "diagram")])


def columns(step: DamageStep) -> int:
    """Make one array of all assignments, and return how many there are."""
    found = [component.indexed(FOREVER) for component in components_of(step, "diagram")]
    factors: list[Indexed] = [factor for factor in found if factor is not None]
    reader = ProductColumns(factors, type_for(max(source.amount for source in step.sources)))
    return reader.window(0, prod(factor.count for factor in factors)).shape[1]


def components_by_hand(step: DamageStep) -> int:
    """Return the number of assignments, every component counted by the generator of the peers."""
    parts = [step.part(component.sources) for component in components_of(step)]
    return prod(sum(1 for _ in generated(part)) for part in parts)
