"""Wishes about single edges, as conditions on the divisions of a diagram's sources."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lethal.diagram.ranges import ranges_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lethal.diagram.build import Diagram
    from lethal.diagram.layers import Row
    from lethal.wish import Wish
    from lethal_models import Edge, Source


def ranges_by_diagram(
    diagram: Diagram, wishes: Sequence[Wish]
) -> dict[Edge, tuple[int, int]] | None:
    """Return the least and the most that every edge can get, or None if the wish is impossible.

    Args:
        diagram: The diagram of a component, with one layer for every source.
        wishes: Conditions on edges of its sources; not on totals.
    """
    sources = [layer.source for layer in diagram.layers]
    found = ranges_of(diagram, [_condition(source, wishes) for source in sources])
    if found is None:
        return None
    return {
        (source.id, recipient.id): amounts
        for source, of_source in zip(sources, found, strict=True)
        for recipient, amounts in zip(source.recipients, of_source, strict=True)
    }


def _condition(source: Source, wishes: Sequence[Wish]) -> Callable[[Row], bool]:
    """Return whether a division of a source is as wished."""
    place = {recipient.id: k for k, recipient in enumerate(source.recipients)}
    own = [wish for wish in wishes if wish.source == source.id]

    def is_wished(row: Row) -> bool:
        return all(
            wish.holds_for(row[place[wish.recipient]] if wish.recipient in place else 0)
            for wish in own
        )

    return is_wished
