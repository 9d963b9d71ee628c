"""Playing a combat to its end: who chooses what, and one line from blocks to the result."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Literal, TypeAlias

from lethal.damage_assignments import Assignments
from lethal.limits import Deadline, Status
from lethal.loading import CombatLike, load_with_choices
from lethal.numbered import as_assignment
from lethal.objective import Objective
from lethal.results import Best
from lethal_models import Assignment, StepError
from lethal_models.course.state_based import deaths, losing
from lethal_models.course.steps import announced, dealt, ready
from lethal_models.dealing import life_gained, take, touched_by_deathtouch, ways_to_deal
from lethal_models.errors import LethalError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from lethal_models import Combat, Violation, WhichStep
    from lethal_models.course.log import Entry
    from lethal_models.course.steps import Situation
    from lethal_models.dealing import Dealt
    from lethal_models.outcome import Outcome

Chooser: TypeAlias = "Callable[[Assignments], Assignment | Best]"
"""How a player divides damage: from the legal assignments to one of them."""

Choices: TypeAlias = "Mapping[str, str | Assignment | Mapping[str, Mapping[str, int]]]"
"""Damage step ("first", "regular") to what was chosen for some or all of its sources."""


SHORTEST = 0.001
"""Seconds that a choice gets when the time is up, for some legal assignment."""
MOST_WAYS = 1_000
"""Uses of shields that are compared for one assignment."""


class IllegalChoiceError(LethalError, ValueError):
    """A choice that was made beforehand and is not legal in its step."""

    def __init__(self, which: WhichStep, violations: tuple[Violation, ...]) -> None:
        self.which: WhichStep = which
        self.violations: tuple[Violation, ...] = violations
        super().__init__(which, violations)

    def __str__(self) -> str:
        name = "first-strike" if self.which == "first" else "regular"
        reasons = " ".join(map(str, self.violations))
        return f"the choice for the {name} damage is not legal: {reasons}"


@dataclass(frozen=True, slots=True)
class Line:
    """One way in which a combat can go.

    Attributes:
        outcome: What came of it.
        assignments: Damage step to what was assigned, by all players.
        log: What happened, entry by entry.
        end: The combat at its end.
        status: Complete unless a limit kept a choice from being proven best.
    """

    outcome: Outcome
    assignments: dict[WhichStep, Assignment]
    log: tuple[Entry, ...]
    end: Combat
    status: Status = Status.COMPLETE


def best_choice(objective: Objective, timeout: float | None = None) -> Chooser:
    """Return a chooser that takes the best assignment of every step for whoever divides.

    Args:
        objective: The objective.
        timeout: The most seconds to take from now on for all steps together.
    """
    deadline = Deadline.after(timeout)

    def choose(legal: Assignments) -> Best:
        return legal.best(objective, None if timeout is None else max(deadline.seconds, SHORTEST))

    return choose


def first_choice(legal: Assignments) -> Assignment:
    """Choose the first assignment in canonical order."""
    return next(iter(legal))


def play(
    board: CombatLike,
    choose: Chooser | Literal["best", "first"] = "best",
    choices: Choices | None = None,
) -> Line:
    """Play a combat to its end.

    In every damage step the active player divides first, then every defending player in turn
    order (510.1). A prevention shield too small for all damage is used as is worst for whoever
    divided it.

    Args:
        board: The combat after blocks.
        choose: How everybody divides: the "best" of each step for win, value, damage; the "first"
            in canonical order; or a function from the legal `Assignments` of a player to one.
        choices: What is decided already: damage step ("first", "regular") to the assignment of
            some sources, for a player all of them; by default the [choices] of a file.

    Raises:
        EventError: An event is impossible.
        IllegalChoiceError: A decided choice is not legal.
        NoSuchStepError: There is a choice for a step that the combat does not have.
        StepError: `choose` is another word.
    """
    if isinstance(choose, str) and choose not in _CHOOSERS:
        message = f"choose is 'best', 'first' or a function, not {choose!r}"
        raise StepError(message)
    chooser = _CHOOSERS[choose] if isinstance(choose, str) else choose
    combat, of_file = load_with_choices(board)
    situation = ready(combat, logged=True)
    decided = checked_choices(situation, choices or of_file)
    assignments: dict[WhichStep, Assignment] = {}
    status = Status.COMPLETE
    while not situation.over:
        which, step = situation.which, situation.step
        amounts: dict[str, dict[str, int]] = {}
        for legal, chosen in decisions(situation.combat, which, decided):
            choice = chosen or chooser(legal)
            if isinstance(choice, Best):
                status = status if choice.optimal else choice.status
                choice = choice.assignment
            amounts |= choice.as_dict()
        assignment = Assignment.of(amounts)
        assignments[which] = assignment
        situation = announced(situation, assignment)
        if not situation.over:
            situation = dealt(situation, which, step, worst_way(situation.combat, assignment))
    return Line(situation.outcome, assignments, situation.log or (), situation.combat, status)


class NoSuchStepError(LethalError, ValueError):
    """A choice for a damage step that the combat does not have."""

    def __init__(self, which: str) -> None:
        self.which: str = which
        super().__init__(which)

    def __str__(self) -> str:
        if self.which == "first":
            return "there is a choice for the first-strike damage, but no such damage step"
        return f"there is no damage step {self.which!r} to choose for: it is 'first' or 'regular'"


def checked_choices(start: Situation, choices: Choices | None) -> Choices:
    """Return choices, if the combat has the steps that they are for.

    Raises:
        NoSuchStepError: It does not.
    """
    for which, chosen in (choices or {}).items():
        if not as_assignment(chosen).as_dict():
            continue
        if which not in {"first", "regular"} or (which == "first" and start.which == "regular"):
            raise NoSuchStepError(which)
    return choices or {}


_CHOOSERS: dict[str, Chooser] = {
    "best": best_choice(Objective("win", "value", "damage")),
    "first": first_choice,
}


def decisions(
    combat: Combat, which: WhichStep, choices: Choices
) -> Iterator[tuple[Assignments, Assignment | None]]:
    """Yield what there is to divide in a damage step, in the order of announcing (510.1).

    Each is one player's part, with the assignment that was decided for it beforehand, if any.
    Where banding makes several players' damage depend on each other, it is one part.

    Raises:
        IllegalChoiceError: A decided choice is not legal.
    """
    decided = as_assignment(choices.get(which, {})).as_dict()
    whole = Assignments(combat, "both", which)
    assigners = {source.assigner for source in whole.sources}
    parts = [Assignments(combat, p.id, which) for p in combat.players if p.id in assigners]
    if any(source.assigner != part.by for part in parts for source in part.sources):
        parts = [whole]
    idle = decided.keys() - {source.id for source in whole.sources}
    if idle:
        chosen = Assignment.of({id_: decided[id_] for id_ in idle})
        broken = [v for v in whole.check(chosen) if v.source in idle]
        raise IllegalChoiceError(which, tuple(broken))
    for legal in parts:
        mine = {s.id: decided[s.id] for s in legal.sources if s.id in decided}
        chosen = Assignment.of(mine) if mine else None
        if chosen is not None and (broken := legal.check(chosen)):
            raise IllegalChoiceError(which, broken)
        yield legal, chosen


def worst_way(combat: Combat, assignment: Assignment) -> Dealt:
    """Return how damage is dealt when whoever is hurt uses shields best.

    Of more than `MOST_WAYS` uses the first ones are looked at.
    """
    ways = list(islice(ways_to_deal(combat, assignment), MOST_WAYS))
    return ways[0] if len(ways) == 1 else min(ways, key=lambda way: _harm(combat, way))


def _harm(combat: Combat, way: Dealt) -> tuple[int, int, int]:
    """Return how bad damage is for those it is dealt to: games lost, creatures, damage."""
    after = take(combat, way.hits)
    died = deaths(after, touched_by_deathtouch(way.hits))
    worth = sum(combat.on_battlefield[id_].worth for id_ in died)
    damage = sum(hit.amount for hit in way.hits) + sum(life_gained(way.hits, way.effects).values())
    return len(tuple(losing(after))), worth, damage
