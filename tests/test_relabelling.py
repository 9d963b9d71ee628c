"""What creatures are called and where they stand on the board changes nothing but labels."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

import brute
from lethal import Assignments, Objective
from lethal_models import ERAS
from lethal_models.outcome import outcome
from strategies import choosers, combats, examples

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypothesis.strategies import DataObject, DrawFn

    from lethal_models import Assignment, Combat

WITHOUT_ORDER = st.sampled_from([era for era in ERAS if not era.damage_assignment_order])


@st.composite
def relabelled(draw: DrawFn) -> tuple[Combat, Combat, dict[str, str]]:
    """Draw a combat, the same one with other ids in another order, and the new id of every old.

    The order of a creature's opponents stays: in some eras it matters.
    """
    combat = draw(combats(largest=100))
    old = list(combat.creatures)
    new = draw(st.permutations([f"n{i}" for i in range(1, len(old) + 1)]))
    name = dict(zip(old, new, strict=True))
    return combat, renamed(combat, name, draw), name


def renamed(combat: Combat, name: dict[str, str], draw: DrawFn) -> Combat:
    attackers = [
        replace(
            attacker,
            creature=replace(attacker.creature, id=name[attacker.creature.id]),
            blocked_by=tuple(name[b] for b in attacker.blockers),
        )
        for attacker in combat.attackers
    ]
    blockers = [
        replace(
            blocker,
            creature=replace(blocker.creature, id=name[blocker.creature.id]),
            blocks=tuple(name[a] for a in blocker.attackers),
        )
        for blocker in combat.blockers
    ]
    return replace(
        combat,
        attackers=tuple(draw(st.permutations(attackers))),
        blockers=tuple(draw(st.permutations(blockers))),
        bands=tuple(tuple(name[member] for member in band) for band in combat.bands),
    )


def joints(combat: Combat, by: str, step: brute.Step) -> set[brute.Joint]:
    return {joint_of(assignment) for assignment in Assignments(combat, by, step)}


def joint_of(assignment: Assignment) -> brute.Joint:
    return brute.joint(dict(assignment.items()))


def translated(joint: brute.Joint, name: dict[str, str]) -> brute.Joint:
    return frozenset(((name[s], name.get(r, r)), amount) for (s, r), amount in joint)


@examples(4)
@given(relabelled())
def test_new_names_in_a_new_order_have_the_same_assignments(
    boards: tuple[Combat, Combat, dict[str, str]],
) -> None:
    combat, other, name = boards
    for step in brute.steps(combat):
        for by in choosers(combat):
            expected = {translated(joint, name) for joint in joints(combat, by, step)}
            assert joints(other, by, step) == expected
            assert Assignments(other, by, step).count() == len(expected)


@examples(2)
@given(relabelled(), st.data())
def test_new_names_in_a_new_order_have_the_same_outcomes(
    boards: tuple[Combat, Combat, dict[str, str]], data: DataObject
) -> None:
    combat, other, name = boards
    legal = list(Assignments(combat, "both"))
    chosen = data.draw(st.sampled_from(legal))
    there = next(
        assignment
        for assignment in Assignments(other, "both")
        if joint_of(assignment) == translated(joint_of(chosen), name)
    )
    one, same = outcome(combat, chosen), outcome(other, there)
    # Players, planeswalkers and creatures that are not in combat keep their names.
    assert {name.get(id_, id_) for id_ in one.destroyed} == set(same.destroyed)
    assert {name.get(id_, id_): n for id_, n in one.counters.items()} == same.counters
    assert replace(one, destroyed=(), counters={}) == replace(same, destroyed=(), counters={})


@examples(2)
@given(relabelled(), st.sampled_from(("kills", "value", "damage", "min-value")))
def test_new_names_in_a_new_order_have_the_same_best_value(
    boards: tuple[Combat, Combat, dict[str, str]], term: str
) -> None:
    combat, other, _ = boards
    objective = Objective(term)
    one, same = (Assignments(board, "both").best(objective) for board in (combat, other))
    assert one.values == same.values


@examples(3)
@given(combats(largest=100, rules=WITHOUT_ORDER), st.data())
def test_without_a_damage_assignment_order_the_order_of_opponents_means_nothing(
    combat: Combat, data: DataObject
) -> None:
    def shuffled(opponents: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(data.draw(st.permutations(opponents)))

    other = reordered(combat, shuffled)
    for step in brute.steps(combat):
        assert joints(other, "both", step) == joints(combat, "both", step)


def reordered(combat: Combat, shuffled: Callable[[tuple[str, ...]], tuple[str, ...]]) -> Combat:
    return replace(
        combat,
        attackers=tuple(replace(a, blocked_by=shuffled(a.blockers)) for a in combat.attackers),
        blockers=tuple(replace(b, blocks=shuffled(b.attackers)) for b in combat.blockers),
    )
