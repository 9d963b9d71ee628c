"""isl: the assignments as one set of integer points, with "or" in it."""

# The library has no types, and need not be installed.
# pyright: basic, reportMissingImports=false

from __future__ import annotations

from typing import TYPE_CHECKING

import islpy

from peers.plain import plain

if TYPE_CHECKING:
    from lethal_models import DamageStep
    from peers.plain import Condition


def count(step: DamageStep) -> int:
    """Return the number of integer points of one Presburger set."""
    problem = plain(step)
    names = ", ".join(f"x{e}" for e in range(len(problem.most)))
    parts = [f"0 <= x{e} <= {most}" for e, most in enumerate(problem.most)]
    for amount, edges in problem.sources:
        parts.append(f"{' + '.join(f'x{e}' for e in edges)} = {amount}")
    for edge, gate in problem.gates.items():
        met = " and ".join(_reached(problem.conditions[k]) for k in gate)
        parts.append(f"(x{edge} = 0 or ({met}))")
    points = islpy.Set(f"{{ [{names}] : {' and '.join(parts)} }}")
    return int(str(points.count_val()))


def _reached(condition: Condition) -> str:
    total = " + ".join(f"{weight} x{e}" for e, weight in condition.weights.items())
    return f"{total or 0} >= {condition.need}"
