"""Normaliz: the lattice points of a polytope for every case of who is met and who is not."""

# The library has no types, and need not be installed.
# pyright: basic, reportMissingImports=false

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from PyNormaliz import Cone, normaliz_error

from peers.plain import plain
from peers.refusal import RefusedError

if TYPE_CHECKING:
    from lethal_models import DamageStep

MOST_CASES = 20
"""As bits; thousands of cases take some seconds."""


def count(step: DamageStep) -> int:
    """Return the sum over all cases of who is met of the lattice points of a polytope each.

    Raises:
        RefusedError: There are too many cases.
    """
    problem = plain(step)
    width, cases = len(problem.most), len(problem.conditions)
    if cases > MOST_CASES:
        raise RefusedError(1 << cases, "cases")

    def line(weights: dict[int, int], constant: int) -> list[int]:
        return [*(weights.get(e, 0) for e in range(width)), constant]

    sums = [line(dict.fromkeys(edges, 1), -amount) for amount, edges in problem.sources]
    at_least_0 = [line({e: 1}, 0) for e in range(width)]
    total = 0
    for met in product((False, True), repeat=cases):
        closed = [
            line({e: 1}, 0)
            for e, gate in problem.gates.items()
            if not all(met[condition] for condition in gate)
        ]
        sides = [
            line(c.weights, -c.need)
            if is_met
            else line({e: -weight for e, weight in c.weights.items()}, c.need - 1)
            for c, is_met in zip(problem.conditions, met, strict=True)
        ]
        cone = Cone(inhom_equations=sums + closed, inhom_inequalities=at_least_0 + sides)
        try:
            total += cone.NumberLatticePoints()
        except normaliz_error:
            # It does not count the points of some polytopes without any.
            total += len(cone.LatticePoints())
    return total
