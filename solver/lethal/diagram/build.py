"""Building the diagram of a component: forward for the states, backward for the counts.

A node is a layer and a state; an arc is a class of divisions of the layer's source (`layers`).
The number of assignments from a node on is the sum, over its arcs, of the divisions in the class
times the number from the arc's end on. Nodes with no assignment are dropped.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING

from lethal.diagram.coupling import couplings, width_bound
from lethal.diagram.layers import Layer
from lethal.diagram.placing import place
from lethal.divisions import division
from lethal.limits import Deadline
from lethal.reliance import contribution
from lethal.results import named
from lethal_models.errors import LethalError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lethal.diagram.coupling import Coupling
    from lethal.diagram.placing import Placed
    from lethal_models import DamageStep, Source

MOST_NODES = 400_000
"""Nodes of a diagram, unless more or fewer are allowed."""
BYTES_OF_A_NODE = 500
"""About what a node takes, with the arcs that are remembered around it."""
MOST_STEPS = 20_000_000
"""Arcs that are followed while building; some millions take a second."""
MOST_EFFECTS = 200_000
"""Of one source, as far as that can be told beforehand."""
MOST_WORK = 100_000_000
"""To find the effects of one source, likewise; nothing looks at the clock meanwhile."""
MOST_LISTED = 100_000
"""Divisions of a source with several ways, which are listed rather than put into layers."""
HOPELESS = 40.0
"""Bits of a bound of the states at which building is not even tried."""
BETWEEN_CHECKS = 256
"""Nodes between looks at the clock."""


class TooWideError(LethalError):
    """A diagram that would be larger than allowed."""

    def __init__(self, sources: Sequence[str]) -> None:
        self.sources: tuple[str, ...] = tuple(sources)
        super().__init__(self.sources)

    def __str__(self) -> str:
        return (
            f"the decision diagram of {named(self.sources)} would be too large; the engine auto "
            "leaves it to CP-SAT"
        )


def nodes_in(mebibytes: float) -> int:
    """Return how many nodes a diagram may have to take about so much memory, at least one.

    >>> nodes_in(100)
    209715
    """
    return int(max(1, min(mebibytes * 2**20 // BYTES_OF_A_NODE, sys.maxsize)))


@dataclass(frozen=True, slots=True, eq=False)
class Diagram:
    """The assignments of a component as paths from one root to one end.

    Attributes:
        layers: What every source can do, in order.
        counts: For every layer, and for the end, state to the number of assignments from there.
    """

    layers: tuple[Layer, ...]
    counts: tuple[dict[int, int], ...]

    @property
    def count(self) -> int:
        """The number of assignments."""
        return self.counts[0].get(0, 0)

    @property
    def nodes(self) -> int:
        """The number of nodes."""
        return sum(map(len, self.counts))


def build(
    step: DamageStep,
    sources: Sequence[Source],
    deadline: Deadline = Deadline(),  # noqa: B008 - frozen
    most_nodes: int = MOST_NODES,
    most_divisions: int | None = None,
) -> Diagram:
    """Return the diagram of a component.

    Takes O(nodes x classes of a source) time and O(nodes) memory. The number of nodes is
    exponential in the number of coupling permanents that are open at once.

    Args:
        step: The step, for its needs.
        sources: The component's sources in the order of the layers.
        deadline: When to give up.
        most_nodes: When to give up.
        most_divisions: Of a layer, about; sources with more are cut into several layers. By
            default every source is one layer.

    Raises:
        TooWideError: There would be more nodes, or very many arcs.
        TimeoutReached: The deadline passed.
    """
    coupled = couplings(step, sources)
    names = [step.labels[source.id] for source in sources]
    if (
        width_bound(coupled, len(sources)) > HOPELESS
        or any(_is_too_much(coupled, k, source) for k, source in enumerate(sources))
        or any(_listed(step, coupled, source) > MOST_LISTED for source in sources)
    ):
        raise TooWideError(names)
    layers = _layers(step, sources, coupled, most_divisions)
    states: dict[int, int] = {0: 0}
    levels = [states]
    nodes, steps = 1, 0
    for layer in layers:
        after: dict[int, int] = {}
        mask, moves = layer.mask, layer.moves
        for number, state in enumerate(states, 1):
            part = state & mask
            rest = state ^ part
            targets = moves(part)
            for target in targets:
                after[rest | target] = 0
            steps += len(targets)
            if number % BETWEEN_CHECKS == 0:
                deadline.check()
                worked = steps + layer.work
                if nodes + len(after) > most_nodes or worked > MOST_STEPS:
                    raise TooWideError(names)
        steps += layer.work
        nodes += len(after)
        if nodes > most_nodes or steps > MOST_STEPS:
            raise TooWideError(names)
        levels.append(after)
        states = after
    return Diagram(layers, _counted(layers, levels, deadline))


def _counted(
    layers: Sequence[Layer], levels: list[dict[int, int]], deadline: Deadline
) -> tuple[dict[int, int], ...]:
    """Fill in the counts, from the end to the root, and drop nodes that lead nowhere."""
    later = dict.fromkeys(levels[-1], 1)
    counts = [later]
    for layer, states in zip(reversed(layers), reversed(levels[:-1]), strict=True):
        here: dict[int, int] = {}
        mask, moves, get = layer.mask, layer.moves, later.get
        for position, state in enumerate(states):
            part = state & mask
            rest = state ^ part
            number = sum([size * get(rest | to, 0) for to, size in moves(part).items()])
            if number:
                here[state] = number
            if position % BETWEEN_CHECKS == 0:
                deadline.check()
        counts.append(here)
        later = here
    return tuple(reversed(counts))


def _is_too_much(coupled: Sequence[Coupling], position: int, source: Source) -> bool:
    """Return whether a source may have too many effects, or take too long to find them."""
    effects = float(source.amount + 1)
    for coupling in coupled:
        if position in coupling.positions:
            k = coupling.positions.index(position)
            effects *= min(coupling.helps[k] + 1, source.amount + 1)
    # Every recipient in turn gets each amount that is left, half of all on average.
    work = effects * source.amount * len(source.recipients) / 2
    return effects > MOST_EFFECTS or work > MOST_WORK


def _listed(step: DamageStep, coupled: Sequence[Coupling], source: Source) -> int:
    """Return how many divisions of a source have to be listed to find its effects."""
    if len(source.ways) == 1:
        return 0
    return division(step, source, frozenset(c.permanent for c in coupled)).count()


def _layers(
    step: DamageStep,
    sources: Sequence[Source],
    coupled: Sequence[Coupling],
    most_divisions: int | None,
) -> tuple[Layer, ...]:
    local = local_bits(sources)
    layers: list[Layer] = []
    for source, placed in zip(sources, place(len(sources), coupled, local), strict=True):
        relied_on = {p.coupling.permanent: 1 << p.shift for p in placed}
        adds = {p.coupling.permanent: _adds(step, source, p) for p in placed}
        for part in _parts(source, most_divisions):
            ends = part.stop == len(source.recipients)
            fields = tuple([p.field(within=not ends) for p in placed])
            layers.append(Layer(step, source, fields, relied_on, adds, local, part))
    return tuple(layers)


def plain_layers(step: DamageStep, sources: Sequence[Source]) -> tuple[Layer, ...]:
    """Return the layers of some sources, one for each."""
    return _layers(step, sources, couplings(step, sources), None)


def local_bits(sources: Sequence[Source]) -> int:
    """Return how many bits of a state the local part of these sources takes."""
    return max((2 * source.amount + 1).bit_length() for source in sources)


def _adds(step: DamageStep, source: Source, placed: Placed) -> Callable[[int], int]:
    """Return what an amount to a coupling permanent adds, as bits of an effect."""
    helps, shift = contribution(step, source, placed.coupling.permanent), placed.shift + 1
    return lambda amount: helps(amount) << shift


def _parts(source: Source, most_divisions: int | None) -> Iterator[range]:
    """Cut a source's recipients into parts that have not too many divisions each."""
    number, start = len(source.recipients), 0
    if most_divisions is not None and len(source.ways) == 1:
        while comb(source.amount + number - start, number - start) > most_divisions:
            size = 1
            while comb(source.amount + size + 1, size + 1) <= most_divisions:
                size += 1
            if start + size >= number:
                break
            yield range(start, start + size)
            start += size
    yield range(start, number)
