"""Damage as it is dealt, and what state-based actions make of it, era by era."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

import lethal
from happening import BETWEEN, STACK, event, facts, ready_combat, with_events
from lethal import Assignment
from lethal_models import Attacker, Battle, Blocker, Combat, Creature, Planeswalker, Player
from lethal_models.dealing import deal, ways_to_deal
from lethal_models.files import read_board

if TYPE_CHECKING:
    from lethal_models.events import Event

WITH_STACK = ["sixth", "eighth", "lorwyn", "alara"]
WITHOUT_STACK = ["m10", "m11", "m12", "foundations"]
ERAS = [*WITH_STACK, *WITHOUT_STACK]


def fight(attacker: Creature, *blockers: Creature, rules: str = "foundations") -> Combat:
    """Return a combat of one attacker."""
    return Combat(
        (Attacker(attacker, blocked_by=tuple(b.id for b in blockers)),),
        tuple(map(Blocker, blockers)),
        lethal.ruleset(rules),
    )


def creature(size: str, *keywords: str, id_: str = "a", color: str = "") -> Creature:
    power, toughness = map(int, size.split("/"))
    colors = frozenset({color} - {""})
    return Creature(id_, power, toughness, frozenset(keywords), colors=colors)


def remaining(board: str | Combat, *events: Event) -> set[str]:
    """Return what is so at the end of a combat."""
    return facts(lethal.play(with_events(board, *events)).end)


def damage(board: str | Combat, assigned: str, *events: Event) -> dict[tuple[str, str], int]:
    """Return what is dealt of an assignment."""
    dealt = deal(ready_combat(board, *events), Assignment.parse(assigned))
    return {(hit.source.id, hit.recipient): hit.amount for hit in dealt.hits}


# --- Protection ------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ERAS)
@pytest.mark.parametrize(
    ("protection", "color", "marked"),
    [
        ("green", "green", 0),
        ("green", "red", 3),
        ("green", "", 3),
        ("creatures", "", 0),
        ("everything", "red", 0),
    ],
)
def test_damage_of_what_a_creature_is_protected_from_is_not_marked(
    rules: str, protection: str, color: str, marked: int
) -> None:
    # 702.16e.
    wall = creature("0/9", f"protection from {protection}", id_="wall")
    board = fight(creature("3/3", color=color), wall, rules=rules)
    assert f"wall has {marked} damage" in remaining(board)


def test_damage_that_protection_prevents_gives_no_life_and_no_deathtouch() -> None:
    wall = creature("0/3", "protection from red", id_="wall")
    board = fight(creature("3/3", "lifelink", "deathtouch", "wither", color="red"), wall)
    assert remaining(board) >= {"wall is 0/3", "active has 20 life"}


def test_protection_changes_nothing_about_what_may_be_assigned() -> None:
    # T-2, 702.19b: 2 of the trampler's damage is still needed, and lost.
    bear = creature("2/2", "protection from green", id_="bear")
    board = fight(creature("6/6", "trample", color="green"), bear)
    legal = lethal.assignments(board)
    assert sorted(assignment["a", "defending"] for assignment in legal) == [0, 1, 2, 3, 4]
    assert damage(board, "a:bear=2,p=4") == {("a", "defending"): 4}


# --- Shields ---------------------------------------------------------------------------------


def test_a_shield_prevents_the_next_damage_up_to_its_size() -> None:
    shield = event("prevent", to="b1", amount=2)
    assert damage("20:3/3x0/9", "a1:b1=3", shield) == {("a1", "b1"): 1}
    assert damage("20:1/3x0/9", "a1:b1=1", shield) == {}


@pytest.mark.parametrize("rules", ERAS)
def test_what_is_left_of_a_shield_is_there_in_the_second_step(rules: str) -> None:
    # 615.7: 2 and then 1 of the damage are prevented.
    shield = event("prevent", to="b1", amount=3)
    assert "b1 has 1 damage" in remaining(f"{rules}:20:2/2Sx0/9", shield)


def test_a_shield_without_a_size_prevents_everything_in_both_steps() -> None:
    shield = event("prevent", by="a1")
    assert remaining("20:5/5S,1/1", shield) >= {"defending has 19 life"}


def test_a_shield_is_for_its_source_and_its_recipient_only() -> None:
    board = "20:2/2,3/3x0/9"
    both = "a1:p=2 a2:b1=3"
    assert damage(board, both, event("prevent", to="defending")) == {("a2", "b1"): 3}
    assert damage(board, both, event("prevent", by="a2")) == {("a1", "defending"): 2}
    assert damage(board, both, event("prevent", by="a1", to="b1")) == {
        ("a1", "defending"): 2,
        ("a2", "b1"): 3,
    }


def test_a_shield_protects_players_planeswalkers_and_battles() -> None:
    board = "20+j=3+k=3B:2/2,2/2@j,2/2@k"
    assigned = "a1:p=2 a2:j=2 a3:k=2"
    for whom in ("defending", "j", "k"):
        dealt = damage(board, assigned, event("prevent", to=whom))
        assert {recipient for _, recipient in dealt} == {"defending", "j", "k"} - {whom}


def test_two_shields_prevent_one_after_the_other() -> None:
    one, two = event("prevent", to="b1", amount=1), event("prevent", by="a1", amount=2)
    assert damage("20:4/4x0/9", "a1:b1=4", one, two) == {("a1", "b1"): 1}


def test_a_shield_made_with_damage_on_the_stack_is_in_time() -> None:
    shield = event("prevent", to="b1", amount=1, at=STACK)
    assert "b1 has 1 damage" in remaining("alara:20:2/2x0/9", shield)


def test_a_shield_made_between_the_steps_is_for_the_second() -> None:
    shield = event("prevent", to="b1", at=BETWEEN)
    assert "b1 has 2 damage" in remaining("20:2/2Sx0/9", shield)


def test_prevented_damage_gives_neither_life_nor_counters() -> None:
    # J-3: 3/3 with wither and lifelink against 2/2 with "prevent the next 2".
    board = fight(creature("3/3", "wither", "lifelink"), creature("2/2", id_="b"))
    said = remaining(board, event("prevent", to="b", amount=2))
    assert said >= {"b is 1/1", "active has 21 life", "a has 2 damage"}


@pytest.mark.parametrize("rules", ERAS)
def test_every_use_of_a_shared_shield_that_is_too_small_is_a_result(rules: str) -> None:
    # 2 of 4 damage is prevented: 0, 1 or 2 of it the lifelinker's.
    shield = event("prevent", to="defending", amount=2)
    found = lethal.outcomes(with_events(f"{rules}:20:2/2L,2/2", shield))
    assert sorted(reached.outcome.life["active"] for reached in found) == [20, 21, 22]
    assert {reached.outcome.life["defending"] for reached in found} == {18}


def test_a_shared_shield_where_it_makes_no_difference_is_one_result() -> None:
    shield = event("prevent", to="defending", amount=2)
    assert len(list(lethal.outcomes(with_events("20:2/2,3/3", shield)))) == 1


def test_every_recipient_of_one_source_may_be_the_one_that_a_shield_protects() -> None:
    shield = event("prevent", by="a1", amount=1)
    board = with_events("20:4/4x1/2+3/2", shield)
    found = lethal.outcomes(board, choices={"regular": "a1:b1=2,b2=2"})
    assert [reached.outcome.destroyed for reached in found] == [("a1", "b2"), ("a1", "b1")]


def test_play_uses_a_shield_as_is_best_for_whoever_is_hurt() -> None:
    # The 3/2 is worth more than the 1/2, and lifelink makes damage worse.
    shield = event("prevent", by="a1", amount=1)
    choices = {"regular": "a1:b1=2,b2=2"}
    line = lethal.play(with_events("20:4/4x1/2+3/2", shield), choices=choices)
    assert line.outcome.destroyed == ("a1", "b1")
    line = lethal.play(with_events("20:2/2,2/2L", event("prevent", to="defending", amount=2)))
    assert line.outcome.life == {"active": 20, "defending": 18}


def test_play_saves_the_player_before_anything_else() -> None:
    shield = event("prevent", by="a1", amount=1)
    line = lethal.play(with_events("2:4/4Tx9/2", shield), choices={"regular": "a1:b1=2,p=2"})
    assert line.outcome.losers == ()
    assert line.outcome.destroyed == ("a1", "b1")


def test_the_best_assignment_counts_on_the_worst_use_of_a_shield() -> None:
    # However the 4 is divided between the two with 2 toughness, one can be saved; 4 on one kills.
    shield = event("prevent", by="a1", amount=1)
    best = lethal.assignments(with_events("20:4/4x1/2+1/2", shield)).best("kills")
    assert best.values == {"kills": 1}


# --- Doubling and additions ------------------------------------------------------------------


def test_prevention_comes_first_then_doubling_then_additions() -> None:
    changes = (event("add", amount=1), event("double"), event("prevent", to="b1", amount=1))
    assert damage("20:3/3x0/9", "a1:b1=3", *changes) == {("a1", "b1"): 5}
    assert damage("20:3/3x0/9", "a1:b1=3", *changes[::-1]) == {("a1", "b1"): 5}


def test_damage_that_is_all_prevented_is_not_enlarged() -> None:
    changes = (event("prevent", to="b1"), event("double"), event("add", amount=3))
    assert damage("20:3/3x0/9", "a1:b1=3", *changes) == {}


def test_doublings_multiply_and_additions_add_up() -> None:
    twice = (event("double"), event("double", amount=3))
    assert damage("20:2/3x0/9", "a1:b1=2", *twice) == {("a1", "b1"): 12}
    more = (event("add", amount=1), event("add", amount=2, by="a1"))
    assert damage("20:2/3x0/9", "a1:b1=2", *more) == {("a1", "b1"): 5}


def test_every_portion_of_damage_is_enlarged_where_the_effect_applies() -> None:
    assert damage("20:2/2x0/9+0/9,1/1", "a1:b1=1,b2=1 a2:p=1", event("add", amount=2, by="a1")) == {
        ("a1", "b1"): 3,
        ("a1", "b2"): 3,
        ("a2", "defending"): 1,
    }
    assert damage("20:2/2,1/1", "a1:p=2 a2:p=1", event("double", by="a2", to="defending")) == {
        ("a1", "defending"): 2,
        ("a2", "defending"): 2,
    }


def test_doubling_changes_nothing_about_what_may_be_assigned() -> None:
    assert lethal.assignments(with_events("20:3/3Tx2/2", event("double"))).count() == 2


def test_enlarged_damage_gives_as_much_life_and_poison() -> None:
    said = remaining("20:2/2LN", event("double"))
    assert said >= {"active has 24 life", "defending has 4 poison"}


# --- What cannot be prevented ----------------------------------------------------------------


def test_damage_that_cannot_be_prevented_goes_through_shields_and_leaves_them() -> None:
    # 615.12.
    changes = (event("prevent", to="b1", amount=2), event("damage can't be prevented", by="a1"))
    board = "20:3/3x0/9"
    assert damage(board, "a1:b1=3", *changes) == {("a1", "b1"): 3}
    assert "prevent 2 by - to b1" in remaining(board, *changes)


def test_a_shield_prevents_other_damage_than_that_which_cannot_be() -> None:
    changes = (event("prevent", to="defending"), event("damage can't be prevented", by="a1"))
    assert damage("20:3/3,2/2", "a1:p=3 a2:p=2", *changes) == {("a1", "defending"): 3}


def test_damage_that_cannot_be_prevented_goes_through_protection() -> None:
    wall = creature("0/9", "protection from everything", id_="wall")
    board = fight(creature("3/3"), wall)
    assert damage(board, "a:wall=3", event("damage can't be prevented")) == {("a", "wall"): 3}
    assert damage(board, "a:wall=3", event("damage can't be prevented", by="wall")) == {}


# --- Wither, infect, toxic -------------------------------------------------------------------


@pytest.mark.parametrize("keyword", ["wither", "infect"])
def test_wither_and_infect_damage_creatures_by_counters(keyword: str) -> None:
    # 702.80a, 702.90c.
    board = fight(creature("2/2", keyword), creature("3/3", id_="b"))
    line = lethal.play(board)
    assert facts(line.end) >= {"b is 1/1", "b has 0 damage"}
    assert line.outcome.counters == {"b": 2}


def test_counters_of_the_first_step_make_the_second_weaker() -> None:
    board = fight(creature("2/2", "wither", "first strike"), creature("3/3", id_="b"))
    assert remaining(board) >= {"b is 1/1", "a has 1 damage"}


@pytest.mark.parametrize("saving", ["indestructible", "regeneration"])
def test_counters_kill_what_cannot_be_destroyed(saving: str) -> None:
    # 704.5f.
    keywords = {"indestructible"} & {saving}
    blocker = creature("1/2", *keywords, id_="b")
    blocker = replace(blocker, regeneration=0 if keywords else 1)
    line = lethal.play(fight(creature("2/2", "wither"), blocker))
    assert line.outcome.destroyed == ("b",)


def test_counters_and_marked_damage_are_lethal_together() -> None:
    board = Combat(
        (
            Attacker(creature("2/2", "wither"), blocked_by=("b",)),
            Attacker(creature("3/3", id_="c"), blocked_by=("b",)),
        ),
        (Blocker(creature("0/5", id_="b"), can_block=2),),
    )
    assert lethal.play(board).outcome.destroyed == ("b",)


def test_wither_costs_players_life_and_infect_gives_them_poison() -> None:
    # 702.80, 702.90b.
    wither, infect = creature("2/2", "wither", id_="w"), creature("3/3", "infect", id_="i")
    said = remaining(Combat((Attacker(wither), Attacker(infect))))
    assert said >= {"defending has 18 life", "defending has 3 poison"}


def test_infect_costs_planeswalkers_and_battles_loyalty_and_defense() -> None:
    line = lethal.play("20+j=5+k=5B:2/2N@j,3/3W@k")
    assert line.outcome.loyalty == {"j": 2}
    assert line.outcome.defense == {"k": 3}
    assert line.outcome.poison == {}


def test_toxic_adds_its_number_to_any_combat_damage_to_a_player() -> None:
    # 702.164c: however much damage it is.
    for size in ("1/1", "5/5"):
        said = remaining(Combat((Attacker(creature(size, "toxic 2")),)))
        assert said >= {f"defending has {20 - int(size[0])} life", "defending has 2 poison"}


def test_toxic_counts_once_for_every_time_damage_is_dealt() -> None:
    assert "defending has 4 poison" in remaining(
        Combat((Attacker(creature("1/1", "toxic 2", "double strike")),))
    )


def test_several_toxics_and_infect_add_up() -> None:
    said = remaining(Combat((Attacker(creature("1/1", "toxic 1", "toxic 2", "infect")),)))
    assert said >= {"defending has 20 life", "defending has 4 poison"}


def test_toxic_does_nothing_without_damage_to_a_player() -> None:
    toxic = creature("2/2", "toxic 3")
    for board in (
        fight(toxic, creature("0/9", id_="b")),
        Combat((Attacker(creature("0/2", "toxic 3")),)),
        Combat((Attacker(toxic, "j"),), planeswalkers=(Planeswalker("j", 4),)),
    ):
        assert "defending has 0 poison" in remaining(board)
    prevented = with_events(Combat((Attacker(toxic),)), event("prevent"))
    assert "defending has 0 poison" in remaining(prevented, *prevented.events)


# --- Lifelink --------------------------------------------------------------------------------

NARROW = "1:2/2,2/2x3/3L"
"""J-6: at 1 life, dealt 2, with 3 from lifelink at the same time."""


@pytest.mark.parametrize("rules", WITHOUT_STACK)
def test_life_from_lifelink_comes_with_the_damage_since_magic_2010(rules: str) -> None:
    line = lethal.play(f"{rules}:{NARROW}")
    assert line.outcome.losers == ()
    assert line.outcome.life["defending"] == 2


@pytest.mark.parametrize("rules", WITH_STACK)
def test_life_from_lifelink_comes_too_late_before_magic_2010(rules: str) -> None:
    assert lethal.play(f"{rules}:{NARROW}").outcome.losers == ("defending",)


@pytest.mark.parametrize("rules", ERAS)
def test_life_from_lifelink_in_the_first_step_saves_in_the_second(rules: str) -> None:
    line = lethal.play(f"{rules}:1:2/2,2/2x3/3FL")
    assert line.outcome.losers == ()
    assert line.outcome.life["defending"] == 2


@pytest.mark.parametrize("rules", ERAS)
def test_lifelink_counts_damage_to_anything_and_more_than_is_needed(rules: str) -> None:
    line = lethal.play(f"{rules}:20:5/5Lx1/1,2/2L")
    assert line.outcome.life == {"active": 27, "defending": 18}
    assert line.outcome.life_gained == {"active": 7}


def test_lifelink_of_infect_and_of_damage_to_planeswalkers_gives_life() -> None:
    assert "active has 25 life" in remaining("20+j=1:2/2LN,3/3L@j")


def test_life_does_not_save_from_poison() -> None:
    board = replace(
        lethal.parse("20:1/1N,1/1x3/3L"), players=(Player("active"), Player("defending", 20, 9))
    )
    assert lethal.play(board).outcome.losers == ("defending",)


# --- Deathtouch and regeneration -------------------------------------------------------------


@pytest.mark.parametrize("rules", ERAS)
def test_any_damage_from_deathtouch_destroys(rules: str) -> None:
    line = lethal.play(f"{rules}:20:1/1Dx0/9")
    assert line.outcome.destroyed == ("b1",)


@pytest.mark.parametrize("rules", ERAS)
def test_deathtouch_neither_destroys_what_is_indestructible_nor_hurts_players_more(
    rules: str,
) -> None:
    line = lethal.play(f"{rules}:20:1/1Dx0/9I,1/1D")
    assert line.outcome.destroyed == ()
    assert line.outcome.damage == {"defending": 1}


@pytest.mark.parametrize("rules", ERAS)
def test_deathtouch_that_deals_nothing_destroys_nothing(rules: str) -> None:
    assert lethal.play(f"{rules}:20:0/1Dx0/9").outcome.destroyed == ()
    shield = event("prevent", to="b1")
    assert lethal.play(with_events(f"{rules}:20:1/1Dx0/9", shield)).outcome.destroyed == ()


def shielded(rules: str, text: str, shields: int) -> Combat:
    """Return a combat whose blocker b has so many regeneration shields."""
    combat = lethal.parse(f"{rules}:{text}")
    blockers = (replace(combat.blockers[0].creature, regeneration=shields),)
    return replace(combat, blockers=tuple(Blocker(b, can_block=None) for b in blockers))


SHIELDS = [
    # Not lethal, one deathtouch: one shield in every era.
    ("20:1/1Dxb=0/9", 1, 1),
    # Lethal damage alone.
    ("20:9/9xb=0/9", 1, 1),
    ("20:9/9xb=0/9,9/9xb", 1, 1),
    # Lethal damage and a trigger: two before Magic 2010.
    ("20:9/9Dxb=0/9", 2, 1),
    ("20:9/9xb=0/9,1/1Dxb", 2, 1),
    # A trigger for each source.
    ("20:1/1Dxb=0/9,1/1Dxb", 2, 1),
    ("20:5/5Dxb=0/9,5/5Dxb", 3, 1),
]


@pytest.mark.parametrize("rules", ERAS)
@pytest.mark.parametrize(("text", "with_triggers", "since_m10"), SHIELDS)
def test_so_many_regeneration_shields_are_needed_against_deathtouch(
    text: str, with_triggers: int, since_m10: int, rules: str
) -> None:
    # 704.3: state-based actions destroy once; 502.63a: every trigger destroys on its own.
    needed = with_triggers if rules in WITH_STACK else since_m10
    enough = lethal.play(shielded(rules, text, needed))
    assert enough.outcome.destroyed == ()
    assert facts(enough.end) >= {"b has 0 damage", "b has 0 shields"}
    too_few = lethal.play(shielded(rules, text, needed - 1))
    assert too_few.outcome.destroyed == ("b",)
    # What is left of more than enough.
    assert "b has 1 shields" in facts(lethal.play(shielded(rules, text, needed + 1)).end)


@pytest.mark.parametrize("rules", ERAS)
def test_who_regenerates_in_the_first_step_has_left_combat_in_the_second(rules: str) -> None:
    # 701.15a, 506.4: it neither deals nor is dealt damage, and the attacker stays blocked.
    line = lethal.play(shielded(rules, "20:9/9Sxb=5/5", 1))
    assert line.outcome.destroyed == ()
    assert line.outcome.damage == {}
    assert facts(line.end) >= {"a1 has 0 damage", "b has 0 damage", "a1 is blocked"}


# --- Losing ----------------------------------------------------------------------------------


def generals(*amounts: int, taken: int = 0) -> Combat:
    """Return a combat of commanders g1, g2, … against a player at 40 life."""
    creatures = [Creature(f"g{i}", n, 1, commander=True) for i, n in enumerate(amounts, 1)]
    so_far = (("g1", taken),) if taken else ()
    return Combat(
        tuple(map(Attacker, creatures)),
        players=(Player("active"), Player("defending", 40, 0, so_far)),
    )


@pytest.mark.parametrize(
    ("amounts", "taken", "loses"),
    [
        ((21,), 0, True),
        ((20,), 0, False),
        ((5,), 16, True),
        ((4,), 16, False),
        # 903.10a: of one commander.
        ((11, 11), 0, False),
        ((4, 10), 16, False),
        ((5, 1), 16, True),
    ],
)
def test_a_player_loses_by_21_combat_damage_of_one_commander(
    amounts: tuple[int, ...], taken: int, *, loses: bool
) -> None:
    assert (lethal.play(generals(*amounts, taken=taken)).outcome.losers != ()) == loses


def test_damage_of_a_commander_counts_over_both_steps_and_as_poison() -> None:
    for keywords, size, loses in (("double strike", 11, True), ("double strike", 10, False)):
        general = Creature("g", size, 1, frozenset({keywords}), commander=True)
        board = Combat((Attacker(general),), players=(Player("active"), Player("defending", 40)))
        assert (lethal.play(board).outcome.losers != ()) == loses
    general = Creature("g", 1, 1, frozenset({"infect"}), commander=True)
    board = Combat(
        (Attacker(general),),
        players=(Player("active"), Player("defending", 40, 0, (("g", 20),))),
    )
    assert lethal.play(board).outcome.losers == ("defending",)


def test_prevented_damage_of_a_commander_does_not_count() -> None:
    board = with_events(generals(21), event("prevent", amount=1))
    assert lethal.play(board).outcome.losers == ()


def test_damage_of_what_is_no_commander_does_not_count() -> None:
    assert lethal.play("40:30/30").outcome.losers == ()


@pytest.mark.parametrize(("poison", "loses"), [(8, False), (9, True), (10, True)])
def test_a_player_loses_with_10_poison_counters(poison: int, *, loses: bool) -> None:
    board = replace(
        lethal.parse("20:1/1N"), players=(Player("active"), Player("defending", 20, poison))
    )
    assert (lethal.play(board).outcome.losers != ()) == loses


@pytest.mark.parametrize(("life", "loses"), [(3, False), (2, True), (1, True)])
def test_a_player_loses_at_0_life_or_less(life: int, *, loses: bool) -> None:
    assert (lethal.play(f"{life}:2/2").outcome.losers != ()) == loses


@pytest.mark.parametrize("rules", ERAS)
def test_a_game_of_two_ends_when_one_has_lost_in_the_first_step(rules: str) -> None:
    line = lethal.play(f"{rules}:1:1/1F,5/5x3/3,2/2L")
    assert line.outcome.losers == ("defending",)
    assert list(line.assignments) == ["first"]
    assert line.outcome.destroyed == ()
    assert line.outcome.life["active"] == 20
    assert len(list(lethal.outcomes(f"{rules}:1:1/1F,5/5x3/3,2/2L"))) == 1


# --- Planeswalkers and battles ---------------------------------------------------------------


def test_a_planeswalker_without_loyalty_has_left_combat_before_the_second_step() -> None:
    # 506.4c, 510.1b.
    line = lethal.play("20+j=2:2/2F@j,4/4@j,1/1")
    assert line.outcome.loyalty == {"j": 2}
    assert line.outcome.damage == {"defending": 1}
    assert str(line.assignments["regular"]) == "a3:p=1"


def test_a_battle_without_defense_has_left_combat_before_the_second_step() -> None:
    line = lethal.play("20+k=2B:2/2F@k,4/4@k,1/1")
    assert line.outcome.defense == {"k": 2}
    assert line.outcome.damage == {"defending": 1}


def test_a_planeswalker_loses_no_more_loyalty_than_it_has() -> None:
    line = lethal.play("20+j=2+k=3B:5/5@j,5/5@k")
    assert line.outcome.loyalty == {"j": 2}
    assert line.outcome.defense == {"k": 3}


def test_with_some_loyalty_left_it_is_attacked_on() -> None:
    line = lethal.play("20+j=5:2/2S@j")
    assert line.outcome.loyalty == {"j": 4}
    line = lethal.play("20+j=3:2/2S@j")
    assert line.outcome.loyalty == {"j": 3}


def test_trample_over_a_planeswalker_that_has_left_goes_to_the_player() -> None:
    # 702.19e.
    line = lethal.play("20+j=2:2/2F@j,4/4P@j")
    assert line.outcome.loyalty == {"j": 2}
    assert line.outcome.damage == {"defending": 4}


def test_plain_trample_has_nothing_to_attack_then() -> None:
    # 702.19f.
    line = lethal.play("20+j=2:2/2F@j,4/4T@jx1/1")
    assert line.outcome.damage == {}
    assert line.outcome.destroyed == ("b1",)


def test_with_damage_on_the_stack_a_planeswalker_may_be_dealt_more_than_it_has() -> None:
    line = lethal.play("alara:20+j=2:2/2@j,3/3@j")
    assert line.outcome.loyalty == {"j": 2}
    assert line.outcome.damage == {}


# --- More than two players -------------------------------------------------------------------

THREE = """\
format = 1
[players.active]
life = 20
[players.alice]
life = 2
[players.bob]
life = 20
[[planeswalkers]]
id = "jace"
loyalty = 4
controller = "alice"
[[attackers]]
id = "fencer"
power = 2
toughness = 2
keywords = ["first strike"]
attacks = "alice"
[[attackers]]
id = "ogre"
power = 3
toughness = 3
attacks = "bob"
blocked_by = ["helper"]
[[attackers]]
id = "thief"
power = 1
toughness = 1
attacks = "jace"
[[attackers]]
id = "brute"
power = 5
toughness = 5
attacks = "bob"
[[blockers]]
id = "helper"
power = 3
toughness = 3
controller = "alice"
[[blockers]]
id = "pet"
power = 1
toughness = 1
controller = "alice"
[[creatures]]
id = "cat"
power = 1
toughness = 1
controller = "alice"
"""


def three(more: str = "") -> Combat:
    return read_board((THREE + more).encode(), "three.toml").combat


def test_who_loses_after_the_first_step_leaves_with_all_they_control() -> None:
    # 800.4a: alice's blocker leaves, so that the ogre, which stays blocked, assigns nothing.
    line = lethal.play(three())
    assert line.outcome.losers == ("alice",)
    assert facts(line.end) >= {"helper is gone", "pet is gone", "cat is gone"}
    assert facts(line.end) >= {"ogre has 0 damage", "ogre is blocked", "jace has 0 loyalty"}
    assert [player.id for player in line.end.players] == ["active", "bob"]


def test_attackers_of_who_has_lost_assign_nothing_in_the_second_step() -> None:
    line = lethal.play(three())
    assert line.assignments["regular"].as_dict() == {"brute": {"bob": 5}}
    assert line.outcome.damage == {"alice": 2, "bob": 5}
    # It left the battlefield with its player; no damage took loyalty.
    assert line.outcome.destroyed == ()


def test_the_game_goes_on_until_one_is_left() -> None:
    more = """\
[[attackers]]
id = "second"
power = 20
toughness = 1
keywords = ["first strike"]
attacks = "bob"
"""
    line = lethal.play(three(more))
    assert line.outcome.losers == ("alice", "bob")
    assert list(line.assignments) == ["first"]


def test_the_combat_is_over_when_the_active_player_has_lost() -> None:
    more = """\
[[events]]
at = "first strike damage"
do = "lose life"
player = "active"
amount = 20
"""
    line = lethal.play(three(more))
    assert line.outcome.losers == ("alice", "active")
    assert list(line.assignments) == ["first"]


def test_every_player_has_their_own_life_and_lifelink() -> None:
    board = Combat(
        (Attacker(creature("2/2"), "alice"), Attacker(creature("3/3", id_="c"), "bob")),
        (
            Blocker(creature("1/4", "lifelink", id_="b"), ("a",), controller="bob"),
            Blocker(creature("2/4", "lifelink", id_="d"), ("c",), controller="alice"),
        ),
        players=(Player("active"), Player("alice"), Player("bob")),
    )
    assert lethal.play(board).outcome.life == {"active": 20, "alice": 22, "bob": 21}


def test_a_battle_is_left_without_damage_when_its_protector_has_lost() -> None:
    board = Combat(
        (
            Attacker(creature("1/1", "first strike"), "alice"),
            Attacker(creature("3/3", id_="c"), "siege"),
        ),
        players=(Player("active"), Player("alice", 1), Player("bob")),
        battles=(Battle("siege", 5, "alice"),),
    )
    line = lethal.play(board)
    assert line.outcome.losers == ("alice",)
    assert line.outcome.defense == {}


# --- Ways of dealing -------------------------------------------------------------------------


def test_every_way_of_dealing_says_what_was_prevented_and_what_is_left_of_shields() -> None:
    combat = ready_combat("20:2/2L,1/1", event("prevent", to="defending", amount=2))
    ways = list(ways_to_deal(combat, Assignment.parse("a1:p=2 a2:p=1")))
    found = [sorted((source, n) for (source, _), n in way.prevented.items()) for way in ways]
    assert sorted(found) == [[("a1", 1), ("a2", 1)], [("a1", 2)]]
    assert all(effect.amount == 0 for way in ways for effect in way.effects)


def test_without_effects_there_is_one_way_of_dealing() -> None:
    combat = ready_combat("20:2/2L,1/1")
    (way,) = ways_to_deal(combat, Assignment.parse("a1:p=2 a2:p=1"))
    assert [(hit.source.id, hit.amount, hit.controller) for hit in way.hits] == [
        ("a1", 2, "active"),
        ("a2", 1, "active"),
    ]
    assert (dict(way.prevented), way.effects) == ({}, ())
