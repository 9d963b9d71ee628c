"""The graphs, and what couples sources."""

import networkx as nx

from lethal_models import damage_step, parse
from lethal_models.coupled import components
from lethal_models.graph import combat_graph, coupling_graph, damage_graph


def groups(board: str) -> list[list[str]]:
    return [[source.id for source in group] for group in components(damage_step(parse(board)))]


def test_the_combat_graph_says_who_blocks_whom() -> None:
    graph = combat_graph(parse("20:3/3xb=1/1+2/2,1/1xb"))
    assert set(graph.edges) == {("b", "a1"), ("b2", "a1"), ("b", "a2")}
    assert nx.is_bipartite(graph)
    assert graph.nodes["a1"]["side"] == "attacker"
    assert graph.nodes["b"]["creature"].power == 1


def test_the_damage_graph_says_who_may_assign_to_whom_and_what_comes_first() -> None:
    graph = damage_graph(damage_step(parse("20:3/3Tx1/1+2/2")))
    assert graph.edges["a1", "defending"]["relies_on"] == {"b1", "b2"}
    assert graph.edges["b2", "a1"]["relies_on"] == frozenset()
    assert graph.nodes["a1"]["amount"] == 3


def test_a_shared_blocker_that_a_trampler_relies_on_couples() -> None:
    graph = coupling_graph(damage_step(parse("20:1/1xb=2/2,3/3Txb")))
    assert graph.edges["a1", "a2"]["through"] == ["b"]


def test_a_shared_blocker_that_nobody_relies_on_couples_nobody() -> None:
    assert groups("20:1/1xb=2/2,3/3xb") == [["a1"], ["a2"], ["b"]]


def test_a_shared_blocker_that_needs_nothing_couples_nobody() -> None:
    assert groups("20:1/1xb=2/2I-2,3/3Txb") == [["a1"], ["a2"], ["b"]]


def test_the_last_blocker_of_every_order_couples_nobody() -> None:
    assert groups("m12:20:2/2x1/1+b=2/2,2/2x1/1+b")[:2] == [["a1"], ["a2"]]


def test_blockers_couple_through_an_attacker_that_comes_earlier_in_an_order() -> None:
    assert groups("m12:20:2/2x1/1+b=2/2,2/2x1/1+b")[2:] == [["b1", "b"], ["b3"]]


def test_coupling_is_transitive_and_groups_keep_the_order_of_the_board() -> None:
    board = "20:2/2Txb=2/2,1/1,1/1xb+c=2/2,2/2Txc"
    assert groups(board)[:2] == [["a1", "a3", "a4"], ["a2"]]


def test_the_groups_are_what_is_connected_in_the_graph() -> None:
    # a1 and a3 share b, a3 and a5 share d; a2 and a4 share c, which everybody tramples over.
    board = "20:2/2Txb=2/2,2/2Txc=2/2,2/2Txb+d=2/2,1/1Txc,1/1xd"
    step = damage_step(parse(board))
    connected = nx.connected_components(coupling_graph(step))
    assert {frozenset(group) for group in connected} == {frozenset(g) for g in groups(board)}
    assert groups(board)[:2] == [["a1", "a3", "a5"], ["a2", "a4"]]
