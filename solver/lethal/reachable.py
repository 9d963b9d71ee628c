"""Every result that a combat can have, given the choices of its players."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from lethal.limits import Deadline, Status, TimeoutReached
from lethal.loading import CombatLike, load
from lethal.playing import decisions
from lethal.product import product_rows
from lethal_models import Assignment, StepError
from lethal_models.course.steps import announced, dealt, ready
from lethal_models.dealing import ways_to_deal
from lethal_models.errors import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

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
    """

    outcome: Outcome
    witness: dict[WhichStep, Assignment]


class Outcomes:
    """An iterator over the distinct results of a combat that knows why it ended.

    `status` is complete only when every result was given. Results differ in who died, who lost,
    life, poison, loyalty, defense, counters and damage; not in damage that stays marked.

    >>> import lethal
    >>> for reached in lethal.outcomes("20:3/3Tx2/2"):
    ...     print(reached.outcome.destroyed, reached.outcome.damage)
    ('b1',) {}
    ('b1',) {'defending': 1}
    """

    def __init__(
        self,
        board: CombatLike,
        by: str = "both",
        limit: int | None = None,
        timeout: float | None = None,
        choices: Choices | None = None,
    ) -> None:
        """Make the iterator.

        Args:
            board: The combat after blocks.
            by: Whose choices vary: a player's id or "both". Others must have no choice, or have
                theirs among the `choices`.
            limit: The most results to give.
            timeout: The most seconds to take.
            choices: What is decided already: damage step to the assignment of some sources.

        Raises:
            BoardError: The board makes no sense.
            EventError: An event is impossible before any damage.
            StepError: There is no such player.
        """
        combat = load(board)
        known = (*(player.id for player in combat.players), "both")
        if by not in known:
            message = f"there is no player {by!r}{did_you_mean(by, known)}"
            raise StepError(message)
        self.status: Status = Status.INTERRUPTED
        self._by: str = by
        self._limit: int | None = limit
        self._deadline: Deadline = Deadline.after(timeout)
        self._choices: Choices = choices or {}
        self._start: Situation = ready(combat, strict=False)
        self._seen: set[Hashable] = set()
        self._results: Iterator[Reached] = self._limited()

    def __iter__(self) -> Iterator[Reached]:
        return self._results

    def _limited(self) -> Iterator[Reached]:
        given: set[Hashable] = set()
        try:
            for situation, witness in self._ends(self._start, {}):
                if situation.outcome.key in given:
                    continue
                if len(given) == self._limit:
                    self.status = Status.LIMIT
                    return
                given.add(situation.outcome.key)
                yield Reached(situation.outcome, witness)
            self.status = Status.COMPLETE
        except TimeoutReached:
            self.status = Status.TIMEOUT

    def _ends(
        self, situation: Situation, witness: dict[WhichStep, Assignment]
    ) -> Iterator[tuple[Situation, dict[WhichStep, Assignment]]]:
        """Yield the ends that a situation can come to, each once."""
        if situation.over:
            yield situation, witness
            return
        which, step = situation.which, situation.step
        for assignment in self._assignments(situation.combat, which):
            self._deadline.check()
            on_stack = announced(situation, assignment)
            for damage in ways_to_deal(on_stack.combat, assignment):
                after = dealt(on_stack, which, step, damage)
                if after.key not in self._seen:
                    self._seen.add(after.key)
                    yield from self._ends(after, {**witness, which: assignment})

    def _assignments(self, combat: Combat, which: WhichStep) -> Iterator[Assignment]:
        """Yield what all players together may assign in a step."""
        edges: list[Edge] = []
        rows: list[Callable[[], Iterator[tuple[int, ...]]]] = []
        for legal, chosen in decisions(combat, which, self._choices):
            if chosen is not None:
                edges += chosen.edges
                rows.append(partial(iter, (chosen.row,)))
                continue
            if self._by not in {legal.by, "both"} and next(islice(legal.rows(), 1, None), None):
                message = (
                    f"{combat.labels.get(legal.by, legal.by)} has a choice in the {which} damage "
                    f"step; decide it under [choices], or ask for by both"
                )
                raise StepError(message)
            edges += legal.edges
            rows.append(partial(legal.rows, self._deadline))
        yield from map(partial(Assignment, tuple(edges)), product_rows(rows))


outcomes = Outcomes
"""The public name: `lethal.outcomes(board)`."""
