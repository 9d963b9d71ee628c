"""How often every result comes about, against dealing every assignment one by one."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given

import lethal
from lethal import Assignments
from lethal.limits import Deadline, TimeoutReached
from lethal_models import (
    ACTIVE,
    DEFENDING,
    Attacker,
    Blocker,
    Combat,
    Creature,
    Player,
    ruleset,
)
from lethal_models.course.steps import Situation, announced, dealt, ready
from lethal_models.dealing import ways_to_deal
from lethal_models.errors import EventError
from lethal_models.outcome import outcome
from strategies import View, combats, examples, views
from whole_strategies import eventful_combats, whole_combats

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

MOST_LINES = 3_000


def lines(situation: Situation, *, only_next: bool) -> Counter[Hashable]:
    """Count the results of a situation by playing out every line."""
    found: Counter[Hashable] = Counter()
    if situation.over:
        found[situation.outcome.key] = 1
        return found
    which, step = situation.which, situation.step
    for assignment in Assignments(situation.combat, "both", which):
        on_stack = announced(situation, assignment)
        if on_stack.over:
            found[on_stack.outcome.key] += 1
            continue
        for damage in ways_to_deal(on_stack.combat, assignment):
            after = dealt(on_stack, which, step, damage)
            if only_next:
                found[after.outcome.key] += 1
            else:
                found += lines(after, only_next=False)
        assume(found.total() <= MOST_LINES)
    return found


def counts(found: Iterable[lethal.Reached]) -> dict[Hashable, int | None]:
    return {one.outcome.key: one.assignments for one in found}


def assert_counted(combat: Combat, *, only_next: bool) -> None:
    start = ready(combat, strict=False)
    assume(not start.over)
    expected = lines(start, only_next=only_next)
    found = list(lethal.outcomes(combat, only_next=only_next))
    assert counts(found) == dict(expected)
    for one in found:
        (which, assignment), *_ = one.witness.items()
        assert assignment in Assignments(start.combat, "both", which)


@examples(5)
@given(combats(largest=200))
def test_the_results_of_a_step_come_about_as_often_as_assignments_lead_to_them(
    combat: Combat,
) -> None:
    assert_counted(combat, only_next=True)


@examples(2)
@given(whole_combats())
def test_the_results_of_a_combat_come_about_as_often_as_lines_lead_to_them(combat: Combat) -> None:
    assert_counted(combat, only_next=False)


@examples(2)
@given(eventful_combats())
def test_events_and_shields_change_nothing_about_that(combat: Combat) -> None:
    try:
        expected = lines(ready(combat, strict=False), only_next=False)
    except EventError:
        # Some events that are drawn are impossible, some only after some damage.
        assume(condition=False)
    else:
        assert counts(lethal.outcomes(combat)) == dict(expected)


def test_a_touch_of_deathtouch_is_not_death_yet_where_the_game_may_end_before_its_trigger() -> None:
    # The 2/2 that is not blocked wins. 2 damage kills a1 at the same moment; 1 would let the
    # trigger of before Magic 2010 destroy it, but by then the game is over. What b assigns to a2
    # is prevented.
    green = frozenset({"green"})
    deadly = Creature("b", 2, 2, frozenset({"deathtouch"}), colors=green)
    guarded = Creature("a2", 2, 2, frozenset({"protection from green"}))
    attackers = (
        Attacker(Creature("a1", 2, 2), blocked_by=("b",)),
        Attacker(guarded, blocked_by=("b",)),
    )
    combat = Combat(
        (*attackers, Attacker(Creature("a3", 2, 2))),
        (Blocker(deadly, can_block=2),),
        rules=ruleset("alara"),
        players=(Player(ACTIVE), Player(DEFENDING, 1)),
    )
    found = {one.outcome.destroyed: one.assignments for one in lethal.outcomes(combat)}
    assert found == {("b",): 2, ("a1", "b"): 1}


def test_very_many_assignments_with_few_results_are_counted_without_visiting_them() -> None:
    # Each of ten 30/30s divides 30 among three 0/99s, in 32 * 31 / 2 ways, and nobody dies.
    blocks = "x0/99+0/99+0/99"
    (only,) = lethal.outcomes("20:" + ",".join([f"30/30{blocks}"] * 10))
    assert only.assignments == 496**10
    assert only.outcome.destroyed == ()


def test_without_room_to_count_the_same_results_come_without_numbers() -> None:
    board = "20:4/4Tx2/2+2/2,3/3x1/1+1/1"
    counted = list(lethal.outcomes(board))
    found = list(lethal.outcomes(board, most_kinds=3))
    assert {one.assignments for one in found} == {None}
    assert {one.outcome.key for one in found} == {one.outcome.key for one in counted}


def test_what_was_found_when_the_time_ended_is_given_without_numbers() -> None:
    view = lethal.outcomes("20:4/4Tx2/2+2/2")
    with pytest.raises(TimeoutReached):
        list(view.search.results(Deadline(0.0)))
    listing = view.listing(timeout=1e-9)
    assert list(listing) == []
    assert listing.status is lethal.Status.TIMEOUT


@examples(4)
@given(views(combats(largest=100)))
def test_a_view_has_the_results_of_its_assignments_with_their_numbers(view: View) -> None:
    expected = Counter(outcome(view.combat, one).key for one in view.legal)
    found = view.legal.outcomes()
    assert {one.outcome.key: one.assignments for one in found} == dict(expected)
    for one in found:
        first = next(a for a in view.legal if outcome(view.combat, a).key == one.outcome.key)
        assert one.witness == first
