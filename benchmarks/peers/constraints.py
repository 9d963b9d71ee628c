"""python-constraint: a variable for every edge, its own backtracking search."""

# The library has no types, and need not be installed.
# pyright: basic, reportMissingImports=false

from __future__ import annotations

from typing import TYPE_CHECKING

from constraint import ExactSumConstraint, FunctionConstraint, Problem

from peers.plain import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lethal_models import DamageStep


def rows(step: DamageStep) -> Iterator[tuple[int, ...]]:
    """Yield the assignments as tuples."""
    given = plain(step)
    problem = Problem()
    for amount, edges in given.sources:
        problem.addVariables(list(edges), range(amount + 1))
        problem.addConstraint(ExactSumConstraint(amount), list(edges))
    for edge, gate in given.gates.items():
        for number in gate:
            condition = given.conditions[number]
            helping = list(condition.weights)
            holds = _holds(list(condition.weights.values()), condition.need)
            problem.addConstraint(FunctionConstraint(holds), [edge, *helping])
    names = range(len(given.most))
    for solution in problem.getSolutionIter():
        yield tuple([solution[k] for k in names])


def _holds(weights: list[int], need: int) -> Callable[..., bool]:
    if set(weights) == {1}:
        return lambda relying, *helping: not relying or sum(helping) >= need
    return lambda relying, *helping: not relying or sum(map(int.__mul__, weights, helping)) >= need
