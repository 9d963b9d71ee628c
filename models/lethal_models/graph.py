"""networkx views of a combat and of its damage step."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import networkx as nx

from lethal_models.coupled import coupling_permanents

if TYPE_CHECKING:
    from lethal_models.combat import Combat
    from lethal_models.damage_step import DamageStep


def combat_graph(combat: Combat) -> nx.DiGraph[str]:
    """Return who blocks whom: an edge from every blocker to every attacker it blocks now.

    Nodes are ids with `side` ("attacker" or "blocker") and `creature`. Ignoring directions the
    graph is bipartite.
    """
    graph: nx.DiGraph[str] = nx.DiGraph()
    for attacker in combat.attackers:
        graph.add_node(attacker.creature.id, side="attacker", creature=attacker.creature)
    for blocker in combat.blockers:
        graph.add_node(blocker.creature.id, side="blocker", creature=blocker.creature)
        graph.add_edges_from((blocker.creature.id, id_) for id_ in blocker.attackers)
    return graph


def damage_graph(step: DamageStep) -> nx.DiGraph[str]:
    """Return who may assign damage to what: an edge from every source to every recipient.

    Source nodes have `amount` and `assigner`; edges have `relies_on`, the permanents that must
    be met first.
    """
    graph: nx.DiGraph[str] = nx.DiGraph()
    for source in step.sources:
        graph.add_node(source.id, amount=source.amount, assigner=source.assigner)
    for source in step.sources:
        for recipient in source.recipients:
            graph.add_edge(source.id, recipient.id, relies_on=recipient.relies_on)
    return graph


def coupling_graph(step: DamageStep) -> nx.Graph[str]:
    """Return which sources depend on each other; its components are independent.

    Two sources are joined when both may damage a permanent that still needs something and that
    some source relies on; the edge's `through` lists those permanents. A permanent that nobody
    relies on, or that needs nothing, joins nobody.
    """
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(source.id for source in step.sources)
    for permanent, sources in coupling_permanents(step).items():
        for one, other in combinations(sources, 2):
            through: list[str] = graph.get_edge_data(one, other, {}).get("through", [])
            graph.add_edge(one, other, through=[*through, permanent])
    return graph
