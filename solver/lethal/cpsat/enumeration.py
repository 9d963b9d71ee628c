"""Every solution of a damage model, in canonical order, in chunks.

CP-SAT cannot pause a search, so each chunk is a search of its own that starts behind the last
row found. Memory stays bounded, a caller may stop after any row, and the order is the
lexicographic one throughout.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ortools.sat.python import cp_model

from lethal.cpsat.damage import damage_model
from lethal.cpsat.profiles import enumerator, search, status_of
from lethal.limits import TimeoutReached

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lethal.cpsat.model import Model, Variable
    from lethal.limits import Deadline
    from lethal_models import DamageStep, Source

FIRST_CHUNK = 256
LARGEST_CHUNK = 65_536


class _Collector(cp_model.CpSolverSolutionCallback):
    """Keeps the first `size` solutions as rows of the given variables."""

    def __init__(self, variables: Sequence[Variable], size: int) -> None:
        super().__init__()
        self.rows: list[tuple[int, ...]] = []
        self._indices: list[int] = list(variables)
        self._size: int = size

    def on_solution_callback(self) -> None:
        """Keep one solution."""
        self.rows.append(tuple(map(self.SolutionIntegerValue, self._indices)))
        if len(self.rows) == self._size:
            self.stop_search()


def solutions(
    model: Model, variables: Sequence[Variable], deadline: Deadline
) -> Iterator[tuple[int, ...]]:
    """Yield the distinct values that `variables` take, in lexicographic order.

    Every other variable of the model must be determined by these.

    Raises:
        TimeoutReached: The deadline passed; every row before it was yielded.
    """
    handles = model.handles(variables)
    model.add_decision_strategy(handles, cp_model.CHOOSE_FIRST, cp_model.SELECT_MIN_VALUE)
    bounds = [model.bounds(variable) for variable in variables]
    size = FIRST_CHUNK
    regions = iter([bounds])
    while (region := next(regions, None)) is not None:
        deadline.check()
        for variable, (least, most) in zip(variables, region, strict=True):
            model.restrict(variable, least, most)
        collector = _Collector(variables, size)
        solver = enumerator(deadline)
        search(solver, model, collector)
        yield from collector.rows
        if len(collector.rows) == size:
            regions = _behind(collector.rows[-1], bounds)
            size = min(2 * size, LARGEST_CHUNK)
        elif status_of(solver) not in {cp_model.OPTIMAL, cp_model.INFEASIBLE}:
            raise TimeoutReached


def _behind(row: tuple[int, ...], bounds: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """Yield boxes that together hold every row lexicographically behind `row`, in order."""
    for k in reversed(range(len(row))):
        if row[k] < bounds[k][1]:
            same = [(value, value) for value in row[:k]]
            yield [*same, (row[k] + 1, bounds[k][1]), *bounds[k + 1 :]]


def damage_rows(
    step: DamageStep, sources: Sequence[Source], deadline: Deadline
) -> Iterator[tuple[int, ...]]:
    """Yield the legal assignments of a component, one row of amounts each."""
    variables = damage_model(step, sources)
    yield from solutions(variables.model, variables.in_order, deadline)
