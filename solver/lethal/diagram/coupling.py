"""What the sources of a component have to know of each other, and in which order to take them.

Sources depend on each other only through permanents that some source relies on, that still need
something and that more than one source has to do with. A diagram takes source after source. For
every such permanent that lies between its first and its last source, its states tell apart

    code(c) = 2 * (damage so far, at most the need of c) + (whether some source relies on c)

and forget everything that no later source can make a difference to.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from math import comb, log2
from typing import TYPE_CHECKING

from lethal.reliance import contribution, coupling_permanents

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lethal_models import DamageStep, Source

NARROW = 2_000
"""States at which the order of the board is good enough."""
MOST_STARTS = 8
"""Sources from which an order is tried."""
MOST_COMPARED = 4_000_000
"""What may be looked at to find orders; nothing looks at the clock meanwhile."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A coupling permanent after one of its sources, looking ahead.

    Attributes:
        need: The damage it needs.
        still: The most damage that later sources can add.
        wanted: Whether a later source may rely on it.
    """

    need: int
    still: int
    wanted: bool

    @property
    def within(self) -> Stage:
        """What is known while the source still goes on: it may do anything yet."""
        return Stage(self.need, self.need, wanted=True)

    def follow(self, code: int, effect: int) -> int | None:
        """Return the code after a source has done its part, or None when that is a dead end.

        Args:
            code: The code before the source.
            effect: Twice the damage that the source adds, and 1 if it relies on the permanent.
        """
        damage = min(self.need, (code >> 1) + (effect >> 1))
        relied_on = (code | effect) & 1
        if damage == self.need:
            return damage << 1 if self.wanted else 0
        if damage + self.still < self.need:
            # It will not be met: a later source that relies on it comes to a dead end by itself.
            return None if relied_on else 0
        return damage << 1 | relied_on if relied_on or self.wanted else 0


@dataclass(frozen=True, slots=True)
class Coupling:
    """A permanent through which sources depend on each other.

    Attributes:
        permanent: Its id.
        need: The damage it needs.
        positions: The sources that damage it or rely on it, as positions in their order.
        helps: For each of those the most that it adds.
        relies: For each of those whether it may rely on the permanent.
    """

    permanent: str
    need: int
    positions: tuple[int, ...]
    helps: tuple[int, ...]
    relies: tuple[bool, ...]

    @property
    def bits(self) -> int:
        """The number of bits of a code."""
        return (2 * self.need + 1).bit_length()

    def stage(self, number: int) -> Stage:
        """Return what is known after the `number`-th of its sources."""
        later = slice(number + 1, None)
        return Stage(self.need, sum(self.helps[later]), any(self.relies[later]))

    def widths(self) -> list[float]:
        """Return log2 of how many codes there can be after each of its sources."""
        found: list[float] = []
        most, wanted = 0, False
        for more, relies in zip(self.helps[:-1], self.relies[:-1], strict=True):
            most = min(self.need, most + more)
            wanted = wanted or relies
            found.append(log2((most + 1) * (1 + wanted)))
        return [*found, 0.0]


def couplings(step: DamageStep, sources: Sequence[Source]) -> tuple[Coupling, ...]:
    """Return the couplings of a component, by the first source that has to do with them."""
    found = coupling_permanents(step, sources)
    positions: dict[str, list[int]] = {}
    damaged = [frozenset([recipient.id for recipient in s.recipients]) for s in sources]
    for position, source in enumerate(sources):
        touched = source.relies_on | damaged[position]
        for permanent in sorted(found & touched):
            positions.setdefault(permanent, []).append(position)
    return tuple(
        Coupling(
            permanent,
            step.needs[permanent].amount,
            tuple(of),
            tuple(
                contribution(step, sources[p], permanent)(sources[p].amount)
                if permanent in damaged[p]
                else 0
                for p in of
            ),
            tuple(permanent in sources[p].relies_on for p in of),
        )
        for permanent, of in positions.items()
    )


def widths(coupled: Sequence[Coupling], number: int) -> list[float]:
    """Return log2 of upper bounds of the states after each of `number` sources."""
    change = [0.0] * number
    for coupling in coupled:
        before = 0.0
        for position, width in zip(coupling.positions, coupling.widths(), strict=True):
            change[position] += width - before
            before = width
    return list(accumulate(change))


def width_bound(coupled: Sequence[Coupling], number: int) -> float:
    """Return log2 of an upper bound of the states after any of `number` sources."""
    return max(widths(coupled, number), default=0.0)


def work_bound(step: DamageStep, sources: Sequence[Source]) -> float:
    """Return log2 of an upper bound of the arcs that have to be followed to build a diagram."""
    coupled = couplings(step, sources)
    of_source: list[list[int]] = [[] for _ in sources]
    for coupling in coupled:
        for position, helps in zip(coupling.positions, coupling.helps, strict=True):
            of_source[position].append(helps)
    effects = [
        min(sum(log2(helps + 1) for helps in of), log2(comb(source.amount + len(of), len(of))))
        for source, of in zip(sources, of_source, strict=True)
    ]
    states = [0.0, *widths(coupled, len(sources))]
    return max(before + effect for before, effect in zip(states, effects, strict=False))


def layer_order(step: DamageStep, sources: tuple[Source, ...]) -> tuple[Source, ...]:
    """Return the sources in an order that keeps the diagram narrow.

    That is the order of the board wherever it is good enough. Else an order is built greedily
    from each of several first sources, always taking next what leaves the fewest states open,
    and the best of them is taken (finding the very best is NP-hard: it is a pathwidth).
    """
    if len(sources) < 3:  # noqa: PLR2004 - two sources have one frontier, whichever comes first
        return sources
    coupled = couplings(step, sources)
    bound = width_bound(coupled, len(sources))
    if bound <= log2(NARROW):
        return sources
    best = sources
    neighbours = _neighbours(coupled)
    sizes = [log2(2 * c.need + 1) for c in coupled]
    by_degree = sorted(range(len(sources)), key=lambda i: (len(neighbours.get(i, ())), i))
    # What stays open is compared again for every source that is taken.
    work = sum([len(neighbours.get(p, ())) for c in coupled for p in c.positions])
    for start in by_degree[: min(MOST_STARTS, MOST_COMPARED // max(work, 1))]:
        order = tuple(sources[i] for i in _greedy(start, len(sources), coupled, sizes))
        found = width_bound(couplings(step, order), len(order))
        if found < bound:
            best, bound = order, found
    return best


def _neighbours(coupled: Sequence[Coupling]) -> dict[int, set[int]]:
    found: dict[int, set[int]] = {}
    for coupling in coupled:
        for position in coupling.positions:
            found.setdefault(position, set()).update(coupling.positions)
    return found


def _greedy(
    start: int, number: int, coupled: Sequence[Coupling], sizes: Sequence[float]
) -> list[int]:
    """Return an order of positions that always leaves the least open."""
    of_source: list[list[int]] = [[] for _ in range(number)]
    for k, coupling in enumerate(coupled):
        for position in coupling.positions:
            of_source[position].append(k)
    left = [len(coupling.positions) for coupling in coupled]
    opened = [False] * len(coupled)
    order: list[int] = []
    taken = [False] * number
    # Components are connected: there always is a next source next to what is open.
    frontier = {start}

    def take(source: int) -> None:
        order.append(source)
        taken[source] = True
        frontier.remove(source)
        for k in of_source[source]:
            left[k] -= 1
            opened[k] = True
            frontier.update(p for p in coupled[k].positions if not taken[p])

    def growth(source: int) -> tuple[float, int, int]:
        """What opens less what closes; then what is open already, and the order of the board."""
        change, known = 0.0, 0
        for k in of_source[source]:
            if left[k] == 1:
                change -= sizes[k] if opened[k] else 0.0
            elif not opened[k]:
                change += sizes[k]
            known += opened[k]
        return change, -known, source

    take(start)
    while frontier:
        take(min(frontier, key=growth))
    return order
