"""A CP-SAT model that is written straight into its protobuf.

Building small models through the expressions of `CpModel` takes longer than solving them. Here a
variable is its number in the model, the negation of literal `b` is `-b - 1` (CP-SAT's own
convention), and a linear expression is a mapping from variables to coefficients.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, cast

from ortools.sat.python import cp_model

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Variable: TypeAlias = int
"""The number of a variable in its model."""

Literal: TypeAlias = int
"""A 0-1 variable, or the negation of one."""

Linear: TypeAlias = "Mapping[Variable, int]"
"""A weighted sum: variable to coefficient."""

SMALLEST = cp_model.INT_MIN
LARGEST = cp_model.INT_MAX
"""No lower, no upper bound."""


class Model(cp_model.CpModel):
    """A `CpModel` with a short way to say what damage needs."""

    def __init__(self) -> None:
        super().__init__()
        self.written: Any = cast("Any", self.proto)
        """The protobuf, for which ortools has no types."""
        self._variables: Any = self.written.variables
        self._constraints: Any = self.written.constraints

    def _add_pre_pep8_methods(self) -> None:
        """Leave out the deprecated names, which cost as much to make as a small solve."""

    def integer(self, least: int, most: int) -> Variable:
        """Return a new variable from `least` to `most`."""
        self._variables.add().domain.extend((least, most))
        return len(self._variables) - 1

    def boolean(self) -> Literal:
        """Return a new 0-1 variable."""
        return self.integer(0, 1)

    def bounds(self, variable: Variable) -> tuple[int, int]:
        """Return the least and the most that a variable may be."""
        least, most = self._variables[variable].domain
        return least, most

    def restrict(self, variable: Variable, least: int, most: int) -> None:
        """Give a variable new bounds."""
        domain = self._variables[variable].domain
        domain.clear()
        domain.extend((least, most))

    def require(
        self,
        linear: Linear,
        least: int = SMALLEST,
        most: int = LARGEST,
        when: Sequence[Literal] = (),
    ) -> None:
        """Bound a weighted sum, wherever all literals of `when` are true."""
        self._restrict_sum(linear, (least, most), when)

    def require_one_of(
        self, linear: Linear, values: Sequence[int], when: Sequence[Literal] = ()
    ) -> None:
        """Let a weighted sum be one of some increasing values, where all of `when` are true."""
        domain: list[int] = []
        for value in values:
            # CP-SAT takes no two intervals that touch.
            if domain and domain[-1] == value - 1:
                domain[-1] = value
            else:
                domain += (value, value)
        self._restrict_sum(linear, domain, when)

    def _restrict_sum(self, linear: Linear, domain: Sequence[int], when: Sequence[Literal]) -> None:
        """Keep a weighted sum inside a domain: the least and the most of each of its intervals."""
        constraint = self._constraints.add()
        if when:
            constraint.enforcement_literal.extend(when)
        written = constraint.linear
        written.vars.extend(list(linear))
        written.coeffs.extend(list(linear.values()))
        written.domain.extend(domain)

    def reaches(self, linear: Linear, number: int) -> Literal:
        """Return a literal equivalent to "the weighted sum is at least `number`"."""
        literal = self.boolean()
        self.require(linear, least=number, when=(literal,))
        self.require(linear, most=number - 1, when=(negated(literal),))
        return literal

    def any_of(self, literals: Sequence[Literal]) -> Literal:
        """Return a literal equivalent to "some of these is true"."""
        literal = self.boolean()
        for one in literals:
            self._constraints.add().bool_or.literals.extend((negated(one), literal))
        self._constraints.add().bool_or.literals.extend((*literals, negated(literal)))
        return literal

    def table(self, variables: Sequence[Variable], rows: Iterable[Sequence[int]]) -> None:
        """Let the variables take the values of one of the rows."""
        self.add_allowed_assignments(self.handles(variables), list(rows))

    def capped(self, linear: Linear, cap: int) -> Variable:
        """Return a variable that equals a sum of nonnegative terms, or `cap` if that is less."""
        capped = self.integer(0, cap)
        handles = [x * n for x, n in zip(self.handles(linear), linear.values(), strict=True)]
        self.add_min_equality(self.handles([capped])[0], [sum(handles), cap])
        return capped

    def aim(self, linear: Linear) -> None:
        """Maximise a weighted sum."""
        objective = self.written.objective
        objective.vars.clear()
        objective.coeffs.clear()
        objective.vars.extend(list(linear))
        # CP-SAT minimises; a scaling of -1 makes it report what was asked for.
        objective.coeffs.extend([-coefficient for coefficient in linear.values()])
        objective.scaling_factor = -1.0

    def handles(self, variables: Iterable[Variable]) -> list[cp_model.IntVar]:
        """Return variables as the objects that methods of `CpModel` take."""
        return [self.get_int_var_from_proto_index(variable) for variable in variables]


def negated(literal: Literal) -> Literal:
    """Return the negation of a literal."""
    return -literal - 1


def added(*sums: Linear) -> dict[Variable, int]:
    """Return the sum of weighted sums."""
    whole: dict[Variable, int] = {}
    for linear in sums:
        for variable, coefficient in linear.items():
            whole[variable] = whole.get(variable, 0) + coefficient
    return whole
