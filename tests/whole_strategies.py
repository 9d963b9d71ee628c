"""Hypothesis strategies for whole combats, of two damage steps and with events."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from brute_combat import STRIKES
from lethal_models import ACTIVE, DEFENDING, Bystander, Combat, Creature
from lethal_models.events import Action, Event, Moment
from strategies import combats, with_creatures

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

FIGHTING = (
    "first strike",
    "double strike",
    "trample",
    "deathtouch",
    "lifelink",
    "infect",
    "wither",
)
OTHERS = ("indestructible", "protection from red", "toxic 1", "banding")
TRIGGERING = frozenset({"lifelink", "deathtouch"})
"""Keywords that were triggered abilities before Magic 2010."""


@st.composite
def whole_combats(draw: DrawFn) -> Combat:
    """Draw a small combat in which much comes together over both damage steps."""
    theme = (
        *draw(st.lists(st.sampled_from(FIGHTING), min_size=2, max_size=4)),
        *draw(st.lists(st.sampled_from(OTHERS), max_size=1)),
        draw(st.sampled_from(("first strike", "double strike"))),
    )
    boards = combats(size=(2, 3), largest=24, about=theme)
    combat = draw(boards.filter(lambda combat: len(combat.players) == 2))
    changed = {
        id_: replace(
            creature,
            regeneration=draw(st.sampled_from((0, 0, 0, 1))),
            commander=draw(st.sampled_from((False, False, True))),
        )
        for id_, creature in combat.creatures.items()
    }
    commanders = sorted(id_ for id_, creature in changed.items() if creature.commander)
    words = frozenset[str]().union(*(creature.keywords for creature in changed.values()))
    triggering = combat.rules.damage_on_stack and not words.isdisjoint(TRIGGERING)
    players = tuple(
        replace(
            player,
            life=40 if triggering else draw(st.sampled_from((3, 1, 2, 4, 20))),
            poison=0 if triggering else draw(st.sampled_from((0, 7, 8))),
            commander_damage=tuple((id_, draw(st.sampled_from((0, 18, 19)))) for id_ in commanders),
        )
        for player in combat.players
    )
    return replace(with_creatures(combat, changed), players=players)


@st.composite
def eventful_combats(draw: DrawFn) -> Combat:
    """Draw a small combat in which other things happen besides damage."""
    combat = draw(whole_combats())
    words = frozenset(draw(st.lists(st.sampled_from(FIGHTING), max_size=2)))
    newcomer = Creature("new", draw(st.integers(0, 2)), draw(st.integers(1, 3)), words)
    events = draw(st.lists(_events(combat), min_size=1, max_size=3))
    entering = draw(st.sampled_from((None, None, _put_attacking, _put_blocking)))
    if entering:
        events.append(draw(entering(combat)))
        controller = ACTIVE if events[-1].do is Action.PUT_ATTACKING else DEFENDING
        bystanders = (*combat.bystanders, Bystander(newcomer, controller))
        combat = replace(combat, bystanders=bystanders)
    return replace(combat, events=events)


def _when(combat: Combat) -> SearchStrategy[tuple[Moment, str]]:
    moments: list[tuple[Moment, str]] = [(Moment.BLOCKS, "")]
    first = any(not c.keywords.isdisjoint(STRIKES) for c in combat.creatures.values())
    if first:
        moments += [(Moment.BETWEEN, "")] * 2
    if combat.rules.damage_on_stack:
        moments += [(Moment.STACK, ""), (Moment.STACK, "regular")]
        moments += [(Moment.STACK, "first")] if first else []
    return st.sampled_from(moments)


@st.composite
def _put_attacking(draw: DrawFn, combat: Combat) -> Event:
    at, step = draw(_when(combat))
    attacks = draw(st.sampled_from([DEFENDING, *combat.permanents]))
    return Event(at, Action.PUT_ATTACKING, creature="new", attacks=attacks, step=step)


@st.composite
def _put_blocking(draw: DrawFn, combat: Combat) -> Event:
    at, step = draw(_when(combat))
    attacker = draw(st.sampled_from(combat.attackers))
    place = draw(st.sampled_from((1, None)))
    return Event(
        at,
        Action.PUT_BLOCKING,
        creature="new",
        blocks=attacker.creature.id,
        place=place,
        step=step,
    )


@st.composite
def _events(draw: DrawFn, combat: Combat) -> Event:
    at, step = draw(_when(combat))
    creatures = st.sampled_from(sorted(combat.creatures))
    attackers = st.sampled_from([a.creature.id for a in combat.attackers])
    anything = st.sampled_from([*combat.on_battlefield, *combat.player, *combat.permanents])
    anybody = st.sampled_from(("", "", *combat.creatures))
    somebody = st.one_of(st.just(""), anything)
    number = st.sampled_from((1, 2, -1, 0, -2))
    do = draw(st.sampled_from(ACTIONS))
    event = Event(at, do, step=step)
    match do:
        case Action.PUMP:
            event = replace(
                event, creature=draw(creatures), power=draw(number), toughness=draw(number)
            )
        case Action.SET:
            event = replace(
                event,
                creature=draw(creatures),
                power=draw(number),
                toughness=draw(st.integers(0, 3)),
            )
        case Action.DAMAGE:
            event = replace(
                event, to=draw(anything), by=draw(anybody), amount=draw(st.integers(1, 3))
            )
        case Action.PREVENT:
            amount = draw(st.sampled_from((1, 2, 3, None)))
            event = replace(event, to=draw(somebody), by=draw(anybody), amount=amount)
        case Action.DOUBLE | Action.UNPREVENTABLE:
            event = replace(event, to=draw(somebody), by=draw(anybody))
        case Action.ADD:
            amount = draw(st.integers(1, 2))
            event = replace(event, to=draw(somebody), by=draw(anybody), amount=amount)
        case Action.GAIN | Action.LOSE:
            gained = [word for word in (*FIGHTING, *OTHERS) if not word.startswith("toxic")]
            event = replace(event, creature=draw(creatures), keyword=draw(st.sampled_from(gained)))
        case Action.BECOME_BLOCKED:
            event = replace(event, creature=draw(attackers))
        case _:
            event = replace(event, creature=draw(creatures))
    return event


ACTIONS = (
    Action.PUMP,
    Action.SET,
    Action.DAMAGE,
    Action.DAMAGE,
    Action.PREVENT,
    Action.PREVENT,
    Action.PREVENT,
    Action.DOUBLE,
    Action.ADD,
    Action.UNPREVENTABLE,
    Action.DESTROY,
    Action.SACRIFICE,
    Action.RETURN,
    Action.REMOVE,
    Action.GAIN,
    Action.LOSE,
    Action.REGENERATE,
    Action.BECOME_BLOCKED,
)
