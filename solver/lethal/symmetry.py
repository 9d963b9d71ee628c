"""Creatures that make no difference: tokens, and fights that are copies of each other.

A permutation of creatures is a symmetry when it leaves everything on the board as it is, but for
ids and names: what the creatures are, and who may assign damage to whom after what.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

import networkx as nx

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping

    from lethal.view import View
    from lethal_models import Source

Renaming: TypeAlias = "Mapping[str, str]"
"""Old id to new id; who is not mentioned keeps theirs."""

MOST_TRIED = 1_000
"""Isomorphisms of two fights that are looked at."""


@dataclass(frozen=True)
class Fight:
    """Sources that are connected through creatures, their own selves included.

    Attributes:
        sources: The positions of its sources in the view.
        creatures: The ids of the creatures: those sources and their recipients.
    """

    sources: tuple[int, ...]
    creatures: tuple[str, ...]


class Symmetries:
    """The symmetries of a view that are looked for: swaps of two creatures, and of two fights."""

    def __init__(self, view: View) -> None:
        self._view: View = view
        # The sources that mention a creature: as themselves, or as a recipient or in a gate.
        self._mentioning: dict[str, list[Source]] = {}
        for source in view.whole_step.sources:
            ways = (recipient.id for way in source.ways for recipient in way.recipients)
            for id_ in {source.id, *ways, *source.relies_on}:
                self._mentioning.setdefault(id_, []).append(source)
        combat = view.combat
        named = {
            word
            for event in combat.events
            for word in (event.creature, event.by, event.to, event.blocks)
        }
        self._kinds: dict[str, Hashable] = {
            id_: id_
            if creature.commander or id_ in named or combat.effects
            else (replace(creature, id="a", name=""), combat.controllers[id_])
            for id_, creature in combat.creatures.items()
        }

    def is_symmetry(self, renaming: Renaming) -> bool:
        """Return whether renaming creatures leaves everything as it is."""
        kinds = self._kinds
        if any(kinds[old] != kinds[new] for old, new in renaming.items()):
            return False
        concerned = {s.id: s for id_ in renaming for s in self._mentioning.get(id_, ())}
        sources = concerned.values()
        return _structure(sources, renaming) == _structure(sources, {})

    def classes(self, fight: Fight) -> list[list[str]]:
        """Return the creatures of a fight in classes, of which any two can be swapped."""
        classes: list[list[str]] = []
        for id_ in fight.creatures:
            for members in classes:
                if self.is_symmetry({id_: members[0], members[0]: id_}):
                    members.append(id_)
                    break
            else:
                classes.append([id_])
        return classes

    @cached_property
    def fights(self) -> list[Fight]:
        """The fights of the view, in the order of their first sources."""
        creatures = self._view.combat.creatures
        graph: nx.Graph[str] = nx.Graph()
        for source in self._view.sources:
            graph.add_node(source.id)
            graph.add_edges_from((source.id, r.id) for r in source.recipients if r.id in creatures)
        position = {source.id: k for k, source in enumerate(self._view.sources)}
        fights = [
            Fight(
                tuple(sorted(position[id_] for id_ in members if id_ in position)),
                tuple(id_ for id_ in creatures if id_ in members),
            )
            for members in nx.connected_components(graph)
        ]
        return sorted(fights, key=lambda fight: fight.sources)

    def copies(self) -> list[list[tuple[Fight, Renaming]]]:
        """Return fights in groups of copies, each with the renaming of the first one to it."""
        # Copies have creatures of the same kinds.
        groups: dict[Hashable, list[list[tuple[Fight, Renaming]]]] = {}
        for fight in self.fights:
            kinds = frozenset(Counter(self._kinds[id_] for id_ in fight.creatures).items())
            alike = groups.setdefault((len(fight.sources), kinds), [])
            for group in alike:
                renaming = self._isomorphism(group[0][0], fight)
                if renaming is not None:
                    group.append((fight, renaming))
                    break
            else:
                alike.append([(fight, {id_: id_ for id_ in fight.creatures})])
        return [group for alike in groups.values() for group in alike]

    def _isomorphism(self, one: Fight, other: Fight) -> Renaming | None:
        """Return a renaming of one fight to another that is a symmetry, if one is found."""
        matcher = nx.isomorphism.DiGraphMatcher(
            self._graph(one), self._graph(other), _same_kind, _same_kind
        )
        for number, found in enumerate(matcher.isomorphisms_iter()):
            if number == MOST_TRIED:
                return None
            renaming: dict[str, str] = dict(found)
            back = {new: old for old, new in renaming.items()}
            if self.is_symmetry({**back, **renaming}):
                return renaming
        return None

    def _graph(self, fight: Fight) -> nx.DiGraph[str]:
        graph: nx.DiGraph[str] = nx.DiGraph()
        for id_ in fight.creatures:
            graph.add_node(id_, kind=self._kinds[id_])
        for k in fight.sources:
            source = self._view.sources[k]
            for recipient in source.recipients:
                if recipient.id in self._kinds:
                    graph.add_edge(source.id, recipient.id, kind=len(recipient.relies_on))
        return graph


def _same_kind(one: Mapping[str, Hashable], other: Mapping[str, Hashable]) -> bool:
    return one["kind"] == other["kind"]


def _structure(sources: Iterable[Source], renaming: Renaming) -> dict[str, Hashable]:
    """Return who may assign what to whom after what, with creatures renamed."""

    def name(id_: str) -> str:
        return renaming.get(id_, id_)

    return {
        name(source.id): (
            source.amount,
            source.assigner,
            source.role,
            source.deathtouch,
            tuple(
                frozenset(
                    (name(recipient.id), frozenset(map(name, recipient.relies_on)))
                    for recipient in way.recipients
                )
                for way in source.ways
            ),
        )
        for source in sources
    }
