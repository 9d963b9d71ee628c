"""Effects that let a creature assign its combat damage in another way, or not at all."""

from __future__ import annotations

import lethal
from judging import broken, sentences
from lethal_models import (
    Attacker,
    Blocker,
    Bystander,
    Combat,
    Creature,
    Planeswalker,
    damage_step,
    ruleset,
)
from lethal_models.keywords import (
    AS_THOUGH_UNBLOCKED,
    BANDING,
    DIVIDED_AS_YOU_CHOOSE,
    NO_COMBAT_DAMAGE,
    TRAMPLE,
    TRAMPLE_OVER_PLANESWALKERS,
)
from lethal_models.outcome import outcome

B1, B2 = Creature("b1", 2, 2), Creature("b2", 2, 3)
C1, C2 = Creature("c1", 1, 1), Creature("c2", 1, 1)


def attack(
    creature: Creature,
    *blocked_by: Creature,
    attacks: str = "defending",
    loyalty: int = 3,
    others: tuple[Bystander, ...] = (),
) -> Combat:
    """Return a combat in which a creature attacks the player or the planeswalker j."""
    blockers = tuple(blocker.id for blocker in blocked_by)
    return Combat(
        (Attacker(creature, attacks, blockers),),
        tuple(map(Blocker, blocked_by)),
        planeswalkers=(Planeswalker("j", loyalty),) if attacks == "j" else (),
        bystanders=others,
    )


def without_blockers(creature: Creature, attacks: str = "defending", loyalty: int = 3) -> Combat:
    """Return a combat in which the blockers of an attacker are gone."""
    walkers = (Planeswalker("j", loyalty),) if attacks == "j" else ()
    return Combat((Attacker(creature, attacks, (), blocked=True),), planeswalkers=walkers)


def thorn(power: int, *keywords: str) -> Creature:
    return Creature("a", power, 5, frozenset({AS_THOUGH_UNBLOCKED, *keywords}))


def orgg(power: int, *keywords: str) -> Creature:
    return Creature("a", power, 5, frozenset({DIVIDED_AS_YOU_CHOOSE, *keywords}))


def listed(combat: Combat, by: str = "active") -> set[str]:
    return {str(assignment) for assignment in lethal.assignments(combat, by)}


# --- As though it weren't blocked ------------------------------------------------------------


def test_all_damage_goes_to_the_blockers_or_all_to_the_player() -> None:
    combat = attack(thorn(2), B1, B2)
    assert listed(combat) == {"a:p=2", "a:b1=2", "a:b1=1,b2=1", "a:b2=2"}
    assert lethal.assignments(combat).count() == 4
    assert broken(combat, "a:p=2") == []


def test_it_is_no_mix() -> None:
    combat = attack(thorn(7), B1, B2)
    assert broken(combat, "a:b1=3,p=4") == ["510.1c"]
    (sentence,) = sentences(combat, "a:b1=3,p=4")
    assert sentence == (
        "a must divide all of its damage in one way: all of it as though it weren't blocked to "
        "the defending player; or to b1, b2"
    )


def test_the_order_of_the_blockers_does_not_matter_to_the_player() -> None:
    combat = attack(thorn(2), B1, B2).changed(rules=ruleset("m12"))
    assert listed(combat) == {"a:p=2", "a:b1=2"}


def test_a_trampler_may_ignore_its_blockers_only_as_a_whole() -> None:
    combat = attack(thorn(7, TRAMPLE), B1, B2)
    assert broken(combat, "a:p=7") == []
    assert broken(combat, "a:b1=2,b2=3,p=2") == []
    assert broken(combat, "a:b1=1,b2=3,p=3") == ["702.19b"]
    # All on the blockers: 8; 1 to the player: 2; 2 to the player: 1; 7 to the player: 1.
    assert lethal.assignments(combat).count() == 12


def test_without_blockers_it_assigns_everything_or_nothing() -> None:
    combat = without_blockers(thorn(5))
    assert listed(combat) == {"", "a:p=5"}
    assert lethal.assignments(combat).count() == 2
    assert broken(combat, "a:p=3") == ["510.1a"]
    assert sentences(combat, "a:p=3") == ["a must assign exactly 5 damage or none, not 3"]


def test_one_damage_or_none_is_a_choice_too() -> None:
    assert listed(without_blockers(thorn(1))) == {"", "a:p=1"}
    assert lethal.assignments(without_blockers(thorn(1)), engine="cpsat").count() == 2


def test_a_trampler_without_blockers_has_no_choice() -> None:
    assert listed(without_blockers(thorn(5, TRAMPLE))) == {"a:p=5"}


def test_unblocked_it_changes_nothing() -> None:
    assert listed(attack(thorn(5))) == {"a:p=5"}


def test_it_assigns_to_the_planeswalker_it_attacks() -> None:
    combat = attack(thorn(5), B1, attacks="j")
    assert listed(combat) == {"a:b1=5", "a:j=5"}
    assert broken(combat, "a:p=5") == ["510.1c"]


def test_when_what_it_attacks_is_gone_it_may_assign_nothing_as_if_it_was_not_blocked() -> None:
    # 510.1b: an unblocked creature that attacks nothing assigns no damage.
    assert listed(attack(thorn(5), B1, attacks="j", loyalty=0)) == {"", "a:b1=5"}
    (idle,) = damage_step(without_blockers(thorn(5), "j", 0)).idle.values()
    assert idle.reason == "is blocked, and no creature is blocking it now"


def test_with_trample_over_planeswalkers_only_the_loyalty_stays_in_its_way() -> None:
    combat = attack(thorn(5, TRAMPLE_OVER_PLANESWALKERS), B1, attacks="j")
    # Ignoring the blocker, at least 3 on the planeswalker: 3. Otherwise all on the blocker, or 2
    # to 4 there and the rest on the planeswalker: 4.
    assert listed(combat) == {
        "a:j=5", "a:j=4,p=1", "a:j=3,p=2", "a:b1=5", "a:b1=4,j=1", "a:b1=3,j=2", "a:b1=2,j=3",
    }  # fmt: skip
    assert lethal.assignments(combat).count() == 7
    assert broken(combat, "a:j=2,p=3") == ["702.19c"]
    assert broken(combat, "a:b1=1,j=4") == ["702.19b"]


def test_a_blocker_with_banding_leaves_the_choice_to_the_defending_player() -> None:
    combat = attack(thorn(2), Creature("b1", 1, 1, frozenset({BANDING})))
    assert listed(combat, "defending") == {"a:b1=2 b1:a=1", "a:p=2 b1:a=1"}
    assert not lethal.assignments(combat).sources


def test_it_does_nothing_for_a_blocker() -> None:
    combat = attack(Creature("a", 1, 1), Creature("b1", 2, 2, frozenset({AS_THOUGH_UNBLOCKED})))
    assert listed(combat, "defending") == {"b1:a=2"}


def test_a_creature_that_ignores_its_blockers_does_not_help_a_trampler() -> None:
    # The trampler reaches the player only where a gives b1 its lethal damage.
    trampler = Creature("t", 1, 1, frozenset({TRAMPLE}))
    combat = Combat(
        (Attacker(thorn(2), blocked_by=("b1",)), Attacker(trampler, blocked_by=("b1",))),
        (Blocker(B1, ("a", "t"), can_block=2),),
    )
    assert listed(combat) == {"a:b1=2 t:b1=1", "a:b1=2 t:p=1", "a:p=2 t:b1=1"}


# --- Divided as you choose among the defending player and their creatures -----------------------


def test_it_divides_among_the_player_and_all_their_creatures() -> None:
    others = (Bystander(C1, "defending"), Bystander(C2, "active"))
    combat = attack(orgg(3), B1, others=others)
    # 3 among b1, c1 and the player.
    assert lethal.assignments(combat).count() == 10
    assert broken(combat, "a:b1=1,c1=1,p=1") == []
    assert broken(combat, "a:c2=3") == ["510.1c"]


def test_it_divides_so_unblocked_too_and_among_creatures_that_block_another() -> None:
    combat = Combat(
        (Attacker(orgg(2)), Attacker(Creature("other", 1, 1))), (Blocker(B1, ("other",)),)
    )
    assert listed(combat) == {
        "a:b1=2 other:b1=1", "a:b1=1,p=1 other:b1=1", "a:p=2 other:b1=1",
    }  # fmt: skip


def test_no_order_and_no_lethal_damage_bind_it() -> None:
    combat = attack(orgg(2, TRAMPLE), B1, B2).changed(rules=ruleset("m12"))
    assert lethal.assignments(combat).count() == 6
    assert broken(combat, "a:b2=1,p=1") == []


def test_the_planeswalker_it_attacks_gets_all_of_it_or_nothing() -> None:
    combat = attack(orgg(2), attacks="j", others=(Bystander(C1, "defending"),))
    assert listed(combat) == {"a:j=2", "a:c1=2", "a:c1=1,p=1", "a:p=2"}
    assert lethal.assignments(combat).count() == 4
    assert broken(combat, "a:j=1,p=1") == ["510.1b"]


def test_trample_onto_a_planeswalker_does_not_mix_with_the_player() -> None:
    combat = attack(orgg(3, TRAMPLE), Creature("b1", 0, 1), attacks="j")
    assert listed(combat) == {
        "a:b1=3", "a:b1=2,p=1", "a:b1=1,p=2", "a:p=3", "a:b1=2,j=1", "a:b1=1,j=2",
    }  # fmt: skip
    assert lethal.assignments(combat).count() == 6
    assert broken(combat, "a:b1=1,j=1,p=1") == ["510.1c"]
    assert broken(combat, "a:j=3") == ["702.19b"]


def test_without_blockers_it_may_assign_nothing() -> None:
    assert listed(without_blockers(orgg(2))) == {"", "a:p=2"}


def test_its_defending_player_stays_when_the_planeswalker_is_gone() -> None:
    assert listed(attack(orgg(2), attacks="j", loyalty=0)) == {"", "a:p=2"}


def test_both_effects_together_only_add_what_is_attacked() -> None:
    combat = attack(orgg(2, AS_THOUGH_UNBLOCKED), B1, attacks="j")
    assert listed(combat) == {"a:j=2", "a:b1=2", "a:b1=1,p=1", "a:p=2"}


def test_a_blocker_has_no_defending_player_of_its_own() -> None:
    blocker = Creature("b1", 2, 2, frozenset({DIVIDED_AS_YOU_CHOOSE}))
    assert listed(attack(Creature("a", 1, 1), blocker), "defending") == {"b1:a=2"}


def test_creatures_that_are_not_in_combat_die_of_it() -> None:
    others = (Bystander(C1, "defending"), Bystander(C2, "defending"))
    combat = attack(orgg(3), others=others)
    best = lethal.assignments(combat).best("kills,damage")
    assert str(best.assignment) == "a:c1=1,c2=1,p=1"
    assert best.values == {"kills": 2, "damage": 1}
    assert outcome(combat, best.assignment).destroyed == ("c1", "c2")


# --- No combat damage ------------------------------------------------------------------------


def test_a_creature_that_assigns_no_combat_damage_still_fights_and_dies() -> None:
    combat = attack(Creature("a", 5, 2, frozenset({NO_COMBAT_DAMAGE})), B1)
    assert listed(combat, "both") == {"b1:a=2"}
    assert sentences(combat, "a:b1=5", by="both") == ["a assigns no combat damage"]
    assert broken(combat, "a:b1=5", by="both") == ["510.1a"]


# --- Explanations ----------------------------------------------------------------------------


def test_a_mix_is_explained_by_the_ways_there_are() -> None:
    explanation = lethal.assignments(attack(thorn(3), B1)).explain("a:p=1")
    assert str(explanation) == (
        "a:p=1 is impossible: a assigns exactly 3 damage (510.1a). "
        "a divides all of its damage in one way: all of it as though it weren't blocked to the "
        "defending player; or to b1 (510.1c)."
    )


def test_a_gate_is_explained_with_the_way_it_belongs_to() -> None:
    explanation = lethal.assignments(attack(thorn(5, TRAMPLE), B1)).explain("a:b1=1 a:p>=1")
    assert explanation is not None
    assert (
        "when it assigns to b1, the defending player, a may assign damage to the defending player "
        "only when lethal damage is assigned to b1: 2 (702.19b)"
    ) in str(explanation)


def test_nothing_or_all_is_explained() -> None:
    explanation = lethal.assignments(without_blockers(thorn(5))).explain("a:p=3")
    assert str(explanation) == ("a:p=3 is impossible: a assigns exactly 5 damage or none (510.1a).")


def test_ranges_know_the_ways() -> None:
    legal = lethal.assignments(attack(thorn(3), B1, B2))
    assert legal.ranges("a:p>=1") == {
        ("a", "b1"): (0, 0),
        ("a", "b2"): (0, 0),
        ("a", "defending"): (3, 3),
    }
    assert legal.ranges("a:b1=1,p>=1") is None


def test_that_nothing_is_assigned_is_one_choice_however_many_effects_allow_it() -> None:
    # What it attacks is gone and it is not blocked: both the ordinary way and the one "as though
    # it weren't blocked" assign nothing (510.1b).
    creature = Creature("a", 2, 2, frozenset({DIVIDED_AS_YOU_CHOOSE, AS_THOUGH_UNBLOCKED}))
    combat = attack(creature, attacks="j", loyalty=0)
    legal = lethal.assignments(combat)
    assert list(map(str, legal)) == ["", "a:p=2"]
    assert legal.count() == 2
