"""Linear expressions and enforced constraints, with the types that ortools' stubs leave open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from ortools.sat.python import cp_model

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ortools.sat.python.cp_model_helper import Literal

_LinearExpr = cast("Any", cp_model.LinearExpr)


def total(variables: Sequence[cp_model.IntVar]) -> cp_model.LinearExpr:
    """Return the sum of variables; 0 for none."""
    return _LinearExpr.sum(list(variables))


def weighted(variables: Sequence[cp_model.IntVar], weights: Sequence[int]) -> cp_model.LinearExpr:
    """Return the weighted sum of variables."""
    return _LinearExpr.weighted_sum(list(variables), list(weights))


def enforce(constraint: cp_model.Constraint, literals: Sequence[Literal]) -> None:
    """Let a constraint hold only where all literals are true; with none, always."""
    if literals:
        cast("Any", constraint).only_enforce_if(list(literals))


def at_least(
    model: cp_model.CpModel, expression: cp_model.LinearExpr, number: int
) -> cp_model.IntVar:
    """Return a literal equivalent to `expression >= number`."""
    literal = model.new_bool_var("")
    enforce(model.add(expression >= number), [literal])
    enforce(model.add(expression <= number - 1), [~literal])
    return literal
