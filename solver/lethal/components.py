"""The independent components of a damage step, each with the cheapest way through it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from lethal.diagram.build import MOST_NODES, Diagram, TooWideError, build
from lethal.diagram.coupling import layer_order, work_bound
from lethal.diagram.paths import Paths
from lethal.diagram.ranges import MOST_LISTED
from lethal.divisions import division
from lethal.indexed import divided
from lethal_models.coupled import components

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lethal.cpsat.classes import EffectClasses, Row
    from lethal.indexed import Indexed
    from lethal.limits import Deadline
    from lethal.product import Factor
    from lethal_models import DamageStep, Edge, Source

Engine: TypeAlias = Literal["auto", "cpsat", "diagram"]
ENGINES: tuple[str, ...] = get_args(Engine)

MOST_DIVISIONS = 4_096
"""Of a source, or of part of one, that are listed as arcs of a diagram."""
MOST_DIVIDED = 1_000
"""Damage that a diagram can divide; with more, a formula takes over."""
ARDUOUS = 20.0
"""Bits of a bound of the arcs at which CP-SAT lists the first rows before a diagram is built."""
FIRST_ROWS = 256
"""Rows of several sources that CP-SAT gives before their effect classes are looked for."""
MOST_KEPT = 200_000
"""Rows of CP-SAT that are kept for another pass."""


@dataclass(eq=False)
class Component:
    """Sources that depend on each other and on nobody else.

    Attributes:
        step: The step, for its needs.
        sources: In the order of the layers of a diagram.
        engine: "diagram" is a formula for a single source, and a decision diagram for several.
            "cpsat" is CP-SAT, by effect classes where those are few and else assignment by
            assignment. "auto" is the diagram unless it would be too large.
        most_nodes: When it is too large.
    """

    step: DamageStep
    sources: tuple[Source, ...]
    engine: Engine = "auto"
    most_nodes: int = MOST_NODES
    _diagram: Diagram | TooWideError | None = field(default=None, init=False, repr=False)
    _indexed: Indexed | None = field(default=None, init=False, repr=False)
    _found: tuple[EffectClasses | None] | None = field(default=None, init=False, repr=False)
    _searching: bool = field(default=False, init=False, repr=False)

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

    def diagram(self, deadline: Deadline) -> Diagram | None:
        """Return the diagram of several sources, built once, or None where CP-SAT does the work.

        Raises:
            TooWideError: It would be too large, and no other engine is allowed.
            TimeoutReached: The deadline passed.
        """
        if self.engine == "cpsat":
            return None
        if self._diagram is None:
            try:
                self._diagram = self._build(deadline, None)
            except TooWideError as error:
                self._diagram = error
        if not isinstance(self._diagram, TooWideError):
            return self._diagram
        if self.engine == "diagram":
            raise self._diagram
        return None

    def _build(self, deadline: Deadline, most_divisions: int | None) -> Diagram:
        return build(self.step, self.sources, deadline, self.most_nodes, most_divisions)

    def layered(self, deadline: Deadline) -> Diagram | None:
        """Return a diagram with one layer for every source, or None where that would be large.

        Raises:
            TooWideError: It would be too large, and no other engine is allowed.
            TimeoutReached: The deadline passed.
        """
        names = [self.step.labels[s.id] for s in self.sources]
        if any(division(self.step, s, s.relies_on).count() > MOST_LISTED for s in self.sources):
            if self.engine == "diagram":
                raise TooWideError(names)
            return None
        return None if self.is_arduous else self.diagram(deadline)

    def counted(self, deadline: Deadline) -> int | None:
        """Return the number of assignments, or None where CP-SAT has to enumerate them.

        Raises:
            TooWideError: The diagram would be too large, and no other engine is allowed.
            TimeoutReached: The deadline passed.
        """
        if self.engine == "cpsat":
            return None
        if self.is_single:
            return self.upper_bound
        diagram = self.diagram(deadline)
        return diagram.count if diagram else None

    def indexed(self, deadline: Deadline) -> Indexed | None:
        """Return the assignments by their numbers, or None where only CP-SAT has them.

        Raises:
            TooWideError: The diagram would be too large, and no other engine is allowed.
            TimeoutReached: The deadline passed.
        """
        if self.engine == "cpsat":
            return None
        if self._indexed is None:
            self._indexed = self._index(deadline)
        return self._indexed

    def _index(self, deadline: Deadline) -> Indexed | None:
        if self.is_single:
            (source,) = self.sources
            divisions = division(self.step, source)
            large = divisions.count() > MOST_DIVISIONS and source.amount <= MOST_DIVIDED
            if len(source.ways) > 1 or not large:
                return divided(divisions)
            try:
                return Paths(self._build(deadline, MOST_DIVISIONS))
            except TooWideError:
                return divided(divisions)
        diagram = self.diagram(deadline)
        if diagram and any(layer.number > MOST_DIVISIONS for layer in diagram.layers):
            try:
                diagram = self._build(deadline, MOST_DIVISIONS)
            except TooWideError:
                if self.engine == "diagram":
                    raise
                return None
        return Paths(diagram) if diagram else None

    def factor(self, deadline: Deadline) -> Factor:
        """Return the assignments as a factor of the product of components."""
        # CP-SAT has the first rows long before a large diagram is built.
        if self.is_arduous:
            return _Searched(lambda: self._search(deadline))
        return self.indexed(deadline) or _Searched(lambda: self._search(deadline))

    @cached_property
    def is_arduous(self) -> bool:
        """Whether the diagram may take long to build, if it has not been built."""
        if self.is_single or self.engine != "auto":
            return False
        built = self._indexed or isinstance(self._diagram, Diagram)
        return not built and work_bound(self.step, self.sources) > ARDUOUS

    def rows(self, deadline: Deadline) -> Iterator[Row]:
        """Yield the legal assignments as rows of amounts, in lexicographic order.

        Raises:
            TooWideError: The diagram would be too large, and no other engine is allowed.
            TimeoutReached: The deadline passed; every row before it was yielded.
        """
        return self.factor(deadline).rows()

    @property
    def used(self) -> str | None:
        """The engine that has done the work, if any was done."""
        if self.engine == "cpsat" or self._searching:
            return "cpsat"
        built = self._indexed or isinstance(self._diagram, Diagram)
        return "diagram" if self.is_single or built else None

    # --- What CP-SAT does -------------------------------------------------------------------

    def work_to_search(self, deadline: Deadline) -> int:
        """Return an upper bound of what `search_counts` has to visit."""
        classes = self._classes(deadline)
        return min(self.upper_bound, classes.bound) if classes else self.upper_bound

    def search_counts(self, deadline: Deadline) -> Iterator[int]:
        """Yield numbers whose sum is the number of assignments, found by CP-SAT.

        Raises:
            TimeoutReached: The deadline passed; every number before it was yielded.
        """
        self._searching = True
        classes = self._classes(deadline)
        return classes.count(deadline) if classes else (1 for _ in self._search(deadline))

    def _search(self, deadline: Deadline) -> Iterator[Row]:
        """Yield the assignments as CP-SAT finds them.

        The first rows come straight from the model of record: classes are worth finding only
        for who wants more than a few.
        """
        from lethal.cpsat.enumeration import damage_rows

        self._searching = True
        rows = damage_rows(self.step, self.sources, deadline)
        given = 0
        for row in islice(rows, FIRST_ROWS):
            yield row
            given += 1
        if given < FIRST_ROWS:
            return
        if self.engine == "auto" and (indexed := self.indexed(deadline)):
            yield from indexed.rows(FIRST_ROWS)
            return
        classes = self._classes(deadline)
        by_class = classes.rows(deadline) if classes else None
        yield from rows if by_class is None else islice(by_class, FIRST_ROWS, None)

    def _classes(self, deadline: Deadline) -> EffectClasses | None:
        """Return the effect classes, found once, or None where there are too many."""
        if self._found is None:
            from lethal.cpsat.classes import effect_classes

            self._found = (effect_classes(self.step, self.sources, deadline),)
        return self._found[0]


class _Searched:
    """Rows that a search finds again on every pass, unless there are few enough to keep."""

    count: None = None

    def __init__(self, search: Callable[[], Iterator[Row]]) -> None:
        self._search: Callable[[], Iterator[Row]] = search
        self._kept: list[Row] | None = None

    def rows(self, start: int = 0) -> Iterator[Row]:
        """Start a pass over the rows, from a number on."""
        return islice(self._kept or self._pass(), start, None)

    def _pass(self) -> Iterator[Row]:
        kept: list[Row] = []
        for row in self._search():
            if len(kept) <= MOST_KEPT:
                kept.append(row)
            yield row
        if len(kept) <= MOST_KEPT:
            self._kept = kept


def components_of(
    step: DamageStep, engine: Engine = "auto", most_nodes: int = MOST_NODES
) -> tuple[Component, ...]:
    """Return the components of a step, in canonical order."""
    return tuple(
        Component(step, layer_order(step, sources), engine, most_nodes)
        for sources in components(step)
    )
