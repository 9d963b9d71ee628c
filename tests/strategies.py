"""Hypothesis strategies for combats, and how many examples the properties over them take."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from brute import (
    AS_UNBLOCKED,
    AS_YOU_CHOOSE,
    BANDS_WITH_OTHER,
    BY_TOUGHNESS,
    FORMATION,
    LETHAL_BY_POWER,
    NO_DAMAGE,
    Joint,
    Sender,
    Step,
    assignments,
    free_product,
    senders,
    steps,
    view,
)
from lethal import Assignments
from lethal_models import (
    ACTIVE,
    DEFENDING,
    ERAS,
    Attacker,
    Battle,
    Blocker,
    Bystander,
    Combat,
    Creature,
    Planeswalker,
    Player,
    Ruleset,
)
from lethal_models.board import START_LIFE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypothesis.strategies import DrawFn, SearchStrategy

    from lethal.components import Component

OVER = "trample over planeswalkers"
COMMON = (
    "deathtouch",
    "deathtouch",
    "banding",
    "first strike",
    "double strike",
    AS_UNBLOCKED,
    AS_YOU_CHOOSE,
    *BANDS_WITH_OTHER,
)
RARE = (
    "lifelink",
    "lifelink",
    "infect",
    "wither",
    "indestructible",
    BY_TOUGHNESS,
    NO_DAMAGE,
    "changeling",
    "protection from red",
    "protection from creatures",
    "flying",
)
EVE = "eve"
"""The second of two defending players."""
# The newest two have the most in them.
ANY_RULES = st.sampled_from((*ERAS, *ERAS[-2:]))
NEWEST_RULES = st.sampled_from(ERAS[-2:])
LARGE = 3_000
"""Joint divisions of a board that a brute force still goes through in no time."""


def examples(times: float) -> settings:
    """Return settings for a property: so many times the examples of the loaded profile."""
    number = max(1, round(times * settings().max_examples))
    # Drawing a whole board is slow by hypothesis' standards.
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large]
    return settings(max_examples=number, deadline=None, suppress_health_check=slow)


@st.composite
def combats(
    draw: DrawFn,
    *,
    size: tuple[int, int] = (4, 5),
    largest: int = LARGE,
    rules: SearchStrategy[Ruleset] = ANY_RULES,
    about: tuple[str, ...] = (),
) -> Combat:
    """Draw a combat with at most `largest` joint divisions of a step's damage.

    It has at most as many attackers and blockers as `size` says, and its creatures may have the
    keywords that it is `about`.
    """
    era = draw(rules)
    attackers, blockers = size
    attacker_ids = [f"a{i}" for i in range(1, draw(_number(1, attackers)) + 1)]
    blocker_ids = [
        f"b{i}" for i in range(1, draw(st.sampled_from((*range(1, blockers + 1), 0))) + 1)
    ]
    defenders = (DEFENDING, EVE) if draw(_rarely()) else (DEFENDING,)
    walkers = _planeswalkers(draw, defenders) if era.planeswalkers else ()
    battles = _battles(draw, defenders) if era.battles else ()
    theme = sorted({*_theme(draw, era, walkers=bool(walkers)), *about})
    bands = _bands(draw, attacker_ids)
    attackable = st.sampled_from(
        (DEFENDING, *defenders, *(thing.id for thing in (*walkers, *battles)))
    )
    attacks = {a: draw(attackable) for a in attacker_ids}
    removed = {a: draw(_rarely()) for a in attacker_ids}
    for first, *mates in bands:
        # 702.22d, 702.22i: a band attacks one thing and becomes blocked together.
        attacks |= dict.fromkeys(mates, attacks[first])
        removed |= dict.fromkeys(mates, removed[first])
    controllers = {b: draw(st.sampled_from(defenders)) for b in blocker_ids}
    players = {id_: id_ for id_ in defenders}
    players |= {walker.id: walker.controller for walker in walkers}
    players |= {battle.id: battle.protector for battle in battles}
    blocks = _blocks(draw, attacker_ids, blocker_ids, bands)
    blocks = {
        b: [a for a in blocked if players[attacks[a]] == controllers[b]]
        for b, blocked in blocks.items()
    }
    combat = Combat(
        tuple(
            Attacker(
                _creature(draw, a, theme),
                attacks[a],
                tuple(draw(st.permutations([b for b in blocker_ids if a in blocks[b]]))),
                removed[a],
            )
            for a in attacker_ids
        ),
        tuple(
            Blocker(
                _creature(draw, b, theme),
                tuple(draw(st.permutations(blocks[b]))),
                None,
                controllers[b],
            )
            for b in blocker_ids
        ),
        era,
        (_player(draw, ACTIVE, START_LIFE, 0), *(_defender(draw, id_) for id_ in defenders)),
        walkers,
        battles,
        bands,
        _bystanders(draw, defenders, theme),
    )
    return bounded(combat, largest)


@dataclass(frozen=True)
class View:
    """One player's part of a damage step, as the program and the brute force see it."""

    combat: Combat
    by: str
    step: Step

    @cached_property
    def legal(self) -> Assignments:
        return Assignments(self.combat, self.by, self.step)

    @cached_property
    def senders(self) -> tuple[Sender, ...]:
        return view(self.combat, self.by, self.step)

    @cached_property
    def expected(self) -> frozenset[Joint]:
        return assignments(self.combat, self.senders)


def views_of(combat: Combat) -> list[View]:
    """Return every view of every step of a combat."""
    return [View(combat, by, step) for step in steps(combat) for by in choosers(combat)]


def choosers(combat: Combat) -> tuple[str, ...]:
    """Return every value of `by`."""
    return ("both", *(player.id for player in combat.players))


def views(boards: SearchStrategy[Combat]) -> SearchStrategy[View]:
    """Draw a combat and one view of it."""
    return boards.flatmap(lambda combat: st.sampled_from(views_of(combat)))


def rows_by_brute_force(combat: Combat, component: Component) -> list[tuple[int, ...]]:
    """Return the rows of a component that the brute force finds, in order."""
    ids = {source.id for source in component.sources}
    everybody = [
        sender
        for step in steps(combat)
        if step == ("first" if component.step.first else "regular")
        for sender in senders(combat, step)
        if sender.id in ids
    ]
    found = map(dict, assignments(combat, everybody))
    return sorted(tuple(given.get(edge, 0) for edge in component.edges) for given in found)


def bounded(combat: Combat, largest: int) -> Combat:
    """Return a combat with the largest amounts lowered until its divisions are few enough."""
    while max(free_product(senders(combat, step)) for step in steps(combat)) > largest:
        everybody = [sender for step in steps(combat) for sender in senders(combat, step)]
        widest = max(everybody, key=lambda sender: (free_product([sender]), sender.id))
        lowered = _lowered(combat.creatures[widest.id])
        combat = with_creatures(combat, {widest.id: lowered})
    return combat


def with_creatures(combat: Combat, changed: dict[str, Creature]) -> Combat:
    """Return a combat with some of its creatures replaced."""
    return replace(
        combat,
        attackers=tuple(
            replace(a, creature=changed.get(a.creature.id, a.creature)) for a in combat.attackers
        ),
        blockers=tuple(
            replace(b, creature=changed.get(b.creature.id, b.creature)) for b in combat.blockers
        ),
    )


def _lowered(creature: Creature) -> Creature:
    if BY_TOUGHNESS in creature.keywords:
        return replace(creature, toughness=creature.toughness - 1)
    return replace(creature, power=creature.power - 1)


def _creature(draw: DrawFn, id_: str, theme: Sequence[str]) -> Creature:
    toughness = draw(st.sampled_from((2, 3, 1, 4, 5, 0, 1, 2, 3)))
    # Damage that is already lethal makes a creature need nothing: a case of its own.
    damage = draw(st.integers(1, toughness + 1)) if draw(_rarely()) else 0
    return Creature(
        id_,
        draw(st.sampled_from((2, 3, 1, 4, 5, 0, -1, 2, 3))),
        toughness,
        frozenset(keyword for keyword in theme if draw(st.booleans())),
        damage,
        value=draw(st.sampled_from((None, None, None, -3, 0, 7))),
        colors=frozenset(draw(st.sampled_from(((), (), ("red",), ("red", "green"))))),
        types=frozenset(draw(_types()) if any(w in BANDS_WITH_OTHER for w in theme) else ()),
    )


def _types() -> SearchStrategy[tuple[str, ...]]:
    return st.sampled_from((("wolf",), ("wolf", "legendary"), (), ("legendary",), ("elf",)))


def _player(draw: DrawFn, id_: str, life: int, poison: int) -> Player:
    abilities = {a for a in (FORMATION, LETHAL_BY_POWER) if draw(_rarely()) and draw(st.booleans())}
    return Player(id_, life, poison, abilities=frozenset(abilities))


def _defender(draw: DrawFn, id_: str) -> Player:
    return _player(draw, id_, draw(_life()), draw(st.sampled_from((0, 8))))


def _bystanders(
    draw: DrawFn, defenders: Sequence[str], theme: Sequence[str]
) -> tuple[Bystander, ...]:
    """Draw creatures that are not in combat, above all where they can be assigned damage."""
    number = draw(st.integers(0, 2)) if AS_YOU_CHOOSE in theme or draw(_rarely()) else 0
    controller = st.sampled_from((*defenders, ACTIVE))
    return tuple(
        Bystander(_creature(draw, f"c{i}", theme), draw(controller)) for i in range(1, number + 1)
    )


def _theme(draw: DrawFn, era: Ruleset, *, walkers: bool) -> set[str]:
    """Draw what a board is about: the keywords of which every creature may have some.

    Keywords act on each other, which they do not where each is rare on its own.
    """
    over = (OVER,) * 5 if walkers and era.trample_over_planeswalkers else ()
    common = st.sampled_from((*COMMON, *over))
    rare = st.sampled_from(RARE)
    theme = {draw(common), draw(common), draw(rare), draw(rare), draw(rare)}
    return theme if draw(_rarely()) else theme | {"trample"}


def _number(least: int, most: int) -> SearchStrategy[int]:
    """Draw from a range; larger numbers more often, for creatures that have much in common."""
    return st.sampled_from([n for n in range(least, most + 1) for _ in range(n + 1)])


def _rarely() -> SearchStrategy[bool]:
    return st.sampled_from((False, False, False, True))


def _life() -> SearchStrategy[int]:
    """Draw little life: what matters is at which damage a player loses."""
    return st.sampled_from((1, 2, 3, 4, 6))


def _planeswalkers(draw: DrawFn, defenders: Sequence[str]) -> tuple[Planeswalker, ...]:
    loyalties = draw(st.lists(st.sampled_from((1, 2, 3, 0, 4)), max_size=2))
    controller = st.sampled_from(defenders)
    return tuple(
        Planeswalker(f"w{i}", loyalty, draw(controller)) for i, loyalty in enumerate(loyalties, 1)
    )


def _battles(draw: DrawFn, defenders: Sequence[str]) -> tuple[Battle, ...]:
    defenses = draw(st.lists(st.integers(0, 3), max_size=1))
    protector = st.sampled_from(defenders)
    return tuple(Battle(f"s{i}", defense, draw(protector)) for i, defense in enumerate(defenses, 1))


def _bands(draw: DrawFn, attacker_ids: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    if len(attacker_ids) < 2 or not draw(_rarely()):
        return ()
    size = draw(st.integers(2, len(attacker_ids)))
    return (tuple(draw(st.permutations(attacker_ids))[:size]),)


def _blocks(
    draw: DrawFn,
    attacker_ids: Sequence[str],
    blocker_ids: Sequence[str],
    bands: Sequence[Sequence[str]],
) -> dict[str, list[str]]:
    """Draw what every blocker blocks; a block of one member of a band is one of all."""
    blocks: dict[str, list[str]] = {}
    for blocker in blocker_ids:
        least = draw(st.sampled_from((1, 1, 2, 0, 0)))
        chosen = set(draw(st.lists(st.sampled_from(attacker_ids), min_size=least, max_size=3)))
        for band in bands:
            chosen |= set(band) if chosen & set(band) else set()
        blocks[blocker] = [a for a in attacker_ids if a in chosen]
    return blocks
