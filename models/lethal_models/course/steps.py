"""The steps of a combat from declared blockers to its end, as one value after another.

    ready       what blocks trigger, and the events before any damage
    announced   before Magic 2010: damage is on the stack, and players respond
    dealt       the damage is dealt; state-based actions; the events before the next step

The players' choices are made in between and passed in. Nothing here knows a solver.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING

from lethal_models.assigning import damage_step, has_strike, strikers
from lethal_models.combat import Stage
from lethal_models.course.declared import declared, declared_later
from lethal_models.course.happening import happen
from lethal_models.course.log import Entry, Kind
from lethal_models.course.sentences import (
    assigned_entries,
    dealt_entries,
    declared_entries,
    order_entries,
    settled_entries,
    step_entry,
    trigger_entries,
)
from lethal_models.course.settling import game_is_over, settled_damage
from lethal_models.course.state_based import Settled, state_based_actions
from lethal_models.course.triggers import after_triggers
from lethal_models.dealing import take
from lethal_models.errors import EventError
from lethal_models.events import Moment
from lethal_models.outcome import Outcome

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from lethal_models.assigning import WhichStep
    from lethal_models.assignment import Assignment
    from lethal_models.combat import Combat
    from lethal_models.damage_step import DamageStep
    from lethal_models.dealing import Dealt
    from lethal_models.events import Event


@dataclass(frozen=True, slots=True)
class Situation:
    """A moment in a combat.

    Attributes:
        board: The combat as it began.
        combat: The combat as it is now.
        outcome: What has come of it so far.
        log: What has happened so far; None if nobody keeps one.
        strict: Whether an event that damage has made impossible is an error; else nothing happens.
    """

    board: Combat
    combat: Combat
    outcome: Outcome = field(default_factory=Outcome)
    log: tuple[Entry, ...] | None = None
    strict: bool = True

    @property
    def over(self) -> bool:
        """Whether all damage has been dealt."""
        return self.combat.stage is Stage.OVER

    @property
    def which(self) -> WhichStep:
        """The damage step that comes next."""
        first = self.combat.stage is not Stage.REGULAR and any(strikers(self.combat))
        return "first" if first else "regular"

    @property
    def step(self) -> DamageStep:
        """The damage step that comes next, in which perhaps nobody assigns."""
        return damage_step(self.combat, self.which)

    @property
    def key(self) -> Hashable:
        """Return something equal for situations with the same past and the same future."""
        combat = self.combat
        if self.over:
            return self.outcome.key
        return (
            self.outcome.key,
            combat.stage,
            combat.attackers,
            combat.blockers,
            combat.bystanders,
            combat.players,
            combat.planeswalkers,
            combat.battles,
            combat.effects,
            combat.events,
            combat.struck,
            frozenset((gone.creature.id, gone.died) for gone in combat.gone),
        )


def ready(combat: Combat, *, strict: bool = True, logged: bool = False) -> Situation:
    """Return the situation in which the first damage is assigned.

    Args:
        combat: The combat after blocks.
        strict: See `Situation.strict`.
        logged: Whether to keep a log.

    Raises:
        EventError: An event at declaring blockers is impossible.
    """
    log = (*declared_entries(combat, declared(combat)), *order_entries(combat)) if logged else None
    start = Situation(combat, combat, log=log, strict=strict)
    if combat.stage is not Stage.BLOCKS:
        return start
    triggered = after_triggers(combat)
    if triggered is combat and not combat.events:
        return start
    settled = state_based_actions(triggered) if triggered is not combat else Settled(triggered)
    entries = chain(trigger_entries(combat, declared(combat)), settled_entries(triggered, settled))
    result = Outcome(losers=settled.losers, life={p.id: p.life for p in triggered.players})
    after = _with(start, settled.combat, entries, result)
    if game_is_over(combat, settled.combat):
        return replace(after, combat=after.combat.changed(stage=Stage.OVER))
    return _events(replace(after, combat=after.combat.changed(stage=Stage.DAMAGE)), Moment.BLOCKS)


def announced(situation: Situation, assignment: Assignment) -> Situation:
    """Return the situation in which damage is dealt, once everybody has announced.

    Before Magic 2010 the damage is on the stack first, and there may be responses (310.1-310.4).

    Raises:
        EventError: A response is impossible.
    """
    step = situation.step
    after = situation
    if situation.log is not None:
        entries = (step_entry(step), *assigned_entries(step, assignment))
        after = replace(situation, log=(*situation.log, *entries))
    if not situation.combat.rules.damage_on_stack:
        return after
    # Who assigned is settled now (310.5), whatever happens to the damage.
    after = replace(after, combat=after.combat.changed(struck=_struck(situation, step)))
    return _events(after, Moment.STACK, situation.which)


def dealt(situation: Situation, which: WhichStep, step: DamageStep, damage: Dealt) -> Situation:
    """Return the situation after damage was dealt, ready for the next assignment or over.

    Args:
        situation: What `announced` gave.
        which: The step whose damage it is.
        step: That step, as it was when damage was assigned.
        damage: What is dealt.

    Raises:
        EventError: An event before the next step is impossible.
    """
    combat = situation.combat
    hurt = take(combat, damage.hits).changed(effects=damage.effects)
    settled, result, entries = settled_damage(situation.board, combat, hurt, damage.hits)
    after = _with(situation, settled.combat, chain(dealt_entries(combat, damage), entries), result)
    struck = combat.struck if combat.rules.damage_on_stack else _struck(situation, step)
    if which == "regular" or game_is_over(situation.board, settled.combat):
        return _finished(after)
    after = replace(after, combat=after.combat.changed(stage=Stage.REGULAR, struck=struck))
    return _events(after, Moment.BETWEEN)


def _struck(situation: Situation, step: DamageStep) -> frozenset[str]:
    """Who had their step: 510.4, or before Magic 2010 who assigned in it (310.5).

    The older text counts who assigned. Under Lorwyn's a creature with power 0 or less did not,
    and could in the second step; Alara Reborn's has it assign 0.
    """
    if situation.which == "regular":
        return situation.combat.struck
    rules = situation.combat.rules
    if not rules.damage_on_stack:
        # Also who joins the combat later: it had first strike as the first step began.
        return frozenset(c.id for c in situation.combat.on_battlefield.values() if has_strike(c))
    powerless = {id_ for id_, idle in step.idle.items() if idle.rule == "amount"}
    mine = set(strikers(situation.combat))
    assigned = {source.id for source in step.sources}
    return frozenset(assigned if rules.powerless_do_not_assign else assigned | (powerless & mine))


def _finished(situation: Situation) -> Situation:
    if not game_is_over(situation.board, situation.combat):
        for event in situation.combat.events:
            raise EventError(event, _no_such_moment(event))
    return replace(situation, combat=situation.combat.changed(stage=Stage.OVER))


def _no_such_moment(event: Event) -> str:
    if event.at is Moment.STACK and event.step == "regular":
        return "no regular damage is put on the stack in this combat"
    return "there is no first-strike damage step in this combat"


def _events(situation: Situation, moment: Moment, which: str = "") -> Situation:
    """Let everything happen that is due, with state-based actions after each event."""
    while True:
        due = [
            event
            for event in situation.combat.events
            if event.at is moment and event.step in {"", which}
        ]
        if not due:
            return situation
        situation = _event(situation, due[0])
        if game_is_over(situation.board, situation.combat):
            return replace(situation, combat=situation.combat.changed(stage=Stage.OVER))


def _event(situation: Situation, event: Event) -> Situation:
    events = list(situation.combat.events)
    events.remove(event)
    combat = situation.combat.changed(events=tuple(events))
    try:
        after, hits = happen(combat, event)
    except EventError as error:
        too_late = _is_too_late(situation, event)
        if situation.strict and too_late:
            message = (
                f"{error.message}, because of damage; decide the damage under [choices], or see "
                "what `outcomes` makes of it"
            )
            raise EventError(event, message) from None
        if not too_late:
            raise
        entry = Entry(Kind.EVENT, f"nothing happens: {error.message}", event.by, event.creature)
        return _with(situation, combat, (entry,))
    occasions = tuple(declared_later(combat, after, event))
    resolved = after_triggers(after, occasions) if occasions else after
    settled, result, more = settled_damage(situation.board, combat, resolved, hits)
    entry = Entry(Kind.EVENT, event.sentence(combat.labels), event.by, event.creature or event.to)
    entries = chain(
        (entry,),
        _departed(combat, after),
        declared_entries(after, occasions),
        trigger_entries(after, occasions),
        more,
    )
    return _with(situation, settled.combat, entries, result)


def _departed(before: Combat, after: Combat) -> Iterator[Entry]:
    """Yield the creatures that an event destroyed outright."""
    for gone in after.gone[len(before.gone) :]:
        if gone.died:
            id_ = gone.creature.id
            yield Entry(Kind.DIED, f"{before.labels[id_]} dies", recipient=id_)


def _is_too_late(situation: Situation, event: Event) -> bool:
    """Return whether something that an event is about has left since the combat began."""
    if situation.combat.stage is not Stage.REGULAR:
        return False
    board, combat = situation.board, situation.combat
    names = {event.creature, event.by, event.to, event.blocks}
    left = (board.creatures.keys() - combat.creatures.keys()) | {g.creature.id for g in combat.gone}
    left |= board.player.keys() - combat.player.keys()
    left |= {w.id for w in combat.permanents.values() if not w.in_combat}
    return not left.isdisjoint({*names, event.player, event.attacks})


def _with(
    situation: Situation,
    combat: Combat,
    entries: Iterable[Entry],
    result: Outcome | None = None,
) -> Situation:
    """Return the situation after something happened, its outcome brought up to date."""
    place = {id_: i for i, id_ in enumerate(situation.board.labels)}
    outcome = situation.outcome if result is None else situation.outcome.then(result)
    died = [gone.creature.id for gone in combat.gone if gone.died]
    left = [gone.creature.id for gone in combat.gone if not gone.died]
    outcome = replace(
        outcome,
        destroyed=tuple(sorted(died, key=place.__getitem__)),
        left=tuple(sorted(left, key=place.__getitem__)),
        life=outcome.life | {player.id: player.life for player in combat.players},
        # What has left the battlefield has no counters.
        counters={c: n for c, n in outcome.counters.items() if c in combat.on_battlefield},
    )
    log = None if situation.log is None else (*situation.log, *entries)
    return replace(situation, combat=combat, outcome=outcome, log=log)
