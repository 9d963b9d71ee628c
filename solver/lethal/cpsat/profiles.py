"""How CP-SAT is run: one profile to enumerate, one to optimise, and interrupts that work.

Settings are measured ones. Enumeration needs exactly one worker (several give duplicates). With
presolve off and a fixed search by smallest value of the first open variable, solutions come in
lexicographic order of the declared strategy, whatever the seed.
"""

from __future__ import annotations

from contextlib import suppress
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, cast

from ortools.sat.python import cp_model

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lethal.cpsat.model import Linear, Model, Variable
    from lethal.limits import Deadline

PROMPT = 0.25
"""Seconds that a solve may take before Ctrl-C must be able to end it."""

FOUND = frozenset({cp_model.OPTIMAL, cp_model.FEASIBLE})
"""The statuses of a solver that has a solution."""


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


def solve(model: Model, deadline: Deadline) -> cp_model.CpSolver:
    """Solve a model and return the solver with its answer.

    A solve that is not over at once goes on in a thread: the main thread must be free to receive
    Ctrl-C, and then stops the search.

    Raises:
        Interrupted: Ctrl-C; has the solver, which may have found something.
    """
    solver = optimizer(deadline)
    limit = solver.parameters.max_time_in_seconds
    solver.parameters.max_time_in_seconds = min(PROMPT, limit)
    status = solver.solve(model)
    if status in {cp_model.OPTIMAL, cp_model.INFEASIBLE} or limit <= PROMPT:
        return solver
    solver.parameters.max_time_in_seconds = limit
    if not model.written.assumptions:
        # What presolve and relaxations cost pays off in a search that takes this long; with
        # assumptions they would hide the core.
        solver.parameters.cp_model_presolve = True
        solver.parameters.linearization_level = 1
    search(solver, model)
    return solver


def search(
    solver: cp_model.CpSolver,
    model: Model,
    callback: cp_model.CpSolverSolutionCallback | None = None,
) -> None:
    """Let a solver search in a thread of its own, so that Ctrl-C ends the search.

    Args:
        solver: The solver, which has the answer afterwards.
        model: What to solve.
        callback: What to tell about every solution, in that thread.

    Raises:
        Interrupted: Ctrl-C; has the solver, which may have found something.
    """
    begun, cancelled, done = Event(), Event(), Event()

    def work() -> None:
        begun.set()
        try:
            if not cancelled.is_set():
                solver.solve(model, callback)
        finally:
            done.set()

    try:
        Thread(target=work, daemon=True).start()
        while not done.wait(PROMPT):
            pass
    except KeyboardInterrupt:
        # The process must not end while the thread is inside the solver. One that has not begun
        # will not enter it any more.
        cancelled.set()
        while begun.is_set() and not done.is_set():
            with suppress(KeyboardInterrupt):
                solver.stop_search()
                # Not Thread.join: a thread counts as ended once Ctrl-C has interrupted a join.
                done.wait(PROMPT)
        raise Interrupted(solver) from None


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a solve, with what the solver had found."""

    def __init__(self, solver: cp_model.CpSolver) -> None:
        super().__init__()
        self.solver: cp_model.CpSolver = solver


def status_of(solver: cp_model.CpSolver) -> cp_model.CpSolverStatus:
    """Return how a solver's last solve ended."""
    return solver.response_proto.status


def row_of(solver: cp_model.CpSolver, variables: Sequence[Variable]) -> tuple[int, ...] | None:
    """Return the values of variables in a solver's solution, or None if it has none."""
    if status_of(solver) not in FOUND:
        return None
    values = _solution(solver)
    return tuple(values[variable] for variable in variables)


def value_of(solver: cp_model.CpSolver, linear: Linear) -> int:
    """Return the value of a weighted sum in a solver's solution."""
    values = _solution(solver)
    return sum(coefficient * values[variable] for variable, coefficient in linear.items())


def _solution(solver: cp_model.CpSolver) -> Sequence[int]:
    return cast("Sequence[int]", cast("Any", solver.response_proto).solution)
