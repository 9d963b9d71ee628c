"""The independent components of a damage step, each with the cheapest way through it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Literal, TypeAlias

from lethal.divisions import division

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lethal.cpsat.classes import EffectClasses, Row
    from lethal.limits import Deadline
    from lethal_models import DamageStep, Edge, Source

Engine: TypeAlias = Literal["auto", "cpsat"]

FIRST_ROWS = 256
"""Rows of several sources that are given before their effect classes are looked for."""


@dataclass(eq=False)
class Component:
    """Sources that depend on each other and on nobody else.

    A single source needs no solver: its divisions are listed, and counted by a formula. Several
    go to CP-SAT, by effect classes where those are few and else assignment by assignment. With
    the engine "cpsat" everything goes to CP-SAT assignment by assignment.
    """

    step: DamageStep
    sources: tuple[Source, ...]
    engine: Engine
    _found: tuple[EffectClasses | None] | None = field(default=None, init=False, repr=False)

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """The edges in canonical order."""
        return tuple((s.id, recipient.id) for s in self.sources for recipient in s.recipients)

    @property
    def is_single(self) -> bool:
        """Whether one source makes up the component."""
        return len(self.sources) == 1

    @cached_property
    def upper_bound(self) -> int:
        """The number of assignments if no source could rely on another but all could at will."""
        bound = 1
        for source in self.sources:
            free = frozenset[str]() if self.is_single else source.relies_on
            bound *= division(self.step, source, free).count()
        return bound

    def work_to_count(self, deadline: Deadline) -> int:
        """Return an upper bound of what `counts` has to visit."""
        if self.is_single and self.engine == "auto":
            return 1
        classes = self._classes(deadline)
        return min(self.upper_bound, classes.bound) if classes else self.upper_bound

    def counts(self, deadline: Deadline) -> Iterator[int]:
        """Yield numbers whose sum is the number of assignments.

        Raises:
            TimeoutReached: The deadline passed; every number before it was yielded.
        """
        if self.is_single and self.engine == "auto":
            return iter((self.upper_bound,))
        classes = self._classes(deadline)
        return classes.count(deadline) if classes else (1 for _ in self.rows(deadline))

    def rows(self, deadline: Deadline) -> Iterator[Row]:
        """Yield the legal assignments as rows of amounts, in lexicographic order.

        The first rows come straight from the CP-SAT model: classes are worth finding only for
        who wants more than a few.

        Raises:
            TimeoutReached: The deadline passed; every row before it was yielded.
        """
        if self.is_single and self.engine == "auto":
            yield from division(self.step, self.sources[0]).rows()
            return
        from lethal.cpsat.enumeration import damage_rows

        rows = damage_rows(self.step, self.sources, deadline)
        if self.engine == "auto":
            given = 0
            for row in islice(rows, FIRST_ROWS):
                yield row
                given += 1
            if given < FIRST_ROWS:
                return
            classes = self._classes(deadline)
            by_class = classes.rows(deadline) if classes else None
            rows = rows if by_class is None else islice(by_class, FIRST_ROWS, None)
        yield from rows

    def _classes(self, deadline: Deadline) -> EffectClasses | None:
        """Return the effect classes, found once, or None where there are too many."""
        if self.engine == "cpsat":
            return None
        if self._found is None:
            from lethal.cpsat.classes import effect_classes

            self._found = (effect_classes(self.step, self.sources, deadline),)
        return self._found[0]


def components_of(step: DamageStep, engine: Engine = "auto") -> tuple[Component, ...]:
    """Return the components of a step, in canonical order."""
    from lethal_models.graph import components

    return tuple(Component(step, sources, engine) for sources in components(step))
