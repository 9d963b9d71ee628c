"""What is wrong with the events of a board, as far as it shows before anything happens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lethal_models.creature import LIMIT
from lethal_models.errors import Problem, did_you_mean
from lethal_models.events import ENTERING, FIELDS, OTHER_FIELDS, Action, Moment
from lethal_models.keywords import parse_keyword

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lethal_models.combat import Combat
    from lethal_models.errors import Path
    from lethal_models.events import Event


def event_problems(combat: Combat) -> Iterator[Problem]:
    """Yield everything that is wrong with the events of a combat."""
    if not combat.events:
        return
    creatures = {
        member.creature.id
        for members in (combat.attackers, combat.blockers, combat.bystanders)
        for member in members
    }
    players = {player.id for player in combat.players}
    known = {
        "creature": creatures,
        "by": creatures,
        "blocks": {attacker.creature.id for attacker in combat.attackers}
        | {event.creature for event in combat.events if event.do is Action.PUT_ATTACKING},
        "player": players,
        "attacks": players | set(combat.permanents),
        "to": players | set(combat.permanents) | creatures,
    }
    for i, event in enumerate(combat.events):
        path: Path = ("events", i)
        yield from _moment_problems(combat, path, event)
        yield from _field_problems(path, event)
        for name, ids in known.items():
            id_ = getattr(event, name)
            if id_ and id_ not in ids:
                what = "player" if name == "player" else "such thing as"
                yield Problem((*path, name), f"there is no {what} {id_!r}{did_you_mean(id_, ids)}")
        yield from _value_problems(path, event)
    yield from _entering_problems(combat)


def _moment_problems(combat: Combat, path: Path, event: Event) -> Iterator[Problem]:
    if event.at is Moment.STACK and not combat.rules.damage_on_stack:
        yield Problem(
            (*path, "at"),
            f"combat damage does not use the stack under the rules {combat.rules}; it did before "
            "2009-07-11 (sixth to alara)",
        )
    if event.step and event.at is not Moment.STACK:
        yield Problem((*path, "step"), f"only events at {Moment.STACK.value!r} name a step")
    if event.do is Action.COUNTER:
        yield Problem(
            (*path, "do"),
            "combat damage is neither a spell nor an ability: it cannot be countered (310.3)"
            if combat.rules.damage_on_stack
            else "there is nothing to counter: combat damage does not use the stack",
        )


def _field_problems(path: Path, event: Event) -> Iterator[Problem]:
    needed, optional = FIELDS[event.do]
    given = [name for name in OTHER_FIELDS if getattr(event, name) not in {"", None}]
    for name in needed:
        if name not in given:
            yield Problem(path, f"{event.do.value!r} needs {name!r}")
    for name in given:
        if name not in (*needed, *optional):
            takes = ", ".join((*needed, *optional)) or "nothing else"
            yield Problem((*path, name), f"{event.do.value!r} has no {name!r}; it takes {takes}")
    if event.do in {Action.PUMP, Action.SET} and not {"power", "toughness"} & set(given):
        yield Problem(path, f"{event.do.value!r} needs 'power' or 'toughness'")


def _value_problems(path: Path, event: Event) -> Iterator[Problem]:
    for name in ("amount", "power", "toughness", "place", "own_place"):
        value = getattr(event, name)
        if value is None:
            continue
        least = {"amount": 0, "place": 1, "own_place": 1}.get(name, -LIMIT)
        if name == "amount" and event.do is Action.DOUBLE:
            least = 1
        if type(value) is not int:
            yield Problem((*path, name), f"{name} is {value!r}; it must be a whole number")
        elif not least <= value <= LIMIT:
            reason = f"at least {least}" if value < least else f"at most {LIMIT}"
            yield Problem((*path, name), f"{name} is {value}; it must be {reason}")
    if event.keyword:
        try:
            parse_keyword(event.keyword)
        except ValueError as error:
            yield Problem((*path, "keyword"), str(error))


def _entering_problems(combat: Combat) -> Iterator[Problem]:
    """A creature that is put onto the battlefield is described under `[[creatures]]`."""
    outside = {bystander.creature.id for bystander in combat.bystanders}
    entered: set[str] = set()
    for i, event in enumerate(combat.events):
        if event.do in ENTERING and event.creature:
            if event.creature not in outside:
                message = (
                    f"{event.creature!r} is put onto the battlefield: describe it under "
                    "[[creatures]]"
                )
                yield Problem(("events", i, "creature"), message)
            elif event.creature in entered:
                message = f"{event.creature!r} is put onto the battlefield twice"
                yield Problem(("events", i, "creature"), message)
            entered.add(event.creature)
