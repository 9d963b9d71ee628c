"""Enumeration by effect classes: CP-SAT decides between effects, divisions fill them in.

Within a component, all that sources know of each other is what happens to the shared
permanents. The divisions of a source that give each shared permanent the same damage, up to
its need, and that rely on the same ones form a class. CP-SAT enumerates the combinations of
classes that are legal; each stands for the product of its classes' divisions. There are far
fewer combinations than assignments, and counting needs nothing else.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from operator import itemgetter
from typing import TYPE_CHECKING, TypeAlias

from lethal.cpsat.enumeration import solutions
from lethal.cpsat.expressions import enforce, total
from lethal.cpsat.profiles import Model
from lethal.divisions import division

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lethal_models import DamageStep, Source
    from ortools.sat.python import cp_model

    from lethal.limits import Deadline

Row: TypeAlias = tuple[int, ...]
Effect: TypeAlias = tuple[tuple[int, ...], tuple[bool, ...]]
"""For every shared permanent: the damage to it, up to its need, and whether it is relied on."""

MOST_DIVISIONS = 50_000
"""Of one source. With more, listing them is work out of proportion to the first answers."""
MOST_COMBINATIONS = 100_000
"""Legal combinations of classes that are kept; CP-SAT finds them in a few seconds."""


@dataclass(frozen=True)
class Classes:
    """The legal assignments of a component as combinations of classes.

    Attributes:
        divisions: For every source, for every class, its divisions in lexicographic order.
        combinations: The legal combinations of class numbers, in lexicographic order.
    """

    divisions: tuple[tuple[tuple[Row, ...], ...], ...]
    combinations: tuple[Row, ...]

    @cached_property
    def count(self) -> int:
        """The number of assignments."""
        number_of_rows = 0
        for combination in self.combinations:
            size = 1
            for classes, number in zip(self.divisions, combination, strict=True):
                size *= len(classes[number])
            number_of_rows += size
        return number_of_rows

    def rows(self) -> Iterator[Row]:
        """Yield every assignment in lexicographic order."""
        choices: dict[int, list[tuple[Row, _Node]]] = {}

        def tails(node: _Node, source: int) -> Iterator[Row]:
            if source == len(self.divisions):
                yield ()
                return
            here = choices.get(id(node))
            if here is None:
                classes = self.divisions[source]
                here = [(row, child) for number, child in node.items() for row in classes[number]]
                here.sort(key=itemgetter(0))
                choices[id(node)] = here
            for head, child in here:
                for tail in tails(child, source + 1):
                    yield head + tail

        yield from tails(self._trie, 0)

    @cached_property
    def _trie(self) -> _Node:
        root = _Node()
        for combination in self.combinations:
            node = root
            for number in combination:
                node = node.setdefault(number, _Node())
        return root


class _Node(dict[int, "_Node"]):
    """Class number of the next source to what may follow."""


def classes(step: DamageStep, sources: Sequence[Source], deadline: Deadline) -> Classes | None:
    """Return a component by effect classes, or None when it has too many.

    Raises:
        TimeoutReached: The deadline passed first.
    """
    shared = _shared_permanents(step, sources)
    by_effect: list[dict[Effect, list[Row]]] = []
    for source in sources:
        rows = list(islice(division(step, source, shared).rows(), MOST_DIVISIONS + 1))
        groups: dict[Effect, list[Row]] = defaultdict(list)
        for row in rows:
            groups[_effect(step, source, row, shared)].append(row)
        if len(rows) > MOST_DIVISIONS:
            return None
        deadline.check()
        by_effect.append(groups)
    found = _legal_combinations(step, sorted(shared), by_effect, deadline)
    combinations = tuple(islice(found, MOST_COMBINATIONS + 1))
    if len(combinations) > MOST_COMBINATIONS:
        return None
    return Classes(
        tuple(tuple(tuple(rows) for rows in groups.values()) for groups in by_effect),
        combinations,
    )


def _shared_permanents(step: DamageStep, sources: Sequence[Source]) -> frozenset[str]:
    """Permanents in some gate that still need something and that several sources may damage."""
    damaged = Counter(r.id for source in sources for r in source.recipients)
    relied_on = frozenset[str]().union(*(source.relies_on for source in sources))
    return frozenset(p for p in relied_on if damaged[p] > 1 and step.needs[p].amount > 0)


def _effect(step: DamageStep, source: Source, row: Row, shared: frozenset[str]) -> Effect:
    to = {r.id: amount for r, amount in zip(source.recipients, row, strict=True)}
    relied_on = frozenset[str]().union(
        *(r.relies_on for r, amount in zip(source.recipients, row, strict=True) if amount)
    )
    order = sorted(shared)
    return (
        tuple(_contribution(step, source, p, to.get(p, 0)) for p in order),
        tuple(p in relied_on for p in order),
    )


def _contribution(step: DamageStep, source: Source, permanent: str, amount: int) -> int:
    need = step.needs[permanent]
    if amount and source.deathtouch and need.deathtouch:
        return need.amount
    return min(amount, need.amount)


def _legal_combinations(
    step: DamageStep,
    shared: Sequence[str],
    by_effect: Sequence[dict[Effect, list[Row]]],
    deadline: Deadline,
) -> Iterator[Row]:
    """Yield the combinations of class numbers in which whatever is relied on is met."""
    model = Model()
    chosen = [model.new_int_var(0, len(groups) - 1, "") for groups in by_effect]
    damage: dict[str, list[cp_model.IntVar]] = {permanent: [] for permanent in shared}
    reliances: dict[str, list[cp_model.IntVar]] = {permanent: [] for permanent in shared}
    for number, groups in zip(chosen, by_effect, strict=True):
        variables = [number]
        columns: list[Sequence[int]] = [range(len(groups))]
        for k, permanent in enumerate(shared):
            amounts = [effect[0][k] for effect in groups]
            relied_on = [int(effect[1][k]) for effect in groups]
            # A source that has nothing to do with a permanent needs no variables for it.
            if any(amounts):
                damage[permanent].append(model.new_int_var(0, max(amounts), ""))
                variables.append(damage[permanent][-1])
                columns.append(amounts)
            if any(relied_on):
                reliances[permanent].append(model.new_bool_var(""))
                variables.append(reliances[permanent][-1])
                columns.append(relied_on)
        model.add_allowed_assignments(variables, list(zip(*columns, strict=True)))
    for permanent in shared:
        for reliance in reliances[permanent]:
            met = model.add(total(damage[permanent]) >= step.needs[permanent].amount)
            enforce(met, [reliance])
    yield from solutions(model, chosen, deadline)
