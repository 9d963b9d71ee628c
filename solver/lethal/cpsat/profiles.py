"""How CP-SAT is run: one profile to enumerate, one to optimise.

Settings are measured ones. Enumeration needs exactly one worker (several give duplicates). With
presolve off and a fixed search by smallest value of the first open variable, solutions come in
lexicographic order of the declared strategy, whatever the seed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ortools.sat.python import cp_model

if TYPE_CHECKING:
    from lethal.limits import Deadline


def enumerator(deadline: Deadline) -> cp_model.CpSolver:
    """Return a solver that visits every solution in the order of the decision strategy."""
    solver = optimizer(deadline)
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.search_branching = cp_model.FIXED_SEARCH
    return solver


def optimizer(deadline: Deadline) -> cp_model.CpSolver:
    """Return a solver for one optimum, or one answer, of a small model."""
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.num_workers = 1
    parameters.cp_model_presolve = False
    parameters.linearization_level = 0
    parameters.symmetry_level = 0
    parameters.cp_model_probing_level = 0
    # CP-SAT's own handler would leave the process without Python's: Ctrl-C would kill it.
    parameters.catch_sigint_signal = False
    if deadline.seconds != float("inf"):
        parameters.max_time_in_seconds = deadline.seconds
    return solver
