"""Combats from the tests of other engines, translated to facts, against the rules.

`data/peer_cases.jsonl` has one case a line: a board, its blocks, sometimes an assignment, and what
must come of it. Its keywords are shorter than Oracle text and its player is called PLAYER; `combat`
translates. Most are about one damage step. What two steps decide, or something that happens
besides damage, is played as a whole combat: WHOLE.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NotRequired, TypedDict, cast

import pytest

import lethal
from lethal import Assignments, outcomes
from lethal_models import (
    ACTIVE,
    DEFENDING,
    Assignment,
    Attacker,
    Blocker,
    Combat,
    Creature,
    Planeswalker,
    Player,
    ruleset,
)
from lethal_models.events import Action, Event, Moment
from lethal_models.keywords import AS_THOUGH_UNBLOCKED, DAMAGE_BY_TOUGHNESS
from lethal_models.outcome import Outcome, outcome

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lethal_models import WhichStep

Division = dict[str, dict[str, int]]

DATA = Path(__file__).parent / "data" / "peer_cases.jsonl"

WHOLE: dict[str, tuple[Event, ...]] = {
    # Both steps of a double strike.
    "PT001": (),
    "PT003": (),
    # The double striker grows whenever it deals damage to a player.
    "PT010": (Event(Moment.BETWEEN, Action.PUMP, "blademaster", power=1, toughness=1),),
    # What happens between the steps is said by AFTER_THE_FIRST_STEP.
    "PT011": (),
    "PT013": (),
    "PT015": (),
    # The player has protection from the attacker.
    "PT026": (Event(Moment.BLOCKS, Action.PREVENT, by="scion", to=DEFENDING),),
    # Bushido triggers before damage.
    "PT039": (),
}
"""Cases that are played as whole combats, with what happens that their keywords do not say."""

CHOSEN: dict[str, Division] = {
    # Both blockers die only if both are assigned enough.
    "PT039": {"isao": {"elves": 2, "mystic": 2}},
}
"""Assignments that the data takes for granted."""

STEPS: dict[str, WhichStep] = {
    # The assignment is that of the second step; the first only marks 1 on the attacker.
    "PT023": "regular",
}
"""Cases whose step is not the first in which anybody assigns."""

ANY_ERA = ("m12", "foundations")
"""Rules under which a case holds that does not depend on the era: one with an order, one without.

Deathtouch and planeswalkers leave out the eras before.
"""

REMOVED = "removed planeswalker"
NO_BLOCKER_LEFT = {"blocked, blocker gone", "blocked by effect, no blocker"}
# A creature that does not block need not be kept from it.
WITHOUT_MEANING = {*NO_BLOCKER_LEFT, "tapped"}
AFTER_THE_FIRST_STEP: dict[str, tuple[Event, ...]] = {
    "gains +1/+0 and first strike after first-strike step": (
        Event(Moment.BETWEEN, Action.PUMP, power=1),
        Event(Moment.BETWEEN, Action.GAIN, keyword="first strike"),
    ),
    "gains double strike after first-strike step": (
        Event(Moment.BETWEEN, Action.GAIN, keyword="double strike"),
    ),
    "+1/+1 counter after first-strike step": (
        Event(Moment.BETWEEN, Action.PUMP, power=1, toughness=1),
    ),
}
"""What the data says as a keyword and is something that happens to the creature."""
ORACLE_TEXT = {
    "assigns damage equal to toughness": DAMAGE_BY_TOUGHNESS,
    "may assign as though unblocked": AS_THOUGH_UNBLOCKED,
}
CAN_BLOCK = re.compile(r"can block (\d+|any number)")


class CreatureRow(TypedDict):
    """A creature of a case."""

    id: str
    power: int
    toughness: int
    keywords: list[str]
    damage: int


class WalkerRow(TypedDict):
    """A planeswalker of a case."""

    id: str
    loyalty: int


class SideRow(TypedDict):
    """A player of a case."""

    life: int
    creatures: list[CreatureRow]
    planeswalkers: NotRequired[list[WalkerRow]]


class BoardRow(TypedDict):
    """The players of a case."""

    attacking_player: SideRow
    defending_player: SideRow


class Expect(TypedDict, total=False):
    """What must come of a case; `check` looks at every key."""

    alive: list[str]
    attacker_life: int
    damage_marked: dict[str, int]
    dead: list[str]
    dead_default: list[str]
    defender_life: int
    final_pt: dict[str, list[int]]
    illegal_assignments: list[Division]
    legal_assignments: list[Division]
    loyalty: dict[str, int]
    per_step: list[int]
    player_damage: int
    player_damage_argentum_default: int
    player_damage_legal_max: int
    player_damage_legal_range: list[int]
    player_damage_xmage: int


class Case(TypedDict):
    """A line of the data."""

    id: str
    era: str
    board: BoardRow
    blocks: dict[str, list[str]]
    bands: NotRequired[list[list[str]]]
    attack_targets: NotRequired[dict[str, str]]
    assignment: NotRequired[Division]
    expect: Expect


CASES = [cast("Case", json.loads(line)) for line in DATA.read_text(encoding="utf-8").splitlines()]


def combat(case: Case, rules: str) -> Combat:
    """Return the combat of a case."""
    active, defending = case["board"]["attacking_player"], case["board"]["defending_player"]
    targets, blocks = case.get("attack_targets", {}), case["blocks"]
    walkers = [Planeswalker(w["id"], w["loyalty"]) for w in defending.get("planeswalkers", ())]
    if REMOVED in targets.values():
        walkers.append(Planeswalker("removed", 0))
    return Combat(
        tuple(
            Attacker(
                creature(row),
                targets.get(row["id"], DEFENDING).replace(REMOVED, "removed"),
                blocked=not NO_BLOCKER_LEFT.isdisjoint(row["keywords"]),
            )
            for row in active["creatures"]
        ),
        tuple(
            Blocker(creature(row), tuple(blocks.get(row["id"], ())), can_block(row))
            for row in defending["creatures"]
        ),
        ruleset(rules),
        (Player(ACTIVE, active["life"]), Player(DEFENDING, defending["life"])),
        tuple(walkers),
        bands=tuple(map(tuple, case.get("bands", ()))),
        title=case["id"],
        events=tuple(events(case)),
    )


def events(case: Case) -> Iterator[Event]:
    """Yield what happens in a case besides damage."""
    yield from WHOLE.get(case["id"], ())
    for side in (case["board"]["attacking_player"], case["board"]["defending_player"]):
        for row in side["creatures"]:
            for word in row["keywords"]:
                for event in AFTER_THE_FIRST_STEP.get(word, ()):
                    yield replace(event, creature=row["id"])


def creature(row: CreatureRow) -> Creature:
    """Return a creature; a keyword that nothing here knows is an error of the combat."""
    keywords = frozenset(
        ORACLE_TEXT.get(word, word)
        for word in row["keywords"]
        if word not in {*WITHOUT_MEANING, *AFTER_THE_FIRST_STEP} and not CAN_BLOCK.fullmatch(word)
    )
    return Creature(row["id"], row["power"], row["toughness"], keywords, row["damage"])


def can_block(row: CreatureRow) -> int | None:
    """Return how many attackers a creature can block."""
    for word in row["keywords"]:
        if match := CAN_BLOCK.fullmatch(word):
            return None if match[1] == "any number" else int(match[1])
    return 1


def division(listed: Division) -> Division:
    """Return an assignment of the data in the words of the program."""
    return {
        source: {{"PLAYER": DEFENDING}.get(r, r): n for r, n in amounts.items()}
        for source, amounts in listed.items()
    }


def broken_rules(board: Combat, step: WhichStep | None, listed: Division) -> list[str]:
    """Return the rules that an assignment breaks, whoever divides it.

    Creatures that are not listed assign as they do in the first legal assignment.
    """
    views = [Assignments(board, player, step) for player in (ACTIVE, DEFENDING)]
    sources = [{source.id for source in view.sources} for view in views]
    assert listed.keys() <= sources[0] | sources[1]
    broken: list[str] = []
    for view, own in zip(views, sources, strict=True):
        part = {source: amounts for source, amounts in listed.items() if source in own}
        whole = next(iter(view)).as_dict() | part
        broken += [violation.rule for violation in view.check(whole)]
    return broken


@dataclass(frozen=True)
class Played:
    """Everything that can come of a case.

    `given` says whether the data has an assignment; then only what agrees with it is here.
    Every result has the damage that is assigned for it, per step.
    """

    combat: Combat
    given: bool
    results: list[tuple[tuple[Assignment, ...], Outcome]]

    def player_damage(self) -> list[int]:
        """Return the damage to the defending player in every result."""
        return [result.damage.get(DEFENDING, 0) for _, result in self.results]

    def destroyed(self) -> list[set[str]]:
        """Return who is destroyed in every result."""
        return [set(result.destroyed) for _, result in self.results]


def play(case: Case, board: Combat, step: WhichStep | None) -> Played:
    """Return every result of both players' assignments that agrees with the data."""
    listed = division((case.get("assignment") or next(iter(legal_in(case)), None)) or {})
    if case["id"] in WHOLE:
        chosen = CHOSEN.get(case["id"], listed)
        reached = outcomes(board, choices={"regular": Assignment.of(chosen)})
        results = [(tuple(one.witness.values()), one.outcome) for one in reached]
        return Played(board, bool(listed), results)
    wanted = {s: {r: n for r, n in amounts.items() if n} for s, amounts in listed.items()}
    return Played(
        board,
        bool(listed),
        [
            ((assignment,), outcome(board, assignment))
            for assignment in Assignments(board, "both", step)
            if wanted.items() <= assignment.as_dict().items()
        ],
    )


def legal_in(case: Case) -> list[Division]:
    """Return the assignments that are legal according to the data."""
    return case["expect"].get("legal_assignments", [])


def check_legality(case: Case, board: Combat, step: WhichStep | None) -> None:
    """Compare the listed assignments with the rules."""
    legal = [case["assignment"]] if "assignment" in case else []
    for listed in legal + legal_in(case):
        assert broken_rules(board, step, division(listed)) == []
    for listed in case["expect"].get("illegal_assignments", []):
        assert broken_rules(board, step, division(listed)) != []


def check_creatures(expect: Expect, played: Played) -> None:
    """Compare who dies, and the damage that is marked."""
    destroyed = played.destroyed()
    if "dead" in expect:
        assert destroyed[0].intersection(*destroyed) == set(expect["dead"])
    assert set[str]().union(*destroyed).isdisjoint(expect.get("alive", ()))
    for id_, damage in expect.get("damage_marked", {}).items():
        for steps, _ in played.results:
            assert sum(n for step in steps for (_, r), n in step.items() if r == id_) == damage


def check_steps(expect: Expect, played: Played) -> None:
    """Compare the damage to the player in each step, and power and toughness at the end."""
    for steps, _ in played.results:
        damage = [sum(n for (_, r), n in step.items() if r == DEFENDING) for step in steps]
        assert expect.get("per_step", damage) == damage
    if "final_pt" in expect:
        end = lethal.play(played.combat).end.on_battlefield
        final = {id_: [end[id_].power, end[id_].toughness] for id_ in expect["final_pt"]}
        assert final == expect["final_pt"]


def check_players(expect: Expect, played: Played) -> None:
    """Compare damage, life and loyalty: always so where an assignment is given, else possibly."""
    agreeing = [
        all(expect.get(fact, value) == value for fact, value in facts(played.combat, result))
        for _, result in played.results
    ]
    assert all(agreeing) if played.given else any(agreeing)


def facts(board: Combat, result: Outcome) -> Iterator[tuple[str, object]]:
    """Yield what the data may say of players and planeswalkers."""
    life = {player.id: player.life for player in board.players}
    for name, player in (("attacker_life", ACTIVE), ("defender_life", DEFENDING)):
        gained = result.life_gained.get(player, 0)
        yield name, life[player] + gained - result.damage.get(player, 0)
    yield "player_damage", result.damage.get(DEFENDING, 0)
    yield "loyalty", {w.id: w.loyalty - result.loyalty.get(w.id, 0) for w in board.planeswalkers}


def check_ranges(expect: Expect, played: Played) -> None:
    """Compare the range of damage to the player, in which an engine's own choice must lie."""
    damage = played.player_damage()
    if "player_damage_legal_range" in expect:
        assert [min(damage), max(damage)] == expect["player_damage_legal_range"]
    if "player_damage_legal_max" in expect:
        assert max(damage) == expect["player_damage_legal_max"]
    if "player_damage_xmage" in expect:
        assert expect["player_damage_xmage"] in damage
    if "player_damage_argentum_default" in expect:
        default = expect["player_damage_argentum_default"], set(expect.get("dead_default", ()))
        assert default in list(zip(damage, played.destroyed(), strict=True))


@pytest.mark.parametrize(
    ("case", "rules"),
    [
        pytest.param(case, rules, id=f"{case['id']}-{rules}")
        for case in CASES
        for rules in (ANY_ERA if case["era"] == "any" else ("foundations",))
    ],
)
def test_a_case_of_another_engine_agrees_with_the_rules(case: Case, rules: str) -> None:
    board, step = combat(case, rules), STEPS.get(case["id"])
    check_legality(case, board, step)
    played = play(case, board, step)
    check_creatures(case["expect"], played)
    check_players(case["expect"], played)
    check_steps(case["expect"], played)
    check_ranges(case["expect"], played)


def test_no_expectation_of_a_case_is_overlooked() -> None:
    known = Expect.__annotations__.keys()
    assert all(case["expect"] and case["expect"].keys() <= known for case in CASES)
    assert {case["era"].partition(" ")[0] for case in CASES} == {"any", "unordered"}
