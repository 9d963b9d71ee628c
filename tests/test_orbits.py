"""Assignments up to symmetry, against all permutations of identical creatures."""

from __future__ import annotations

from itertools import permutations, product
from math import comb
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import brute
import lethal
from lethal import Status, TooManyError
from lethal_models import parse
from strategies import examples

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from hypothesis.strategies import DrawFn

    from lethal_models import Combat

STATS = ("2/2", "3/1", "2/3T", "1/2D")


@st.composite
def token_boards(draw: DrawFn) -> str:
    """Draw a board of few kinds of creatures: everybody blocks everybody, or nobody is shared."""
    rules = draw(st.sampled_from(("eighth", "m10", "m12", "current")))
    attackers = draw(st.lists(st.sampled_from(STATS), min_size=1, max_size=3))
    if draw(st.booleans()):
        blockers = draw(st.lists(st.sampled_from(("1/2", "2/1")), min_size=1, max_size=3))
        named = "+".join(f"n{k}={stats}" for k, stats in enumerate(blockers))
        again = "+".join(f"n{k}" for k in range(len(blockers)))
        texts = [f"{a}x{again if k else named}" for k, a in enumerate(attackers)]
    else:
        blocks = st.lists(st.sampled_from(("1/2", "2/1")), max_size=2)
        texts = ["x".join(filter(None, (a, "+".join(draw(blocks))))) for a in attackers]
    return f"{rules}:20:{','.join(texts)}"


def structure(combat: Combat, names: dict[str, str]) -> Hashable:
    """Return who may assign what to whom after what in all steps, with creatures renamed."""

    def name(id_: str) -> str:
        return names.get(id_, id_)

    return frozenset(
        (
            name(sender.id),
            sender.amount,
            sender.divider,
            tuple(
                frozenset((name(r), frozenset(map(name, first))) for r, first in way.items())
                for way in sender.ways
            ),
        )
        for sender in brute.senders(combat, "regular")
    )


def symmetries(combat: Combat) -> Iterator[dict[str, str]]:
    """Yield every renaming of creatures by equal ones that changes nothing."""
    groups: dict[Hashable, list[str]] = {}
    for id_, c in combat.creatures.items():
        groups.setdefault((c.power, c.toughness, c.keywords, combat.controllers[id_]), []).append(
            id_
        )
    unchanged = structure(combat, {})
    for choice in product(*map(permutations, groups.values())):
        names = {
            old: new
            for members, renamed in zip(groups.values(), choice, strict=True)
            for old, new in zip(members, renamed, strict=True)
        }
        if structure(combat, names) == unchanged:
            yield names


def orbit_of(joint: brute.Joint, group: list[dict[str, str]]) -> frozenset[brute.Joint]:
    return frozenset(
        frozenset(((n.get(s, s), n.get(r, r)), amount) for (s, r), amount in joint) for n in group
    )


@examples(4)
@given(token_boards(), st.sampled_from(("active", "defending", "both")))
def test_there_is_one_assignment_of_every_orbit_with_its_size(board: str, by: str) -> None:
    combat = parse(board)
    legal = lethal.assignments(combat, by)
    group = list(symmetries(combat))
    everything = brute.assignments(combat, brute.view(combat, by, "regular"))
    expected = {orbit_of(joint, group) for joint in everything}
    found = list(legal.orbits())
    joints = [brute.joint(dict(one.assignment.items())) for one in found]
    assert {orbit_of(joint, group) for joint in joints} == expected
    assert len(found) == len(expected) == legal.orbits().count
    assert [one.size for one in found] == [len(orbit_of(joint, group)) for joint in joints]


def test_the_orbits_of_ten_tokens_are_the_partitions_of_ten() -> None:
    orbits = lethal.assignments("20:10/10x" + "+".join(["1/1"] * 10)).orbits()
    assert orbits.count == 42
    assert sum(one.size for one in orbits) == comb(19, 9)


def test_copies_of_a_fight_are_multisets_of_what_can_happen_in_one() -> None:
    # A 4/4 trampler and its 1/1 can divide in 4 ways; 5 of them up to order in C(8, 5).
    orbits = lethal.assignments("20:" + ",".join(["4/4Tx1/1"] * 5)).orbits()
    assert orbits.count == comb(8, 5) == len(list(orbits))
    assert sum(one.size for one in orbits) == 4**5


def test_very_many_copies_are_counted_without_being_listed() -> None:
    # 13 ways for 12 among two equal ones are 7 up to a swap.
    orbits = lethal.assignments("20:" + ",".join(["12/12x1/1+1/1"] * 40)).orbits()
    assert orbits.count == comb(46, 40)


def test_whose_order_differs_is_not_interchangeable() -> None:
    assert lethal.assignments("m12:20:3/3x1/1+1/1").orbits().count == 3
    assert lethal.assignments("current:20:3/3x1/1+1/1").orbits().count == 2


@pytest.mark.parametrize("other", ["1/2", "1/1D", "2/1"])
def test_creatures_that_differ_in_anything_are_not_interchangeable(other: str) -> None:

    board = f"20:3/3x1/1+{other}"
    assert lethal.assignments(board).orbits().count == 4


def test_a_listing_up_to_symmetry_ends_in_time() -> None:
    board = "20:5/5Txa=1/4+b=1/4+c=1/4" + 3 * ",5/5Txa+b+c"
    listing = lethal.assignments(board).orbits().listing(timeout=1e-9)
    assert list(listing) == []
    assert listing.status is Status.TIMEOUT


def test_a_fight_with_too_many_assignments_is_refused() -> None:
    orbits = lethal.assignments("20:40/40x" + "+".join(["1/1"] * 12)).orbits()
    with pytest.raises(TooManyError):
        _ = orbits.count
