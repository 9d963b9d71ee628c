"""508.3 and 509.3 (309.3, 309.4): what triggers on attacks and blocks, and what it does."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from lethal_models import (
    ACTIVE,
    Attacker,
    Battle,
    Blocker,
    Bystander,
    Combat,
    Creature,
    Planeswalker,
    Player,
    ruleset,
)
from lethal_models.course.declared import Occasion, declared
from lethal_models.course.triggered_keywords import TRIGGERED_KEYWORDS
from lethal_models.course.triggers import after_triggers, triggers
from lethal_models.keywords import NUMBERED, TRIGGERED, TRIGGERED_NUMBERED, parse_keyword
from strategies import combats, examples

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PLAYERS = (Player(ACTIVE), Player("left"), Player("right"))
ABOUT = (*sorted(TRIGGERED), "bushido 1", "bushido 2", "rampage 2", "afflict 3")


def creature(id_: str, size: str, *keywords: str, colors: Iterable[str] = ()) -> Creature:
    power, toughness = size.split("/")
    return Creature(id_, int(power), int(toughness), frozenset(keywords), colors=frozenset(colors))


def attacker(id_: str, size: str, *keywords: str, attacks: str = "defending") -> Attacker:
    return Attacker(creature(id_, size, *keywords), attacks)


def blocker(id_: str, size: str, *keywords: str, blocks: str = "a") -> Blocker:
    """Return a blocker of the attackers with the letters of `blocks` as ids."""
    return Blocker(creature(id_, size, *keywords), tuple(blocks), can_block=None)


def sizes(combat: Combat) -> dict[str, str]:
    """Return what every creature in combat is after the triggers."""
    after = after_triggers(combat)
    return {id_: f"{c.power}/{c.toughness}" for id_, c in after.creatures.items()}


def life(combat: Combat) -> dict[str, int]:
    return {player.id: player.life for player in after_triggers(combat).players}


def log(combat: Combat) -> list[str]:
    return [trigger.sentence(combat.labels) for trigger in triggers(combat)]


def events(combat: Combat, creature: str) -> list[str]:
    return [e.event.value for e in declared(combat) if e.creature == creature]


# What happens


def test_a_lone_unblocked_attacker_attacks_alone_and_is_not_blocked() -> None:
    combat = Combat((attacker("a", "1/1"),))
    assert events(combat, "a") == ["attacks", "attacks alone", "attacks and isn't blocked"]


def test_two_attackers_do_not_attack_alone() -> None:
    combat = Combat((attacker("a", "1/1"), attacker("c", "1/1")))
    assert events(combat, "a") == ["attacks", "attacks and isn't blocked"]


def test_it_becomes_blocked_once_and_once_by_each_creature() -> None:
    combat = Combat((attacker("a", "1/1"),), (blocker("b1", "1/1"), blocker("b2", "1/1")))
    assert events(combat, "a") == [
        "attacks",
        "attacks alone",
        "becomes blocked",
        "becomes blocked by a creature",
        "becomes blocked by a creature",
    ]
    assert [e.by for e in declared(combat) if e.by and e.creature == "a"] == ["b1", "b2"]


def test_it_blocks_once_and_once_each_creature() -> None:
    combat = Combat(
        (attacker("a", "1/1"), attacker("c", "1/1")), (blocker("b", "1/1", blocks="ac"),)
    )
    assert events(combat, "b") == ["blocks", "blocks a creature", "blocks a creature"]


def test_a_blocker_that_blocks_nothing_has_nothing_happen() -> None:
    combat = Combat((attacker("a", "1/1"),), (blocker("b", "1/1", blocks=""),))
    assert events(combat, "b") == []
    assert events(combat, "a")[-1] == "attacks and isn't blocked"


def test_an_attacker_blocked_by_an_effect_becomes_blocked_by_no_creature() -> None:
    combat = Combat((replace(attacker("a", "1/1"), blocked=True),))
    assert events(combat, "a") == ["attacks", "attacks alone", "becomes blocked"]


def test_members_of_a_band_become_blocked_by_the_same_creature() -> None:
    combat = Combat(
        (attacker("a", "1/1", "banding"), attacker("c", "1/1")),
        (Blocker(creature("b", "1/1"), ("a",)),),
        bands=(("a", "c"),),
    )
    assert events(combat, "c") == ["attacks", "becomes blocked", "becomes blocked by a creature"]


def test_events_come_in_order_of_time_attackers_before_blockers() -> None:
    combat = Combat((attacker("a", "1/1"), attacker("c", "1/1")), (blocker("b", "1/1"),))
    assert [event.sentence(combat.labels) for event in declared(combat)] == [
        "a attacks",
        "c attacks",
        "a becomes blocked",
        "a becomes blocked by b",
        "c attacks and isn't blocked",
        "b blocks",
        "b blocks a",
    ]


def test_a_black_blocker_that_turns_white_later_did_not_block_as_a_white_one() -> None:
    black = Blocker(creature("b", "1/1", colors=["black"]), ("a",))
    combat = Combat((attacker("a", "1/1"),), (black,))
    happened = list(declared(combat))
    white = replace(black.creature, colors=frozenset({"white"}))
    later = combat.changed(blockers=(replace(combat.blockers[0], creature=white),))
    assert later.creatures["b"].colors == {"white"}
    by = [e for e in happened if e.event is Occasion.BECOMES_BLOCKED_BY_A_CREATURE]
    assert [e.colors for e in by] == [{"black"}]


# Bushido


def test_bushido_counts_once_however_many_block() -> None:
    combat = Combat(
        (attacker("a", "2/1", "bushido 2"),), (blocker("b1", "1/1"), blocker("b2", "1/1"))
    )
    assert sizes(combat) == {"a": "4/3", "b1": "1/1", "b2": "1/1"}


def test_bushido_counts_once_however_many_it_blocks() -> None:
    combat = Combat(
        (attacker("a", "2/2"), attacker("c", "2/2")),
        (blocker("b", "2/1", "bushido 2", blocks="ac"),),
    )
    assert sizes(combat)["b"] == "4/3"


def test_bushido_does_nothing_without_a_block() -> None:
    combat = Combat(
        (attacker("a", "2/1", "bushido 2"),), (blocker("b", "2/1", "bushido 1", blocks=""),)
    )
    assert after_triggers(combat) is combat


def test_bushido_triggers_where_an_effect_makes_it_blocked() -> None:
    combat = Combat((replace(attacker("a", "2/1", "bushido 2"), blocked=True),))
    assert sizes(combat) == {"a": "4/3"}


def test_each_bushido_triggers() -> None:
    combat = Combat((attacker("a", "2/1", "bushido 2", "bushido 1"),), (blocker("b", "1/1"),))
    assert sizes(combat)["a"] == "5/4"
    assert log(combat) == ["a's bushido 1: a gets +1/+1", "a's bushido 2: a gets +2/+2"]


# Flanking


def test_flanking_takes_a_blocker_to_toughness_0() -> None:
    combat = Combat((attacker("a", "2/2", "flanking"),), (blocker("b", "1/1"),))
    assert sizes(combat) == {"a": "2/2", "b": "0/0"}
    assert log(combat) == ["a's flanking: b gets -1/-1"]


def test_flanking_spares_a_blocker_with_flanking() -> None:
    combat = Combat(
        (attacker("a", "2/2", "flanking"),), (blocker("b", "2/2"), blocker("c", "2/2", "flanking"))
    )
    assert sizes(combat) == {"a": "2/2", "b": "1/1", "c": "2/2"}


def test_flanking_of_two_attackers_counts_twice() -> None:
    combat = Combat(
        (attacker("a", "2/2", "flanking"), attacker("c", "2/2", "flanking")),
        (blocker("b", "3/3", blocks="ac"),),
    )
    assert sizes(combat)["b"] == "1/1"


def test_flanking_does_nothing_for_a_blocker() -> None:
    combat = Combat((attacker("a", "2/2"),), (blocker("b", "2/2", "flanking"),))
    assert after_triggers(combat) is combat


def test_bushido_makes_up_for_flanking() -> None:
    combat = Combat((attacker("a", "2/2", "flanking"),), (blocker("b", "1/1", "bushido 1"),))
    assert sizes(combat) == {"a": "2/2", "b": "1/1"}


# Rampage


@pytest.mark.parametrize(("number", "size"), [(1, "3/3"), (2, "5/5"), (3, "7/7")])
def test_rampage_2_counts_the_blockers_beyond_the_first(number: int, size: str) -> None:
    blockers = tuple(blocker(f"b{i}", "1/1") for i in range(number))
    assert sizes(Combat((attacker("a", "3/3", "rampage 2"),), blockers))["a"] == size


def test_rampage_gives_nothing_where_an_effect_makes_it_blocked() -> None:
    combat = Combat((replace(attacker("a", "3/3", "rampage 2"), blocked=True),))
    assert after_triggers(combat) is combat
    assert log(combat) == ["a's rampage 2: nothing changes"]


def test_rampage_counts_a_blocker_that_flanking_kills() -> None:
    combat = Combat(
        (attacker("a", "3/3", "rampage 1", "flanking"),), (blocker("b", "1/1"), blocker("c", "1/1"))
    )
    assert sizes(combat) == {"a": "4/4", "b": "0/0", "c": "0/0"}


# Exalted


def test_every_creature_with_exalted_helps_the_one_that_attacks_alone() -> None:
    combat = Combat(
        (attacker("a", "1/1", "exalted"),),
        bystanders=tuple(Bystander(creature(id_, "0/1", "exalted")) for id_ in ("c", "d")),
    )
    assert sizes(combat) == {"a": "4/4"}
    assert log(combat) == [f"{id_}'s exalted: a gets +1/+1" for id_ in "acd"]
    assert [trigger.by for trigger in triggers(combat)] == ["", "a", "a"]


def test_exalted_does_nothing_for_two_attackers() -> None:
    combat = Combat((attacker("a", "1/1", "exalted"), attacker("c", "1/1")))
    assert after_triggers(combat) is combat


def test_exalted_of_the_other_side_does_nothing() -> None:
    combat = Combat(
        (attacker("a", "1/1"),),
        (blocker("b", "1/1", "exalted"),),
        bystanders=(Bystander(creature("c", "0/1", "exalted"), "defending"),),
    )
    assert after_triggers(combat) is combat


# Battle cry


def test_two_battle_cries_help_each_other_and_the_third_twice() -> None:
    combat = Combat(
        (
            attacker("a", "2/2", "battle cry"),
            attacker("c", "2/2", "battle cry"),
            attacker("d", "1/1"),
        ),
        (blocker("b", "1/1"),),
    )
    assert sizes(combat) == {"a": "3/2", "c": "3/2", "d": "3/1", "b": "1/1"}
    assert log(combat) == [
        "a's battle cry: c and d get +1/+0",
        "c's battle cry: a and d get +1/+0",
    ]


def test_a_lone_battle_cry_helps_nobody() -> None:
    combat = Combat((attacker("a", "2/2", "battle cry"),))
    assert after_triggers(combat) is combat
    assert log(combat) == ["a's battle cry: nothing changes"]


# Melee


def test_melee_counts_the_opponents_that_are_attacked() -> None:
    combat = Combat(
        (
            attacker("a", "2/2", "melee", attacks="left"),
            attacker("c", "1/1", attacks="left"),
            attacker("d", "1/1", attacks="right"),
        ),
        players=PLAYERS,
    )
    assert sizes(combat)["a"] == "4/4"


def test_melee_counts_no_planeswalkers_and_battles() -> None:
    combat = Combat(
        (
            attacker("a", "2/2", "melee", attacks="jace"),
            attacker("c", "1/1", attacks="siege"),
            attacker("d", "1/1", attacks="left"),
        ),
        players=PLAYERS,
        planeswalkers=(Planeswalker("jace", 3, "right"),),
        battles=(Battle("siege", 3, "right"),),
    )
    assert sizes(combat) == {"a": "3/3", "c": "1/1", "d": "1/1"}


# Afflict


def test_afflict_takes_life_however_many_block() -> None:
    combat = Combat(
        (attacker("a", "2/2", "afflict 3"),), (blocker("b1", "1/1"), blocker("b2", "1/1"))
    )
    assert life(combat) == {"active": 20, "defending": 17}
    assert log(combat) == ["a's afflict 3: the defending player loses 3 life"]


def test_afflict_does_nothing_unblocked() -> None:
    combat = Combat((attacker("a", "2/2", "afflict 3"),))
    assert after_triggers(combat) is combat


@pytest.mark.parametrize("attacks", ["right", "jace", "siege"])
def test_afflict_is_for_the_defending_player_of_what_it_attacks(attacks: str) -> None:
    combat = Combat(
        (attacker("a", "2/2", "afflict 3", attacks=attacks),),
        (Blocker(creature("b", "1/1"), ("a",), controller="right"),),
        players=PLAYERS,
        planeswalkers=(Planeswalker("jace", 3, "right"),),
        battles=(Battle("siege", 3, "right"),),
    )
    assert life(combat) == {"active": 20, "left": 20, "right": 17}


# Provoke, and all of them


def test_provoke_triggers_and_changes_nothing() -> None:
    combat = Combat((attacker("a", "2/2", "provoke"),), (blocker("b", "1/1"),))
    assert [(t.creature, t.event, t.ability) for t in triggers(combat)] == [
        ("a", "attacks", "provoke")
    ]
    assert after_triggers(combat) is combat


def test_the_number_of_the_rule_is_that_of_the_date() -> None:
    combat = Combat((attacker("a", "2/1", "bushido 2"),), (blocker("b", "1/1"),))

    def numbers(day: str) -> list[str]:
        return [t.rule for t in triggers(replace(combat, rules=ruleset(day)))]

    assert numbers("2012-01-01") == ["702.43a"]
    assert numbers("2015-01-01") == ["702.44a"]
    assert numbers("2026-04-17") == ["702.45a"]


def test_every_known_keyword_that_triggers_has_a_meaning() -> None:
    assert TRIGGERED_KEYWORDS.keys() == TRIGGERED | TRIGGERED_NUMBERED
    assert TRIGGERED_NUMBERED <= NUMBERED


def test_a_number_is_needed_where_the_card_has_one() -> None:
    assert parse_keyword("Bushido 2") == "bushido 2"
    assert parse_keyword("Battle Cry") == "battle cry"
    with pytest.raises(ValueError, match="needs its number"):
        parse_keyword("rampage")


@examples(1)
@given(combats())
def test_a_combat_without_such_keywords_is_returned_itself(combat: Combat) -> None:
    assert after_triggers(combat) is combat
    assert not list(triggers(combat))


@examples(1)
@given(combats(about=ABOUT))
def test_only_power_toughness_and_life_change(combat: Combat) -> None:
    after = after_triggers(combat)
    before = after.changed(
        attackers=tuple(
            replace(there, creature=sized(there.creature, here.creature))
            for there, here in zip(after.attackers, combat.attackers, strict=True)
        ),
        blockers=tuple(
            replace(there, creature=sized(there.creature, here.creature))
            for there, here in zip(after.blockers, combat.blockers, strict=True)
        ),
        players=tuple(
            replace(there, life=here.life)
            for there, here in zip(after.players, combat.players, strict=True)
        ),
    )
    assert before == combat


def sized(creature: Creature, like: Creature) -> Creature:
    return replace(creature, power=like.power, toughness=like.toughness)


@examples(1)
@given(combats(about=ABOUT))
def test_new_names_in_the_opposite_order_have_the_same_triggers(combat: Combat) -> None:
    assert after_triggers(turned(combat)) == turned(after_triggers(combat))
    assert Counter(by_name(turned(combat))) == Counter(by_name(combat))


def by_name(combat: Combat) -> Iterator[tuple[object, ...]]:
    """Yield the triggers with names for ids, and without an order of what they change."""
    name = combat.labels | {"": ""}
    for trigger in triggers(combat):
        change = trigger.change
        to = frozenset(name[id_] for id_ in change.to)
        numbers = (change.power, change.toughness, change.life)
        yield name[trigger.creature], trigger.event, trigger.ability, name[trigger.by], to, numbers


def turned(combat: Combat) -> Combat:
    """Return a combat with other ids in the opposite order; the names keep the old ids."""

    def new(id_: str) -> str:
        return f"new-{id_}"

    def named(creature: Creature) -> Creature:
        return replace(creature, id=new(creature.id), name=creature.label)

    return combat.changed(
        attackers=tuple(
            replace(a, creature=named(a.creature), blocked_by=tuple(map(new, a.blockers)))
            for a in reversed(combat.attackers)
        ),
        blockers=tuple(
            replace(b, creature=named(b.creature), blocks=tuple(map(new, b.attackers)))
            for b in reversed(combat.blockers)
        ),
        bands=tuple(tuple(map(new, band)) for band in combat.bands),
    )
