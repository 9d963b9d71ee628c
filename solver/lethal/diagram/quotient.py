"""Assignments by what they do: one of every kind, and how many there are of it.

The layers are those of a diagram, but their states also carry what the damage does, as far as
anybody asks (`Doing`). States of the last layer are then the different things that can be done.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from lethal.diagram.build import BETWEEN_CHECKS, TooWideError, local_bits, plain_layers
from lethal.diagram.layers import DEAD, Field, Layer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from lethal.diagram.layers import Row, Table
    from lethal.limits import Deadline
    from lethal_models import DamageStep, Edge

MOST_DIVISIONS = 10_000
"""Of one source."""


class Doing(Protocol):
    """One thing that damage does, added up edge by edge in a code of so many bits."""

    @property
    def bits(self) -> int:
        """The number of bits of a code, also of what an edge adds; nothing done yet is 0."""
        ...

    @property
    def edges(self) -> tuple[Edge, ...]:
        """The edges that it is about, in the order of the sources."""
        ...

    def adds(self, edge: Edge, amount: int) -> int:
        """Return what an amount above 0 on an edge adds."""
        ...

    def follow(self, code: int, adds: int) -> int:
        """Return the code after something is added."""
        ...

    def close(self, code: int) -> int:
        """Return the code when nothing more will be added, without what no longer matters."""
        ...


@dataclass(frozen=True, slots=True)
class Kind:
    """Assignments that do the same.

    Attributes:
        row: The first of them in lexicographic order.
        number: How many there are.
    """

    row: Row
    number: int


def kinds(
    step: DamageStep,
    doings: Sequence[Doing],
    deadline: Deadline,
    most: int,
    decided: Mapping[str, Row] | None = None,
) -> list[Kind]:
    """Return the kinds of assignments of a step, in the order of their first ones.

    Takes O(states x classes of a source) time, however many assignments there are.

    Args:
        step: The step, or whole components of it.
        doings: What tells kinds apart.
        deadline: When to stop.
        most: How many states are too many.
        decided: Source to its division, where that is decided.

    Raises:
        TooWideError: There are more states.
        TimeoutReached: The deadline passed.
    """
    sources = step.sources
    if not sources:
        return [Kind((), 1)]
    states: dict[int, tuple[int, Row]] = {0: (1, ())}
    for layer in _layers(step, doings, decided or {}):
        if layer.fixed is None and layer.number > MOST_DIVISIONS:
            raise TooWideError([step.labels[layer.source.id]])
        deadline.check()
        moves: dict[int, list[tuple[int, int, Row]]] = {}
        after: dict[int, tuple[int, Row]] = {}
        for position, (state, (number, row)) in enumerate(states.items(), 1):
            part = state & layer.mask
            rest = state ^ part
            if part not in moves:
                moves[part] = _moves(layer, part)
            for target, size, own in moves[part]:
                new = rest | target
                known = after.get(new)
                first = row + own
                if known is None:
                    after[new] = number * size, first
                else:
                    after[new] = known[0] + number * size, min(first, known[1])
            if position % BETWEEN_CHECKS == 0:
                deadline.check()
            if len(after) > most:
                raise TooWideError([step.labels[source.id] for source in sources])
        states = after
    return [Kind(row, number) for row, number in sorted((row, n) for n, row in states.values())]


def _moves(layer: Layer, part: int) -> list[tuple[int, int, Row]]:
    """Return where a layer leads: the new bits, in how many ways, and one of them."""
    table = layer.table(part)
    first = _first_rows(table)
    moves: dict[int, tuple[int, Row]] = {}
    for target, effect in zip(layer.targets(part), table.effects, strict=True):
        if target < DEAD:
            size, row = moves.get(target, (0, first[effect]))
            moves[target] = size + table.sizes[effect], min(row, first[effect])
    return [(target, size, row) for target, (size, row) in moves.items()]


def _first_rows(table: Table) -> dict[int, Row]:
    """Return for every effect the first division that has it."""
    first: dict[int, Row] = {}
    for row, k in zip(table.rows, table.classes, strict=True):
        first.setdefault(table.effects[k], row)
    return first


def _layers(step: DamageStep, doings: Sequence[Doing], decided: Mapping[str, Row]) -> list[Layer]:
    sources = step.sources
    layers = plain_layers(step, sources)
    position = {source.id: k for k, source in enumerate(sources)}
    shift = max(
        [local_bits(sources), *(f.mask.bit_length() for layer in layers for f in layer.fields)]
    )
    fields: list[list[Field]] = [[] for _ in sources]
    adds: list[dict[str, list[Callable[[int], int]]]] = [{} for _ in sources]
    for doing in doings:
        mask = ((1 << doing.bits) - 1) << shift
        last = max(position[edge[0]] for edge in doing.edges)
        for edge in doing.edges:
            adds[position[edge[0]]].setdefault(edge[1], []).append(_placed(doing, edge, shift))
        for k in {position[edge[0]] for edge in doing.edges}:
            fields[k].append(Field(shift, mask, _closing(doing) if k == last else doing.follow))
        shift += doing.bits
    return [
        replace(
            layer,
            fields=(*layer.fields, *own),
            adds={
                recipient: _together([*also.get(recipient, ()), *_given(layer, recipient)])
                for recipient in {*also, *layer.adds}
            },
            fixed=decided.get(layer.source.id),
        )
        for layer, own, also in zip(layers, fields, adds, strict=True)
    ]


def _placed(doing: Doing, edge: Edge, shift: int) -> Callable[[int], int]:
    return lambda amount: (doing.adds(edge, amount) if amount else 0) << shift


def _closing(doing: Doing) -> Callable[[int, int], int]:
    return lambda code, adds: doing.close(doing.follow(code, adds))


def _given(layer: Layer, recipient: str) -> list[Callable[[int], int]]:
    return [layer.adds[recipient]] if recipient in layer.adds else []


def _together(adds: Sequence[Callable[[int], int]]) -> Callable[[int], int]:
    """Return the function that adds what several functions add, in bits of their own."""
    if len(adds) == 1:
        return adds[0]
    return lambda amount: sum([add(amount) for add in adds])
