"""Whole combats, from blocks to the end, against the brute force and results worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given

import lethal
from brute import joint
from brute_combat import Result, results
from lethal import Status
from lethal_models import ACTIVE, DEFENDING, ERAS, Bystander, Combat, Creature, Player, parse
from lethal_models.errors import EventError
from lethal_models.events import Action, Event, Moment
from strategies import examples, with_creatures
from whole_strategies import eventful_combats, whole_combats

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from brute import Joint, Step
    from lethal_models import Assignment
    from lethal_models.outcome import Outcome


def is_left_out(combat: Combat) -> bool:
    """Whether the program decides something in a combat that the brute force leaves open."""
    members = (*combat.attackers, *combat.blockers, *combat.bystanders)
    words = frozenset[str]().union(*(member.creature.keywords for member in members))
    words |= {event.keyword for event in combat.events}
    sized = [e for e in combat.events if e.do is Action.PREVENT and e.amount is not None]
    # Protection comes first in the program: no shield is spent on what it prevents anyway.
    return bool(sized) and any(word.startswith("protection") for word in words)


# --- Against the brute force -----------------------------------------------------------------


def result_of(outcome: Outcome) -> Result:
    def plain(numbers: Mapping[str, int]) -> frozenset[tuple[str, int]]:
        return frozenset((id_, n) for id_, n in numbers.items() if n)

    return Result(
        frozenset(outcome.destroyed),
        frozenset(outcome.losers),
        frozenset(outcome.life.items()),
        plain(outcome.damage),
        plain(outcome.loyalty),
        plain(outcome.poison),
        plain(outcome.life_gained),
        plain(outcome.defense),
        plain(outcome.counters),
    )


def choices_of(assignments: Mapping[Step, Assignment]) -> dict[Step, Joint]:
    return {step: joint(dict(assignment.items())) for step, assignment in assignments.items()}


def assert_as_expected(combat: Combat) -> None:
    expected = results(combat)
    assume(not is_left_out(combat))
    listing = lethal.outcomes(combat).listing()
    found = list(listing)
    assert listing.status is Status.COMPLETE
    assert {result_of(one.outcome) for one in found} == expected
    # The brute force does not say who left the battlefield otherwise than by dying.
    told_apart = {(result_of(one.outcome), frozenset(one.outcome.left)) for one in found}
    assert len(found) == len(told_apart)
    for one in found:
        assert result_of(one.outcome) in results(combat, choices_of(one.witness))
    line = lethal.play(combat)
    assert result_of(line.outcome) in results(combat, choices_of(line.assignments))


@examples(2)
@given(whole_combats())
def test_a_combat_can_have_the_results_that_the_brute_force_finds(combat: Combat) -> None:
    assert_as_expected(combat)


@examples(2)
@given(eventful_combats())
def test_a_combat_with_events_can_have_the_results_that_the_brute_force_finds(
    combat: Combat,
) -> None:
    try:
        lethal.play(combat)
    except EventError:
        # What is to happen has become impossible.
        assume(condition=False)
    assert_as_expected(combat)


# --- Worked out by hand ----------------------------------------------------------------------


def board(
    notation: str,
    *events: Event,
    regenerating: Sequence[str] = (),
    gaining: Mapping[str, str] = MappingProxyType({}),
) -> Combat:
    """Return a combat from notation, with what that has no words for."""
    combat = parse(notation)
    changed = {id_: replace(combat.creatures[id_], regeneration=1) for id_ in regenerating}
    for id_, keyword in gaining.items():
        creature = changed.get(id_, combat.creatures[id_])
        changed[id_] = replace(creature, keywords=creature.keywords | {keyword})
    return replace(with_creatures(combat, changed), events=events)


def ends(combat: Combat) -> set[tuple[str, int | None, int | None]]:
    """Return who can have died and both players' life, None where they lost.

    The brute force and the program must agree about that.
    """
    expected = {_end(result) for result in results(combat)}
    assert {_end(result_of(one.outcome)) for one in lethal.outcomes(combat)} == expected
    return expected


def _end(result: Result) -> tuple[str, int | None, int | None]:
    life = {id_: None if id_ in result.losers else n for id_, n in result.life}
    return " ".join(sorted(result.destroyed)), life.get(ACTIVE), life.get(DEFENDING)


def poisons(combat: Combat) -> list[int]:
    """Return the poison counters that the defending player can have got."""
    return sorted({one.outcome.poison.get(DEFENDING, 0) for one in lethal.outcomes(combat)})


def only(combat: Combat) -> Result:
    """Return the one result that a combat can have, in which nobody loses."""
    (expected,) = results(combat)
    (reached,) = lethal.outcomes(combat)
    assert result_of(reached.outcome) == expected
    return expected


ON_STACK = [era.name for era in ERAS if era.damage_on_stack]
AT_ONCE = [era.name for era in ERAS if not era.damage_on_stack]
ALL_ERAS = [*ON_STACK, *AT_ONCE]
every_era = pytest.mark.parametrize("era", ALL_ERAS)
on_stack = pytest.mark.parametrize("era", ON_STACK)
at_once = pytest.mark.parametrize("era", AT_ONCE)
FANATIC = "20:piker=2/1xfanatic=1/1,hawk=1/1"


@on_stack
def test_mogg_fanatic_kills_twice_when_sacrificed_with_damage_on_the_stack(era: str) -> None:
    sacrificed = Event(Moment.STACK, Action.SACRIFICE, creature="fanatic")
    shot = Event(Moment.STACK, Action.DAMAGE, to="hawk", by="fanatic", amount=1)
    # 310.4a: the hawk's own damage is dealt, too.
    assert ends(board(f"{era}:{FANATIC}", sacrificed, shot)) == {("hawk piker", 20, 19)}


@every_era
def test_mogg_fanatic_kills_once_when_sacrificed_before_damage(era: str) -> None:
    sacrificed = Event(Moment.BLOCKS, Action.SACRIFICE, creature="fanatic")
    shot = Event(Moment.BLOCKS, Action.DAMAGE, to="hawk", by="fanatic", amount=1)
    assert ends(board(f"{era}:{FANATIC}", sacrificed, shot)) == {("hawk", 20, 20)}
    assert ends(board(f"{era}:{FANATIC}")) == {("fanatic piker", 20, 19)}


@on_stack
def test_damage_on_the_stack_misses_who_left_and_hits_who_left_only_combat(era: str) -> None:
    returned = Event(Moment.STACK, Action.RETURN, creature="b1")
    removed = Event(Moment.STACK, Action.REMOVE, creature="b1")
    assert ends(board(f"{era}:20:2/2x2/2", returned)) == {("a1", 20, 20)}
    assert ends(board(f"{era}:20:2/2x2/2", removed)) == {("a1 b1", 20, 20)}


@on_stack
def test_a_pump_with_damage_on_the_stack_saves_but_does_not_hurt(era: str) -> None:
    pump = Event(Moment.STACK, Action.PUMP, creature="a1", power=3, toughness=3)
    assert ends(board(f"{era}:20:2/2x3/3", pump)) == {("", 20, 20)}
    early = replace(pump, at=Moment.BLOCKS)
    assert ends(board(f"{era}:20:2/2x3/3", early)) == {("b1", 20, 20)}


@every_era
def test_a_first_striker_kills_before_it_is_hit(era: str) -> None:
    assert ends(board(f"{era}:20:2/2x2/2")) == {("a1 b1", 20, 20)}
    assert ends(board(f"{era}:20:2/2Fx2/2")) == {("b1", 20, 20)}
    assert ends(board(f"{era}:20:2/2Fx2/2F")) == {("a1 b1", 20, 20)}


@every_era
def test_a_double_striker_hits_twice(era: str) -> None:
    assert ends(board(f"{era}:20:2/2S")) == {("", 20, 16)}
    assert ends(board(f"{era}:20:2/2Sx2/4")) == {("a1 b1", 20, 20)}
    # It stays blocked when it has killed its blocker.
    assert ends(board(f"{era}:20:2/2Sx2/2")) == {("b1", 20, 20)}


@every_era
def test_all_of_a_second_hit_tramples_over_a_dead_blocker(era: str) -> None:
    assert ends(board(f"{era}:20:3/3STx2/2")) == {("b1", 20, 17), ("b1", 20, 16)}


def test_damage_is_divided_afresh_among_who_is_still_there() -> None:
    in_order = {("b1 b2", 20, 20)}
    assert ends(board("m12:20:2/9Sx0/2+0/2")) == in_order
    # One each, then one each; two to either, then two to the other.
    assert ends(board("foundations:20:2/9Sx0/2+0/2")) == in_order | {("b1", 20, 20), ("b2", 20, 20)}


def test_a_first_striker_without_power_may_strike_later_under_lorwyn_rules_only() -> None:
    pump = Event(Moment.BETWEEN, Action.PUMP, creature="a1", power=2)
    late = {era for era in ALL_ERAS if ends(board(f"{era}:20:0/2F", pump)) == {("", 20, 18)}}
    assert late == {"lorwyn"}
    # Without first strike it would have waited for the second step anyway.
    for era in ALL_ERAS:
        assert ends(board(f"{era}:20:0/2,1/1F", pump)) == {("", 20, 17)}


@every_era
def test_a_first_striker_with_nobody_to_strike_strikes_later_before_magic_2010(era: str) -> None:
    late = Event(Moment.BETWEEN, Action.PUT_BLOCKING, creature="new", blocks="a1")
    newcomer = Bystander(Creature("new", 2, 2), DEFENDING)
    combat = replace(parse(f"{era}:20:2/2Fx0"), bystanders=(newcomer,), events=(late,))
    assert ends(combat) == {("a1 new" if era in ON_STACK else "a1", 20, 20)}


@every_era
def test_first_strike_gained_or_lost_between_the_steps_changes_nothing(era: str) -> None:
    lost = Event(Moment.BETWEEN, Action.LOSE, creature="a1", keyword="first strike")
    gained = Event(Moment.BETWEEN, Action.GAIN, creature="a2", keyword="first strike")
    assert ends(board(f"{era}:20:2/2F,1/1", lost, gained)) == {("", 20, 17)}


@every_era
def test_double_strike_counts_as_it_is_when_the_second_step_begins(era: str) -> None:
    lost = Event(Moment.BETWEEN, Action.LOSE, creature="a1", keyword="double strike")
    assert ends(board(f"{era}:20:2/2S", lost)) == {("", 20, 18)}
    gained = Event(Moment.BETWEEN, Action.GAIN, creature="a1", keyword="double strike")
    assert ends(board(f"{era}:20:2/2F", gained)) == {("", 20, 16)}
    assert ends(board(f"{era}:20:2/2,0/1F", gained)) == {("", 20, 18)}


@every_era
def test_lifelink_comes_too_late_before_magic_2010(era: str) -> None:
    # Article of June 2009: at 1 life, blocking one of two 2/2 with a lifelink 3/3.
    saved = {("a1", 20, 2)}
    lost = {("a1", 20, None)}
    assert ends(board(f"{era}:1:2/2x3/3L,2/2")) == (lost if era in ON_STACK else saved)
    assert ends(board(f"{era}:3:2/2x3/3L,2/2")) == {("a1", 20, 4)}


@every_era
def test_lifelink_of_a_first_striker_comes_before_the_second_step(era: str) -> None:
    assert ends(board(f"{era}:1:2/2x3/3LF,2/2")) == {("a1", 20, 2)}


@every_era
def test_an_indestructible_blocker_with_lethal_damage_marked_needs_nothing(era: str) -> None:
    assert ends(board(f"{era}:20:4/4STx0/4I")) == {("", 20, 20 - n) for n in range(5)}


@pytest.mark.parametrize("era", ["m11", "m12", "foundations"])
def test_deathtouch_already_marked_does_not_make_the_second_damage_lethal(era: str) -> None:
    # Every hit needs its own point of deathtouch damage on the blocker.
    assert ends(board(f"{era}:20:2/2STDx0/5I")) == {("", 20, 20), ("", 20, 19), ("", 20, 18)}


@every_era
def test_wither_shrinks_a_blocker_before_it_strikes_back(era: str) -> None:
    assert ends(board(f"{era}:20:2/2Sx3/3")) == {("a1 b1", 20, 20)}
    assert ends(board(f"{era}:20:2/2SWx3/3")) == {("b1", 20, 20)}
    assert only(board(f"{era}:20:1/2SWx3/3")).counters == {("b1", 2)}


@every_era
def test_counters_of_infect_lower_what_a_trampler_needs_afterwards(era: str) -> None:
    # Three counters on an 0/4, then one more point is lethal.
    combat = board(f"{era}:20:3/3STNx0/4")
    assert ends(combat) == {("b1", 20, 20)}
    assert poisons(combat) == [0, 1, 2]


@every_era
def test_who_regenerates_after_first_strike_leaves_combat(era: str) -> None:
    assert ends(board(f"{era}:20:2/2Sx2/2", regenerating=["b1"])) == {("", 20, 20)}
    assert ends(board(f"{era}:20:2/2STx2/2", regenerating=["b1"])) == {("", 20, 18)}


@every_era
def test_regeneration_does_not_help_against_toughness_0(era: str) -> None:
    assert ends(board(f"{era}:20:2/2Wx1/2", regenerating=["b1"])) == {("b1", 20, 20)}


@every_era
def test_one_shield_saves_from_several_deathtouches_since_magic_2010(era: str) -> None:
    two = ends(board(f"{era}:20:1/9x0/9D+1/9D", regenerating=["a1"]))
    assert two == {("", 20, 20)}
    two = ends(board(f"{era}:20:0/9x1/9D+1/9D", regenerating=["a1"]))
    assert two == {("a1" if era in ON_STACK else "", 20, 20)}
    # The same for lethal damage from a source with deathtouch.
    one = ends(board(f"{era}:20:0/1x1/9D", regenerating=["a1"]))
    assert one == {("a1" if era in ON_STACK else "", 20, 20)}


@every_era
def test_prevented_damage_is_not_marked(era: str) -> None:
    shield = Event(Moment.BLOCKS, Action.PREVENT, to="b1", amount=2)
    assert ends(board(f"{era}:20:2/2Sx0/4", shield)) == {("", 20, 20)}
    # With it the second hit of 3 is just lethal; without it 1 of it is.
    assert ends(board(f"{era}:20:3/3STx0/4", shield)) == {("b1", 20, 20)}
    assert ends(board(f"{era}:20:3/3STx0/4")) == {("b1", 20, 20 - n) for n in range(3)}


@every_era
def test_who_is_hurt_chooses_which_damage_a_small_shield_prevents(era: str) -> None:
    shield = Event(Moment.BLOCKS, Action.PREVENT, to=DEFENDING, amount=2)
    combat = board(f"{era}:20:2/2,2/2N", shield)
    assert ends(combat) == {("", 20, 20), ("", 20, 19), ("", 20, 18)}
    assert poisons(combat) == [0, 1, 2]


@every_era
def test_damage_is_prevented_then_doubled_then_increased(era: str) -> None:
    shield = Event(Moment.BLOCKS, Action.PREVENT, to=DEFENDING, amount=1)
    twice = Event(Moment.BLOCKS, Action.DOUBLE, to=DEFENDING)
    more = Event(Moment.BLOCKS, Action.ADD, to=DEFENDING, amount=1)
    assert ends(board(f"{era}:20:3/3", more, twice, shield)) == {("", 20, 15)}
    # What is prevented altogether is not increased.
    assert ends(board(f"{era}:20:1/1", more, twice, shield)) == {("", 20, 20)}


@every_era
def test_protection_prevents_unless_damage_cannot_be_prevented(era: str) -> None:
    combat = board(f"{era}:20:2/2x2/2", gaining={"b1": "protection from creatures"})
    assert ends(combat) == {("a1", 20, 20)}
    anyway = Event(Moment.BLOCKS, Action.UNPREVENTABLE)
    assert ends(replace(combat, events=(anyway,))) == {("a1 b1", 20, 20)}


@every_era
def test_the_game_is_over_when_a_player_dies_of_first_strike(era: str) -> None:
    assert ends(board(f"{era}:3:3/3F,2/2x2/2")) == {("", 20, None)}
    assert ends(board(f"{era}:4:3/3F,2/2x2/2")) == {("a2 b1", 20, 1)}


@every_era
def test_ten_poison_counters_lose_the_game(era: str) -> None:
    assert ends(board(f"{era}:20:5/5SN")) == {("", 20, None)}
    toxic = board(f"{era}:20:2/2S", gaining={"a1": "toxic 4"})
    assert only(toxic).poison == {(DEFENDING, 8)}
    assert ends(board(f"{era}:20:2/2S", gaining={"a1": "toxic 5"})) == {("", 20, None)}


@every_era
def test_21_combat_damage_from_one_commander_loses_the_game(era: str) -> None:
    combat = parse(f"{era}:40:2/2,9/9")
    combat = with_creatures(combat, {"a1": replace(combat.creatures["a1"], commander=True)})
    for already, life in ((18, 29), (19, None)):
        defending = Player(DEFENDING, 40, commander_damage=(("a1", already),))
        before = replace(combat, players=(Player(ACTIVE), defending))
        assert ends(before) == {("", 20, life)}


@every_era
def test_a_trampler_made_blocked_by_an_effect_reaches_the_player_since_lorwyn(era: str) -> None:
    blocked = Event(Moment.BLOCKS, Action.BECOME_BLOCKED, creature="a1")
    # 502.9c before Lorwyn: only if creatures blocked it, and were removed.
    life = 20 if era in {"sixth", "eighth"} else 17
    assert ends(board(f"{era}:20:3/3T", blocked)) == {("", 20, life)}
    assert ends(board(f"{era}:20:3/3", blocked)) == {("", 20, 20)}


@at_once
def test_a_planeswalker_that_died_of_first_strike_takes_no_more(era: str) -> None:
    assert ends(board(f"{era}:20+j=2:2/2F@j,3/3T@j")) == {("", 20, 20)}
    assert only(board(f"{era}:20+j=2:2/2F@j,3/3T@j")).loyalty == {("j", 2)}


@every_era
def test_noncombat_damage_counts_neither_for_toxic_nor_for_commanders(era: str) -> None:
    shot = Event(Moment.BLOCKS, Action.DAMAGE, to=DEFENDING, by="a1", amount=2)
    combat = board(f"{era}:40:1/1x0", shot, gaining={"a1": "toxic 9"})
    combat = with_creatures(combat, {"a1": replace(combat.creatures["a1"], commander=True)})
    defending = Player(DEFENDING, 40, poison=9, commander_damage=(("a1", 20),))
    assert ends(replace(combat, players=(Player(ACTIVE), defending))) == {("", 20, 38)}
