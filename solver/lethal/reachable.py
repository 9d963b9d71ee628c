"""Every result that a combat can have, given the choices of its players."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from lethal.damage_assignments import Assignments
from lethal.effects import Kept, different, effect_function, lazy_product
from lethal.limits import Deadline
from lethal.loading import CombatLike, load_with_choices
from lethal.playing import checked_choices, decisions
from lethal.results import Listing
from lethal_models import Assignment, StepError
from lethal_models.course.steps import announced, dealt, ready
from lethal_models.dealing import ways_to_deal
from lethal_models.errors import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping

    from lethal.playing import Choices
    from lethal_models import Combat, Edge, WhichStep
    from lethal_models.course.steps import Situation
    from lethal_models.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Reached:
    """A result, and one line that leads to it.

    Attributes:
        outcome: The result.
        witness: Damage step to what all players assign in it.
        prevented: Damage step to the damage that is not dealt, by source and recipient: prevented,
            or to something that has left. It says how shields are used.
    """

    outcome: Outcome
    witness: dict[WhichStep, Assignment]
    prevented: dict[WhichStep, Mapping[Edge, int]]


@dataclass(frozen=True, slots=True)
class _Line:
    """What was assigned, and what of it was not dealt, so far."""

    witness: dict[WhichStep, Assignment]
    prevented: dict[WhichStep, Mapping[Edge, int]]

    def then(self, which: WhichStep, assignment: Assignment, lost: Mapping[Edge, int]) -> _Line:
        prevented = dict(self.prevented)
        if lost:
            prevented[which] = lost
        return _Line({**self.witness, which: assignment}, prevented)


class Outcomes:
    """The distinct results of a combat: a view, nothing is computed until it is asked for.

    Assignments that do the same as another are passed over, component by component.

    Results differ in who died, who lost, life, poison, loyalty, defense, counters and damage; not
    in damage that stays marked.

    >>> import lethal
    >>> for reached in lethal.outcomes("20:3/3Tx2/2"):
    ...     print(reached.outcome.destroyed, reached.outcome.damage)
    ('b1',) {'defending': 1}
    ('b1',) {}
    """

    def __init__(
        self,
        board: CombatLike,
        by: str = "both",
        choices: Choices | None = None,
        *,
        only_next: bool = False,
    ) -> None:
        """Make the view.

        Args:
            board: The combat after blocks.
            by: Whose choices vary: a player's id or "both". Others must have no choice, or have
                theirs among the `choices`.
            choices: What is decided already: damage step ("first", "regular") to the assignment
                of some sources, for a player all of them; by default the [choices] of a file.
            only_next: Whether to stop after the coming damage step.

        Raises:
            BoardError: The board makes no sense.
            EventError: An event is impossible before any damage.
            StepError: There is no such player.
        """
        combat, decided = load_with_choices(board)
        known = (*(player.id for player in combat.players), "both")
        if by not in known:
            message = f"there is no player {by!r}{did_you_mean(by, known)}"
            raise StepError(message)
        self.by: str = by
        self.start: Situation = ready(combat, strict=False)
        self._choices: Choices = checked_choices(self.start, choices or decided)
        self._only_next: bool = only_next

    def __iter__(self) -> Iterator[Reached]:
        return self._results(Deadline())

    def __repr__(self) -> str:
        return f"<Outcomes of {self.start.board}, by {self.by}>"

    def listing(self, limit: int | None = None, timeout: float | None = None) -> Listing[Reached]:
        """Return an iterator that ends at a limit, and says whether it did.

        Args:
            limit: The most results to give.
            timeout: The most seconds to take.
        """
        deadline = Deadline.after(timeout)
        return Listing(self._results(deadline), limit, deadline)

    def _results(self, deadline: Deadline) -> Iterator[Reached]:
        given: set[Hashable] = set()
        for situation, line in self._ends(self.start, _Line({}, {}), set(), deadline):
            key = situation.outcome.key
            if key not in given:
                given.add(key)
                yield Reached(situation.outcome, line.witness, line.prevented)

    def _ends(
        self,
        situation: Situation,
        line: _Line,
        seen: set[Hashable],
        deadline: Deadline,
    ) -> Iterator[tuple[Situation, _Line]]:
        """Yield the ends that a situation can come to, each once."""
        if situation.over or (line.witness and self._only_next):
            yield situation, line
            return
        which, step = situation.which, situation.step
        last = which == "regular" or self._only_next
        for assignment in self._assignments(situation.combat, which, deadline, last=last):
            deadline.check()
            on_stack = announced(situation, assignment)
            if on_stack.over:
                yield on_stack, line.then(which, assignment, {})
                continue
            for damage in ways_to_deal(on_stack.combat, assignment):
                deadline.check()
                after = dealt(on_stack, which, step, damage)
                if after.key not in seen:
                    seen.add(after.key)
                    yield from self._ends(
                        after, line.then(which, assignment, damage.prevented), seen, deadline
                    )

    def _assignments(
        self, combat: Combat, which: WhichStep, deadline: Deadline, *, last: bool
    ) -> Iterator[Assignment]:
        """Yield what all players together may assign in a step, as far as it differs."""
        edges: list[Edge] = []
        rows: list[Kept] = []
        whole = Assignments(combat, "both", which)
        reached = Counter(r for part in whole.components for r in {r for _, r in part.edges})
        shared = {recipient for recipient, number in reached.items() if number > 1}
        for legal, chosen in decisions(combat, which, self._choices):
            if chosen is not None:
                edges += chosen.edges
                rows.append(Kept(iter((chosen.row,))))
                continue
            if self.by not in {legal.by, "both"} and next(islice(legal.rows(), 1, None), None):
                message = (
                    f"{combat.labels.get(legal.by, legal.by)} has a choice in the {which} damage "
                    f"step; decide it under [choices], or ask for by both"
                )
                raise StepError(message)
            for part in legal.components:
                edges += part.edges
                effect = effect_function(combat, part.edges, shared, last=last)
                rows.append(Kept(different(part, effect, deadline)))
        yield from map(partial(Assignment, tuple(edges)), lazy_product(rows))


outcomes = Outcomes
"""The public name: `lethal.outcomes(board)`."""
