"""Every result that a combat can have, given the choices of its players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lethal.limits import Deadline, Status, TimeoutReached
from lethal.loading import CombatLike, load_with_choices
from lethal.objective import as_objective
from lethal.playing import checked_choices
from lethal.reaching import MOST_KINDS, Reached, Search
from lethal.results import Item, Listing
from lethal.summing_up import KillSet, kill_sets, undominated
from lethal_models import StepError
from lethal_models.course.steps import ready
from lethal_models.errors import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lethal.objective import ObjectiveLike
    from lethal.playing import Choices
    from lethal_models.course.steps import Situation


class Outcomes:
    """The distinct results of a combat: a view, nothing is computed until it is asked for.

    Assignments are not visited one by one: those that do the same are counted together.

    Results differ in who died, who lost, life, poison, loyalty, defense, counters and damage; not
    in damage that stays marked.

    >>> import lethal
    >>> for reached in lethal.outcomes("20:4/4Tx2/2+2/2"):
    ...     print(reached.outcome.destroyed, reached.outcome.damage, reached.assignments)
    ('a1', 'b2') {} 2
    ('a1', 'b1', 'b2') {} 1
    ('a1', 'b1') {} 2
    """

    def __init__(
        self,
        board: CombatLike,
        by: str = "both",
        choices: Choices | None = None,
        *,
        only_next: bool = False,
        most_kinds: int = MOST_KINDS,
    ) -> None:
        """Make the view.

        Args:
            board: The combat after blocks.
            by: Whose choices vary: a player's id or "both". Others must have no choice, or have
                theirs among the `choices`.
            choices: What is decided already: damage step ("first", "regular") to the assignment
                of some sources, for a player all of them; by default the [choices] of a file.
            only_next: Whether to stop after the coming damage step.
            most_kinds: How many assignments that do different things may be dealt before there
                is any answer, so as to count how often each result comes about. With more,
                results are given as they are found, without these numbers.

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
        made = checked_choices(self.start, choices or decided)
        self.search: Search = Search(self.start, by, made, only_next, most_kinds)

    def __iter__(self) -> Iterator[Reached]:
        return self.search.results(Deadline())

    def __repr__(self) -> str:
        return f"<Outcomes of {self.start.board}, by {self.by}>"

    def listing(self, limit: int | None = None, timeout: float | None = None) -> Listing[Reached]:
        """Return an iterator that ends at a limit, and says whether it did.

        Args:
            limit: The most results to give.
            timeout: The most seconds to take.
        """
        deadline = Deadline.after(timeout)
        return Listing(self.search.results(deadline), limit, deadline)

    def pareto(
        self, objective: ObjectiveLike, limit: int | None = None, timeout: float | None = None
    ) -> Listing[Reached]:
        """Return the results that no other is at least as good as in every term, and better in one.

        Args:
            objective: The terms, in the view of whose choices vary, the active player for "both".
            limit: The most results to give.
            timeout: The most seconds to take. When it ends the search, a result that was not
                found may beat one that is given.
        """
        wanted = as_objective(objective)
        chooser = self.start.board.active_player if self.by == "both" else self.by

        def front(results: Iterable[Reached]) -> list[Reached]:
            return undominated(self.start.board, results, wanted, chooser)

        return self._summed_up(front, limit, timeout)

    def kill_sets(self, limit: int | None = None, timeout: float | None = None) -> Listing[KillSet]:
        """Return the sets of creatures that can die together.

        Args:
            limit: The most sets to give.
            timeout: The most seconds to take.
        """
        return self._summed_up(kill_sets, limit, timeout)

    def _summed_up(
        self,
        sum_up: Callable[[Iterable[Reached]], list[Item]],
        limit: int | None,
        timeout: float | None,
    ) -> Listing[Item]:
        deadline = Deadline.after(timeout)

        def items() -> Iterator[Item]:
            results = Listing(self.search.results(deadline), None, deadline)
            yield from sum_up(results)
            if results.status is not Status.COMPLETE:
                raise TimeoutReached

        return Listing(items(), limit, Deadline())


outcomes = Outcomes
"""The public name: `lethal.outcomes(board)`."""
