"""Who divides what: Defensive Formation, and several defending players."""

from __future__ import annotations

import lethal
from judging import broken
from lethal_models import (
    Attacker,
    Battle,
    Blocker,
    Combat,
    Creature,
    Planeswalker,
    Player,
    damage_step,
    ruleset,
)
from lethal_models.files import read_board
from lethal_models.keywords import AS_THOUGH_UNBLOCKED, DEFENDER_DIVIDES, TRAMPLE

FORMATION = (
    Player("active"),
    Player("defending", abilities=frozenset({DEFENDER_DIVIDES})),
)


def formation(*keywords: str, rules: str = "m12", attacks: str = "defending") -> Combat:
    return Combat(
        (Attacker(Creature("a", 4, 4, frozenset(keywords)), attacks, ("b1", "b2")),),
        (Blocker(Creature("b1", 1, 2)), Blocker(Creature("b2", 1, 2))),
        ruleset(rules),
        FORMATION,
        (Planeswalker("j", 3),),
    )


def listed(board: Combat, by: str) -> set[str]:
    return {str(assignment) for assignment in lethal.assignments(board, by)}


def assigners(board: Combat) -> dict[str, str]:
    return {source.id: source.assigner for source in damage_step(board).sources}


def test_formation_gives_the_defending_player_the_division_without_an_order() -> None:
    # 4 among b1 and b2, without the order that m12 has.
    board = formation()
    assert assigners(board)["a"] == "defending"
    assert broken(board, "a:b2=4 b1:a=1 b2:a=1", by="defending") == []
    assert len(listed(board, "defending")) == 5
    assert not lethal.assignments(board).sources


def test_formation_leaves_tramples_need() -> None:
    board = formation(TRAMPLE)
    assert broken(board, "a:b1=2,b2=1,p=1 b1:a=1 b2:a=1", by="defending") == ["702.19b"]
    # All 5 divisions among the blockers; the need of both is the whole amount.
    assert len(listed(board, "defending")) == 5


def test_formation_leaves_other_choices_to_the_defending_player_too() -> None:
    board = formation(AS_THOUGH_UNBLOCKED)
    assert len(listed(board, "defending")) == 6
    assert "a:p=4 b1:a=1 b2:a=1" in listed(board, "defending")


def test_formation_is_about_unblocked_attackers_too() -> None:
    board = Combat((Attacker(Creature("a", 4, 4)),), players=FORMATION)
    assert assigners(board) == {"a": "defending"}


def test_formation_is_not_about_attackers_of_a_planeswalker() -> None:
    board = formation(attacks="j")
    assert assigners(board)["a"] == "active"
    # In order: 2 to 4 on the first.
    assert listed(board, "active") == {"a:b1=2,b2=2", "a:b1=3,b2=1", "a:b1=4"}


TWO_DEFENDERS = """
format = 1
[players.alice]
life = 5
[players.bob]
life = 7
abilities = ["rather than the attacking player, you assign the combat damage of each creature \
attacking you"]
[[attackers]]
id = "a1"
power = 2
toughness = 2
attacks = "alice"
blocked_by = ["b1", "b2"]
[[attackers]]
id = "a2"
power = 2
toughness = 2
attacks = "bob"
blocked_by = ["b3"]
[[attackers]]
id = "a3"
power = 3
toughness = 3
attacks = "j"
blocked_by = ["b4", "b5"]
[[blockers]]
id = "b1"
power = 1
toughness = 1
controller = "alice"
[[blockers]]
id = "b2"
power = 1
toughness = 1
controller = "alice"
[[blockers]]
id = "b3"
power = 1
toughness = 1
controller = "bob"
[[blockers]]
id = "b4"
power = 1
toughness = 1
controller = "bob"
[[blockers]]
id = "b5"
power = 1
toughness = 1
keywords = ["bands with other legendary creatures"]
types = ["legendary"]
controller = "bob"
[[planeswalkers]]
id = "j"
loyalty = 4
controller = "bob"
"""


def test_every_defending_player_divides_for_their_own_blockers() -> None:
    board = read_board(TWO_DEFENDERS.encode(), "board.toml").combat
    assert assigners(board) == {
        "a1": "active", "a2": "bob", "a3": "active",
        "b1": "alice", "b2": "alice", "b3": "bob", "b4": "bob", "b5": "bob",
    }  # fmt: skip
    assert listed(board, "alice") == {"b1:a1=1 b2:a1=1"}
    assert listed(board, "bob") == {"a2:b3=2 b3:a2=1 b4:a3=1 b5:a3=1"}
    # 2 among b1 and b2, 3 among b4 and b5.
    assert lethal.assignments(board).count() == 12


def test_the_defending_player_of_an_attacker_divides_where_blockers_band() -> None:
    alone = read_board(TWO_DEFENDERS.encode(), "board.toml").combat
    legend = Creature("b4", 1, 1, types=frozenset({"legendary"}))
    blockers = tuple(
        Blocker(legend, b.blocks, controller="bob") if b.creature.id == "b4" else b
        for b in alone.blockers
    )
    board = Combat(
        alone.attackers, blockers, players=alone.players, planeswalkers=alone.planeswalkers
    )
    assert assigners(board)["a3"] == "bob"


def test_the_protector_of_a_battle_is_the_defending_player() -> None:
    board = Combat(
        (Attacker(Creature("a", 2, 2), "k", ("b",)),),
        (Blocker(Creature("b", 1, 1, frozenset({"banding"})), controller="bob"),),
        players=(Player("active"), Player("alice"), Player("bob")),
        battles=(Battle("k", 4, "bob"),),
    )
    assert assigners(board) == {"a": "bob", "b": "bob"}


def test_the_best_of_one_defending_player_is_theirs_alone() -> None:
    board = read_board(TWO_DEFENDERS.encode(), "board.toml").combat
    best = lethal.assignments(board, by="bob").best("kills,damage")
    # Their own b3 dies of the 2 damage that bob has to assign to it.
    assert str(best.assignment) == "a2:b3=2 b3:a2=1 b4:a3=1 b5:a3=1"
    assert best.values == {"kills": -1, "damage": 0}
