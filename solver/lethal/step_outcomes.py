"""The distinct results of one player's part of a damage step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lethal.diagram.build import TooWideError
from lethal.diagram.quotient import Kind, kinds
from lethal.effects import doings_of
from lethal.limits import Deadline
from lethal.results import TooManyError
from lethal_models.dealing import ways_to_deal
from lethal_models.outcome import outcome_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from lethal.numbered import Numbered
    from lethal_models import Assignment
    from lethal_models.outcome import Outcome

MOST_KINDS = 20_000
"""Assignments that do different things."""


@dataclass(frozen=True, slots=True)
class StepOutcome:
    """A result of a damage step, as far as it is about some sources alone.

    Attributes:
        outcome: The result.
        witness: The first assignment that leads to it.
        assignments: How many assignments do; with every use of shields that does, where there are
            several.
    """

    outcome: Outcome
    witness: Assignment
    assignments: int


def step_outcomes(legal: Numbered) -> list[StepOutcome]:
    """Return the distinct results of a view's assignments, in the order of their first ones.

    Raises:
        TooManyError: Very many assignments do different things.
    """
    found: dict[Hashable, StepOutcome] = {}
    for kind in _kinds(legal):
        assignment = legal.assignment(kind.row)
        for way in ways_to_deal(legal.combat, assignment):
            result = outcome_of(legal.combat, way.hits)
            known = found.get(result.key)
            witness, number = (known.witness, known.assignments) if known else (assignment, 0)
            found[result.key] = StepOutcome(result, witness, number + kind.number)
    return list(found.values())


def _kinds(legal: Numbered) -> Iterable[Kind]:
    doings = doings_of(legal.combat, legal.sources, last=True)
    if doings is not None:
        part = legal.whole_step.part(legal.sources)
        try:
            return kinds(part, doings, Deadline(), MOST_KINDS)
        except TooWideError:
            pass
    rows: list[Kind] = []
    for row in legal.rows():
        if len(rows) == MOST_KINDS:
            names = [legal.step.labels[source.id] for source in legal.sources]
            raise TooManyError(names, MOST_KINDS + 1)
        rows.append(Kind(row, 1))
    return rows
