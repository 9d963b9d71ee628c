"""Finding the results of a combat: all together with numbers, or one after the other."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

from lethal.diagram.build import TooWideError
from lethal.diagram.quotient import kinds
from lethal.effects import doings_of
from lethal.indexed import Listed
from lethal.limits import Deadline, TimeoutReached
from lethal.playing import decisions
from lethal.product import product_rows
from lethal_models import Assignment, StepError
from lethal_models.course.steps import announced, dealt
from lethal_models.dealing import ways_to_deal

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence

    from lethal.components import Component
    from lethal.damage_assignments import Assignments
    from lethal.diagram.quotient import Doing
    from lethal.playing import Choices
    from lethal.product import Factor
    from lethal_models import Combat, DamageStep, Edge, WhichStep
    from lethal_models.course.steps import Situation
    from lethal_models.outcome import Outcome

MOST_KINDS = 5_000
"""Kinds of assignments, in all situations together, that are dealt to count results."""
KINDS_OF_A_SITUATION = 20
"""To find the kinds of a situation takes about as long as to deal so many."""


@dataclass(frozen=True, slots=True)
class Reached:
    """A result, and one line that leads to it.

    Attributes:
        outcome: The result.
        witness: Damage step to what all players assign in it.
        prevented: Damage step to the damage that is not dealt, by source and recipient: prevented,
            or to something that has left. It says how shields are used.
        assignments: In how many ways damage can be assigned, and shields be used, so that it comes
            to this; None when that was not counted.
    """

    outcome: Outcome
    witness: dict[WhichStep, Assignment]
    prevented: dict[WhichStep, Mapping[Edge, int]]
    assignments: int | None = None


@dataclass(frozen=True, slots=True)
class _Line:
    """What was assigned, and what of it was not dealt, so far."""

    witness: dict[WhichStep, Assignment]
    prevented: dict[WhichStep, Mapping[Edge, int]]

    def then(self, which: WhichStep, assignment: Assignment, lost: Mapping[Edge, int]) -> _Line:
        prevented = dict(self.prevented)
        if lost:
            prevented[which] = lost
        return _Line({**self.witness, which: assignment}, prevented)


@dataclass(frozen=True)
class Search:
    """A search for the results of a combat.

    Attributes:
        start: Where it begins.
        by: Whose choices vary.
        choices: What is decided.
        only_next: Whether to stop after the coming damage step.
        most_kinds: How many assignments that do different things may be dealt to count results.
    """

    start: Situation
    by: str
    choices: Choices
    only_next: bool
    most_kinds: int

    def results(self, deadline: Deadline) -> Iterator[Reached]:
        """Yield every result once.

        Raises:
            TimeoutReached: The deadline passed; what was found before was yielded.
        """
        results: _Results = {}
        try:
            self._count(results, deadline)
        except TooWideError:
            yield from self._search(deadline)
        except (TimeoutReached, KeyboardInterrupt):
            # What was found is certain, but how often it comes about is not.
            yield from (replace(reached, assignments=None) for reached in _listed(results))
            raise
        else:
            yield from _listed(results)

    # --- All together, with numbers ---------------------------------------------------------

    def _count(self, results: _Results, deadline: Deadline) -> None:
        """Fill in every result, and in how many ways it comes about, step by step.

        Raises:
            TooWideError: There are too many kinds of assignments.
            TimeoutReached: The deadline passed.
        """
        level = {self.start.key: (self.start, _Line({}, {}), 1)}
        work = 0
        while level:
            after: dict[Hashable, tuple[Situation, _Line, int]] = {}
            for situation, line, number in level.values():
                if self._is_end(situation, line):
                    _add(results, situation.outcome.key, (situation, line, number))
                    continue
                step = situation.step
                found = self._kinds(situation, step, deadline)
                work += len(found) + KINDS_OF_A_SITUATION
                if work > self.most_kinds:
                    raise TooWideError([])
                for assignment, times in found:
                    deadline.check()
                    for end, longer in self._dealt(situation, line, step, assignment):
                        is_end = self._is_end(end, longer)
                        key = end.outcome.key if is_end else end.key
                        _add(results if is_end else after, key, (end, longer, number * times))
            level = after

    def _kinds(
        self, situation: Situation, step: DamageStep, deadline: Deadline
    ) -> list[tuple[Assignment, int]]:
        """Return the kinds of what all players together may assign, with their numbers."""
        which = situation.which
        parts = self._parts(situation.combat, which)
        sources = [source for legal, _ in parts for source in legal.sources]
        edges = tuple(edge for legal, _ in parts for edge in legal.edges)
        doings = doings_of(situation.combat, sources, last=self._is_last(which))
        if doings is None:
            factors: list[Factor] = []
            for legal, chosen in parts:
                if chosen is None:
                    factors += [component.factor(deadline) for component in legal.components]
                else:
                    factors.append(_Decided(tuple([chosen[edge] for edge in legal.edges])))
            rows = list(islice(product_rows(factors), self.most_kinds + 1))
            return [(Assignment(edges, row), 1) for row in rows]
        decided = {
            source.id: tuple([chosen[source.id, recipient.id] for recipient in source.recipients])
            for legal, chosen in parts
            if chosen is not None
            for source in legal.sources
        }
        part = step.part(tuple(sources))
        found = kinds(part, doings, deadline, self.most_kinds, decided)
        return [(Assignment(edges, kind.row), kind.number) for kind in found]

    # --- One after the other, where there are too many --------------------------------------

    def _search(self, deadline: Deadline) -> Iterator[Reached]:
        given: set[Hashable] = set()
        for situation, line in self._ends(self.start, _Line({}, {}), set(), deadline):
            key = situation.outcome.key
            if key not in given:
                given.add(key)
                yield Reached(situation.outcome, line.witness, line.prevented)

    def _ends(
        self,
        situation: Situation,
        line: _Line,
        seen: set[Hashable],
        deadline: Deadline,
    ) -> Iterator[tuple[Situation, _Line]]:
        """Yield the ends that a situation can come to, each once."""
        if self._is_end(situation, line):
            yield situation, line
            return
        step = situation.step
        for assignment in self._assignments(situation, deadline):
            deadline.check()
            for after, longer in self._dealt(situation, line, step, assignment):
                deadline.check()
                if after.key not in seen:
                    seen.add(after.key)
                    yield from self._ends(after, longer, seen, deadline)

    def _assignments(self, situation: Situation, deadline: Deadline) -> Iterator[Assignment]:
        """Yield what all players together may assign in a step, as far as it differs."""
        combat, which = situation.combat, situation.which
        edges: list[Edge] = []
        factors: list[Factor] = []
        parts = self._parts(combat, which)
        components = [component for legal, _ in parts for component in legal.components]
        reached = Counter(r for c in components for r in {r for _, r in c.edges})
        shared = {recipient for recipient, number in reached.items() if number > 1}
        for legal, chosen in parts:
            edges += legal.edges
            if chosen is not None:
                row = tuple([chosen[edge] for edge in legal.edges])
                factors.append(_Decided(row))
                continue
            for component in legal.components:
                doings = doings_of(combat, component.sources, shared, last=self._is_last(which))
                factors.append(_different(component, doings, deadline))
        yield from map(partial(Assignment, tuple(edges)), product_rows(factors))

    # --- A step -----------------------------------------------------------------------------

    def _is_end(self, situation: Situation, line: _Line) -> bool:
        return situation.over or (bool(line.witness) and self.only_next)

    def _is_last(self, which: WhichStep) -> bool:
        return which == "regular" or self.only_next

    def _dealt(
        self, situation: Situation, line: _Line, step: DamageStep, assignment: Assignment
    ) -> Iterator[tuple[Situation, _Line]]:
        """Yield what an assignment leads to, for every use of shields."""
        which = situation.which
        on_stack = announced(situation, assignment)
        if on_stack.over:
            yield on_stack, line.then(which, assignment, {})
            return
        for damage in ways_to_deal(on_stack.combat, assignment):
            after = dealt(on_stack, which, step, damage)
            yield after, line.then(which, assignment, damage.prevented)

    def _parts(
        self, combat: Combat, which: WhichStep
    ) -> list[tuple[Assignments, Assignment | None]]:
        """Return what is divided in a step, and what of it is decided.

        Raises:
            StepError: Somebody else has a choice that is not decided.
        """
        parts = list(decisions(combat, which, self.choices))
        for legal, chosen in parts:
            free = chosen is None and self.by not in {legal.by, "both"}
            if free and next(islice(legal.rows(), 1, None), None):
                message = (
                    f"{combat.labels.get(legal.by, legal.by)} has a choice in the {which} damage "
                    f"step; decide it under [choices], or ask for by both"
                )
                raise StepError(message)
        return parts


_Results: TypeAlias = "dict[Hashable, tuple[Situation, _Line, int]]"


def _add(into: _Results, key: Hashable, end: tuple[Situation, _Line, int]) -> None:
    known = into.get(key)
    into[key] = end if known is None else (*known[:2], known[2] + end[2])


def _listed(results: _Results) -> Iterator[Reached]:
    for situation, line, number in results.values():
        yield Reached(situation.outcome, line.witness, line.prevented, number)


class _Decided:
    """One row."""

    count: int = 1

    def __init__(self, row: tuple[int, ...]) -> None:
        self._row: tuple[int, ...] = row

    def rows(self, start: int = 0) -> Iterator[tuple[int, ...]]:
        """Yield it."""
        return iter(() if start else (self._row,))


def _different(component: Component, doings: Sequence[Doing] | None, deadline: Deadline) -> Factor:
    """Return one assignment of every kind of a component; all where they cannot be told apart."""
    if doings is not None:
        try:
            part = component.step.part(component.sources)
            found = kinds(part, doings, deadline, MOST_KINDS)
        except TooWideError:
            pass
        else:
            return Listed(kind.row for kind in found)
    return component.factor(deadline)
