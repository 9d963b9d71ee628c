"""Enumeration by effect classes: CP-SAT decides between effects, divisions fill them in.

Within a component, all that sources know of each other is what happens to the shared
permanents. The divisions of a source that give each shared permanent the same damage, up to
its need, and that rely on the same ones form a class. CP-SAT enumerates the combinations of
classes that are legal; each stands for the product of its classes' divisions. There are fewer
combinations than assignments, often far fewer, and counting needs nothing else.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import islice
from math import prod
from operator import itemgetter
from typing import TYPE_CHECKING, TypeAlias

from lethal.cpsat.enumeration import solutions
from lethal.cpsat.model import Model, Variable
from lethal.divisions import division
from lethal.reliance import contribution, coupling_permanents, reliances

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lethal.limits import Deadline
    from lethal_models import DamageStep, Source

Row: TypeAlias = tuple[int, ...]
Effect: TypeAlias = tuple[tuple[int, ...], int]
"""The damage to every shared permanent, up to its need; and which ones are relied on, as bits."""

MOST_DIVISIONS = 50_000
"""Of one source. With more, listing them is work out of proportion to the first answers."""
MOST_KEPT = 50_000
"""Combinations that `rows` keeps; CP-SAT finds them in a few seconds."""
MOST_SOURCES = 200
"""The tree of combinations is walked by one generator for every source."""
MOST_POSSIBLE = 2_000_000
"""Combinations of classes, legal or not. With more, classes save little and take long to find."""


class _Node(dict[int, "_Node"]):
    """Class number of the next source to what may follow."""


@dataclass(eq=False)
class EffectClasses:
    """The classes of a component's sources.

    Attributes:
        step: The damage step.
        shared: The permanents through which the sources depend on each other.
        classes: For every source, effect to divisions in lexicographic order.
    """

    step: DamageStep
    shared: tuple[str, ...]
    classes: tuple[dict[Effect, list[Row]], ...]
    _kept: tuple[Row, ...] | None = field(default=None, init=False, repr=False)

    @property
    def bound(self) -> int:
        """An upper bound of the number of combinations."""
        return prod(map(len, self.classes))

    def combinations(self, deadline: Deadline) -> Iterator[Row]:
        """Yield the legal combinations of class numbers, in lexicographic order.

        Legal are those in which whatever a class relies on is met.

        Raises:
            TimeoutReached: The deadline passed; every combination before it was yielded.
        """
        model = Model()
        chosen = [model.integer(0, len(effects) - 1) for effects in self.classes]
        damage: dict[str, list[Variable]] = {permanent: [] for permanent in self.shared}
        reliances: dict[str, list[Variable]] = {permanent: [] for permanent in self.shared}
        for number, effects in zip(chosen, self.classes, strict=True):
            variables = [number]
            columns: list[Sequence[int]] = [range(len(effects))]
            for k, permanent in enumerate(self.shared):
                amounts = [effect[0][k] for effect in effects]
                relied_on = [effect[1] >> k & 1 for effect in effects]
                # A source that has nothing to do with a permanent needs no variables for it.
                if any(amounts):
                    damage[permanent].append(model.integer(0, max(amounts)))
                    variables.append(damage[permanent][-1])
                    columns.append(amounts)
                if any(relied_on):
                    reliances[permanent].append(model.boolean())
                    variables.append(reliances[permanent][-1])
                    columns.append(relied_on)
            model.table(variables, zip(*columns, strict=True))
        for permanent in self.shared:
            for reliance in reliances[permanent]:
                total = dict.fromkeys(damage[permanent], 1)
                model.require(total, least=self.step.needs[permanent].amount, when=(reliance,))
        yield from solutions(model, chosen, deadline)

    def count(self, deadline: Deadline) -> Iterator[int]:
        """Yield the number of assignments of every legal combination."""
        sizes = [[len(rows) for rows in effects.values()] for effects in self.classes]
        for combination in self.combinations(deadline):
            yield prod(size[number] for size, number in zip(sizes, combination, strict=True))

    def rows(self, deadline: Deadline) -> Iterator[Row] | None:
        """Return every assignment in lexicographic order, or None with too many combinations."""
        if self._kept is None:
            self._kept = tuple(islice(self.combinations(deadline), MOST_KEPT + 1))
        return self._rows(self._kept) if len(self._kept) <= MOST_KEPT else None

    def _rows(self, combinations: Sequence[Row]) -> Iterator[Row]:
        """Walk the tree of combinations; per node the divisions of all classes that it allows."""
        divisions = [list(effects.values()) for effects in self.classes]
        choices: dict[int, list[tuple[Row, _Node]]] = {}

        def tails(node: _Node, source: int) -> Iterator[Row]:
            if source == len(divisions):
                yield ()
                return
            here = choices.get(id(node))
            if here is None:
                here = [
                    (r, child) for number, child in node.items() for r in divisions[source][number]
                ]
                here.sort(key=itemgetter(0))
                choices[id(node)] = here
            for head, child in here:
                for tail in tails(child, source + 1):
                    yield head + tail

        root = _tree(combinations)
        yield from tails(root, 0)


def _tree(combinations: Sequence[Row]) -> _Node:
    root = _Node()
    for combination in combinations:
        node = root
        for number in combination:
            node = node.setdefault(number, _Node())
    return root


def effect_classes(
    step: DamageStep, sources: Sequence[Source], deadline: Deadline
) -> EffectClasses | None:
    """Return the effect classes of a component, or None when there are too many.

    Raises:
        TimeoutReached: The deadline passed first.
    """
    if len(sources) > MOST_SOURCES:
        return None
    possible = 1
    shared = coupling_permanents(step, sources)
    order = tuple(sorted(shared))
    classes: list[dict[Effect, list[Row]]] = []
    for source in sources:
        own = division(step, source, shared)
        if own.count() > MOST_DIVISIONS:
            return None
        effect_of = _effects(step, source, order)
        effects: dict[Effect, list[Row]] = defaultdict(list)
        for row in own.rows():
            effects[effect_of(row)].append(row)
        classes.append(dict(effects))
        possible *= len(effects)
        if possible > MOST_POSSIBLE:
            return None
        deadline.check()
    return EffectClasses(step, order, tuple(classes))


def _effects(step: DamageStep, source: Source, shared: Sequence[str]) -> Callable[[Row], Effect]:
    """Return the function from a source's divisions to their effects."""
    index = {recipient.id: i for i, recipient in enumerate(source.recipients)}
    contributions = [
        (index[p], contribution(step, source, p)) if p in index else None for p in shared
    ]
    relied_on = reliances(source, {p: 1 << k for k, p in enumerate(shared)})

    def effect(row: Row) -> Effect:
        return tuple(c[1](row[c[0]]) if c else 0 for c in contributions), relied_on(row)

    return effect
