"""Every legal combat damage assignment of a damage step, as a lazy view."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING, cast

from lethal.counting import count_within
from lethal.diagram.best import best_row as longest_path
from lethal.diagram.build import TooWideError
from lethal.diagram.ranking import ranked_rows
from lethal.explanation import Explanation, explain_conflict, wrong_recipients
from lethal.limits import Deadline, Status
from lethal.numbered import Numbered, as_assignment
from lethal.objective import Goal, as_objective
from lethal.payoff import combined, payoffs_of
from lethal.results import Best, Count, Listing
from lethal.trying import best_by_trying, needs_trying, ranked_by_trying, worst_outcome
from lethal.wish import UnknownIdError, Wish, WishLike, check_ids, parse_wishes
from lethal.wished import ranges_by_diagram
from lethal_models import Assignment, StepError, Violation, violations
from lethal_models.dealing import most_life_gained

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lethal.numbered import AssignmentLike
    from lethal.objective import ObjectiveLike
    from lethal.step_outcomes import StepOutcome
    from lethal_models import Edge, Source
    from lethal_models.outcome import Outcome


class Assignments(Numbered):
    """The legal assignments of one damage step of a combat.

    A view: nothing is computed until it is asked for. Assignments come in canonical order:
    lexicographic in `edges`, which list the components of the step by their first source, the
    sources of each in the order of the board (or, where that would take a wide diagram, in the
    order of `layer_order`), and the recipients of each in damage assignment order with what is
    attacked last.

    >>> import lethal
    >>> legal = lethal.assignments(lethal.parse("20:6/6Tx2/2+3/3"))
    >>> legal.count()
    8
    >>> list(legal)[0]
    Assignment.parse('a1:b2=6')
    >>> legal[-1], legal.index("a1:b1=2,b2=3,p=1")
    (Assignment.parse('a1:b1=6'), 2)
    >>> "a1:b1=2,b2=3,p=1" in legal
    True
    >>> print(*legal.check("a1:b1=1,b2=3,p=2"))
    a1 may not assign damage to the defending player yet: b1 has 1 of the 2 it needs (702.19b).
    """

    def listing(
        self, limit: int | None = None, timeout: float | None = None
    ) -> Listing[Assignment]:
        """Return an iterator that ends at a limit, and says whether it did.

        Args:
            limit: The most assignments to give.
            timeout: The most seconds to take.
        """
        deadline = Deadline.after(timeout)
        return Listing(map(self.assignment, self.rows(deadline)), limit, deadline)

    def count(self) -> int:
        """Return the exact number of assignments, the product over the components.

        A single source is counted by a formula, several by combinations of effect classes or,
        where a source has too many divisions to list, one by one.

        Raises:
            TooManyError: That may take too long.
            TooWideError: The engine "diagram" would need a diagram that is too large.
        """
        counted = self.count_within()
        if not counted.complete:
            raise KeyboardInterrupt
        return counted.number

    def count_within(
        self,
        timeout: float | None = None,
        limit: int | None = None,
        watch: Callable[[int], None] | None = None,
    ) -> Count:
        """Return the number of assignments, or bounds of it when a limit ends the count.

        Ctrl-C ends the count like a limit.

        Args:
            timeout: The most seconds to take.
            limit: The most assignments to count.
            watch: Is told again and again how many there are at least.

        Raises:
            TooManyError: Without a limit the count would take too long.
            TooWideError: The engine "diagram" would need a diagram that is too large.
        """
        return count_within(self.components, timeout, limit, watch)

    # --- Whether and why --------------------------------------------------------------------

    def __bool__(self) -> bool:
        return next(self.rows(), None) is not None

    def __contains__(self, assignment: object) -> bool:
        if not isinstance(assignment, str | Assignment | Mapping):
            return False
        return not self.check(cast("AssignmentLike", assignment))

    def check(self, assignment: AssignmentLike) -> tuple[Violation, ...]:
        """Return every rule that an assignment breaks; none means that it is legal.

        Raises:
            TextError: The text is not an assignment.
            UnknownIdError: It names something that is not on the board.
        """
        read = as_assignment(assignment)
        known = self.whole_step.labels
        for source, recipient in read.edges:
            if source not in self.combat.creatures:
                raise UnknownIdError("creature", source, tuple(self.combat.creatures))
            if recipient not in known:
                raise UnknownIdError("recipient", recipient, tuple(known))
        return violations(self.step, read)

    def ranges(
        self, wish: WishLike = "", timeout: float | None = None
    ) -> dict[Edge, tuple[int, int]] | None:
        """Return the least and the most every edge can get, or None if the wish is impossible.

        Args:
            wish: What is already fixed or wanted, as text ("a1:b1=2 p>=5") or an assignment.
            timeout: The most seconds to take.

        Raises:
            TimeoutReached: It was not enough.
        """
        wishes = self._wishes(wish)
        if wrong_recipients(self.step, wishes):
            return None
        deadline = Deadline.after(timeout)
        found: dict[Edge, tuple[int, int]] = {}
        for sources, conditions in self._independent(wishes):
            part = self._ranges_of(sources, conditions, deadline)
            if part is None:
                return None
            found |= part
        return {edge: found[edge] for edge in self.edges}

    def _ranges_of(
        self, sources: tuple[Source, ...], conditions: list[Wish], deadline: Deadline
    ) -> dict[Edge, tuple[int, int]] | None:
        if all(wish.source is not None for wish in conditions):
            for component in self.components:
                if component.sources == sources and (diagram := component.layered(deadline)):
                    return ranges_by_diagram(diagram, conditions)
        from lethal.cpsat.ranges import ranges_of

        return ranges_of(self.step, sources, conditions, deadline)

    def explain(self, wish: WishLike, timeout: float | None = None) -> Explanation | None:
        """Return why a wish is impossible, with a minimal set of rules; None if it is possible.

        Raises:
            TimeoutReached: The time was not enough.
        """
        wishes = self._wishes(wish)
        if wrong := wrong_recipients(self.step, wishes):
            return wrong
        from lethal.cpsat.explain import minimal_conflict

        deadline = Deadline.after(timeout)
        for sources, conditions in self._independent(wishes):
            if conditions:
                conflict = minimal_conflict(self.step, sources, conditions, deadline)
                if conflict is not None:
                    return explain_conflict(self.step, conflict)
        return None

    def best(self, objective: ObjectiveLike = "value", timeout: float | None = None) -> Best:
        """Return the best assignment for an objective, most important term first.

        Args:
            objective: An objective, or its terms: "win,value,damage" or a list of them. Each is
                seen by the player who chooses, the active player for "both".
            timeout: The most seconds to take.

        A player is said to lose only if no lifelink of the other player's creatures, whose
        damage is dealt at the same time, can save them.

        Raises:
            StepError: The other player divides some of the damage; ask about "both".
            TooWideError: The engine "diagram" would need a diagram that is too large.
        """
        self._refuse_mixed_choices()
        deadline = Deadline.after(timeout)
        goal = self._goal(objective)
        if needs_trying(self.combat):
            assignment, status = best_by_trying(self, goal, deadline)
        else:
            assignment, status = self._best_for(goal, deadline)
        result, values = self._judged(assignment, goal)
        return Best(assignment, result, values, status)

    def ranking(self, objective: ObjectiveLike, number: int) -> list[Best]:
        """Return the best assignments, the best first: at most so many, of those there are.

        Equally good ones follow each other. Where the longest paths do not apply, all
        assignments are looked at, as far as `trying.MOST_TRIED`.

        Args:
            objective: As for `best`.
            number: How many.

        Raises:
            StepError: As for `best`.
            TooManyError: There are too many assignments to look at.
        """
        self._refuse_mixed_choices()
        goal = self._goal(objective)
        found = None
        if self.engine != "cpsat" and not needs_trying(self.combat):
            payoffs = payoffs_of(self.combat, self.edges, goal)
            found = ranked_rows(self.step, self.sources, combined(payoffs), number)
        if found is None:
            assignments = ranked_by_trying(self, goal, number)
        else:
            assignments = [self.assignment(row) for _, row in found]
        judged = ((assignment, *self._judged(assignment, goal)) for assignment in assignments)
        return [Best(*one, Status.COMPLETE) for one in judged]

    def outcomes(self) -> list[StepOutcome]:
        """Return the distinct results, each with an assignment and how many lead to it.

        They are about this damage alone; `lethal.outcomes` takes a combat to its end.

        Raises:
            TooManyError: Very many assignments do different things.
        """
        from lethal.step_outcomes import step_outcomes

        return step_outcomes(self)

    def judged(
        self, assignment: AssignmentLike, objective: ObjectiveLike
    ) -> tuple[Outcome, dict[str, int]]:
        """Return what an assignment does, and what that is worth for an objective."""
        return self._judged(as_assignment(assignment), self._goal(objective))

    def _judged(self, assignment: Assignment, goal: Goal) -> tuple[Outcome, dict[str, int]]:
        result = worst_outcome(self.combat, assignment, goal)
        values = goal.objective.values(self.combat, result, goal.chooser)
        return result, dict(zip(map(str, goal.objective.terms), values, strict=True))

    def _goal(self, objective: ObjectiveLike) -> Goal:
        wanted = as_objective(objective)
        chooser = self.combat.active_player if self.by == "both" else self.by
        chosen = {source.id for source in self.sources}
        others = [source for source in self.whole_step.sources if source.id not in chosen]
        return Goal(wanted, chooser, most_life_gained(self.combat, others))

    def _best_for(self, goal: Goal, deadline: Deadline) -> tuple[Assignment, Status]:
        if self.engine != "cpsat":
            payoffs = payoffs_of(self.combat, self.edges, goal)
            row = longest_path(self.step, self.sources, combined(payoffs))
            if row is not None:
                return self.assignment(row), Status.COMPLETE
            if self.engine == "diagram":
                raise TooWideError([self.step.labels[source.id] for source in self.sources])
        from lethal.cpsat.best import best_row

        edges, row, status = best_row(self.combat, self.step, goal, deadline)
        return Assignment(edges, row), status

    def _refuse_mixed_choices(self) -> None:
        for source in self.sources:
            if self.by not in {source.assigner, "both"}:
                message = (
                    f"{self.step.labels[source.id]}'s damage is divided by "
                    f"{self.step.labels[source.assigner]}, and depends on the same blockers; "
                    "the best of both players' choices together is that of by both"
                )
                raise StepError(message)

    def _wishes(self, wish: WishLike) -> tuple[Wish, ...]:
        wishes = parse_wishes(wish)
        check_ids(self.step, wishes)
        return wishes

    def _independent(
        self, wishes: Sequence[Wish]
    ) -> Iterator[tuple[tuple[Source, ...], list[Wish]]]:
        """Yield groups of sources with their conditions; a total joins everything."""
        if any(wish.source is None for wish in wishes):
            yield self.sources, list(wishes)
            return
        for component in self.components:
            ids = {source.id for source in component.sources}
            yield component.sources, [wish for wish in wishes if wish.source in ids]

    def __repr__(self) -> str:
        shown = ", ".join(f"'{assignment}'" for assignment in islice(self, 3))
        more = ", …" if next(islice(self.rows(), 3, None), None) is not None else ""
        return f"<Assignments by {self.by}: {shown}{more}>"


assignments = Assignments
"""The public name: `lethal.assignments(board)`."""
