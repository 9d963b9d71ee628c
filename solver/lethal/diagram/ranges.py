"""How little and how much every edge may get, read from a diagram."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from lethal.diagram.layers import DEAD

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lethal.diagram.build import Diagram
    from lethal.diagram.layers import Layer, Row

Range: TypeAlias = tuple[int, int]

MOST_LISTED = 20_000
"""Divisions of one source that are looked at; with more, CP-SAT is quicker."""


def ranges_of(
    diagram: Diagram, allowed: Sequence[Callable[[Row], bool]]
) -> list[list[Range]] | None:
    """Return the least and the most of every amount among the paths of allowed divisions.

    Takes O(nodes x classes + divisions) time.

    Args:
        diagram: The diagram, with one layer for every source.
        allowed: For every layer which divisions are wanted.

    Returns:
        For every layer a range for each recipient; None when no path is allowed.
    """
    wanted = [
        _wanted(layer, is_allowed)
        for layer, is_allowed in zip(diagram.layers, allowed, strict=True)
    ]
    # Forward: the nodes that wanted classes lead to. Backward: those that lead to the end.
    levels = [{0} & diagram.counts[0].keys()]
    for layer, classes, later in zip(diagram.layers, wanted, diagram.counts[1:], strict=True):
        levels.append(
            {end for state in levels[-1] for _, end in _arcs(layer, classes, state) if end in later}
        )
    live = levels[-1]
    found: list[list[Range]] = []
    for layer, classes, states, is_allowed in zip(
        reversed(diagram.layers),
        reversed(wanted),
        reversed(levels[:-1]),
        reversed(allowed),
        strict=True,
    ):
        used: set[int] = set()
        here: set[int] = set()
        for state in states:
            ends = {k for k, end in _arcs(layer, classes, state) if end in live}
            if ends:
                used |= ends
                here.add(state)
        if not here:
            return None
        table = layer.table(0)
        pairs = zip(table.rows, table.classes, strict=True)
        rows = [row for row, k in pairs if k in used and is_allowed(row)]
        found.append([(min(amounts), max(amounts)) for amounts in zip(*rows, strict=True)])
        live = here
    return found[::-1]


def _wanted(layer: Layer, is_allowed: Callable[[Row], bool]) -> list[int]:
    """Return the classes of a layer that have an allowed division."""
    table = layer.table(0)
    return sorted({k for row, k in zip(table.rows, table.classes, strict=True) if is_allowed(row)})


def _arcs(layer: Layer, classes: Sequence[int], state: int) -> list[tuple[int, int]]:
    """Return where classes lead from a state."""
    rest = state & ~layer.mask
    targets = layer.targets(state)
    return [(k, rest | targets[k]) for k in classes if targets[k] < DEAD]
