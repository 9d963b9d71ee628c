"""Short ways to let events happen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lethal import Assignments
from lethal_models import Combat, parse
from lethal_models.course.steps import announced, dealt, ready
from lethal_models.dealing import deal
from lethal_models.events import Action, Event, Moment

if TYPE_CHECKING:
    from lethal_models.course.steps import Situation

BLOCKS, STACK, BETWEEN = "declare blockers", "damage on the stack", "first strike damage"


def event(do: str, creature: str = "", *, at: str = BLOCKS, **fields: Any) -> Event:  # noqa: ANN401
    return Event(Moment(at), Action(do), creature, **fields)


def with_events(board: str | Combat, *events: Event) -> Combat:
    combat = parse(board) if isinstance(board, str) else board
    return replace(combat, events=events)


def ready_combat(board: str | Combat, *events: Event) -> Combat:
    """Return the combat in which the first damage is assigned."""
    return ready(with_events(board, *events)).combat


def stepped(situation: Situation) -> Situation:
    """Return the situation after a damage step in which the first assignment is made."""
    which, step = situation.which, situation.step
    assignment = next(iter(Assignments(situation.combat, "both", which)))
    on_stack = announced(situation, assignment)
    return dealt(on_stack, which, step, deal(on_stack.combat, assignment))


def just_after(combat: Combat) -> Combat:
    """Return a combat as it is when all its events have happened, at the earliest moment."""
    situation = ready(combat)
    while situation.combat.events:
        assignment = next(iter(Assignments(situation.combat, "both", situation.which)))
        on_stack = announced(situation, assignment)
        if not on_stack.combat.events:
            return on_stack.combat
        situation = stepped(situation)
    return situation.combat


def facts(combat: Combat) -> set[str]:
    """Return everything that is so in a combat, one sentence each."""
    said = {f"{a.creature.id} attacks {a.attacks}" for a in combat.attackers}
    said |= {f"{a.creature.id} is blocked" for a in combat.attackers if a.blocked}
    said |= {f"{a.creature.id} is blocked by {b}" for a in combat.attackers for b in a.blockers}
    said |= {f"{b.creature.id} blocks {a}" for b in combat.blockers for a in b.attackers}
    for bystander in combat.bystanders:
        tapped = "tapped" if bystander.tapped else "untapped"
        said.add(f"{bystander.creature.id} is {tapped}, out of combat")
    for id_, creature in combat.on_battlefield.items():
        said.add(f"{id_} is {creature.power}/{creature.toughness}")
        said.add(f"{id_} is controlled by {combat.controllers[id_]}")
        said.add(f"{id_} has {creature.damage} damage")
        said.add(f"{id_} has {creature.regeneration} shields")
        said |= {f"{id_} has {keyword}" for keyword in creature.keywords}
    said |= {f"{gone.creature.id} is gone" for gone in combat.gone}
    said |= {f"{player.id} has {player.life} life" for player in combat.players}
    said |= {f"{player.id} has {player.poison} poison" for player in combat.players}
    said |= {f"{id_} is there" for id_, thing in combat.permanents.items() if thing.in_combat}
    said |= {f"{w.id} has {w.loyalty} loyalty" for w in combat.planeswalkers}
    for effect in combat.effects:
        said.add(f"{effect.change} {effect.amount} by {effect.by or '-'} to {effect.to or '-'}")
    return said
