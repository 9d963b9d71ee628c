"""Every legal combat damage assignment of a damage step, as a lazy view."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias, cast, overload

from lethal.counting import count_within
from lethal.diagram.best import best_row as longest_path
from lethal.explanation import Explanation, explain_conflict, wrong_recipients
from lethal.limits import Deadline
from lethal.objective import Goal, Objective
from lethal.orbits import Orbits
from lethal.payoff import combined, payoffs_of
from lethal.product import Product, product_rows
from lethal.results import Best, Count, Listing, NotNumberedError
from lethal.trying import best_by_trying, needs_trying, worst_outcome
from lethal.view import View
from lethal.window import ROWS_OF_A_BATCH, Window
from lethal.wish import UnknownIdError, Wish, WishLike, check_ids, parse_wishes
from lethal_models import Assignment, StepError, Violation, violations
from lethal_models.dealing import most_life_gained

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import pyarrow as pa

    from lethal.columns import Columns, ProductColumns
    from lethal.indexed import Indexed
    from lethal_models import Edge, Source
    from lethal_models.outcome import Outcome

AssignmentLike: TypeAlias = "str | Assignment | Mapping[str, Mapping[str, int]]"
"""An assignment, its text, or its amounts by source and recipient."""


class Assignments(View):
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

    def rows(self, deadline: Deadline | None = None, start: int = 0) -> Iterator[tuple[int, ...]]:
        """Yield every assignment as a row of amounts in the order of `edges`.

        Args:
            deadline: When to stop.
            start: The number of the first row.

        Raises:
            TooWideError: The engine "diagram" would need a diagram that is too large.
            TimeoutReached: The deadline passed; every row before it was yielded.
        """
        until = deadline or Deadline()
        # Diagrams are built when the first row is asked for, as part of the pass.
        yield from product_rows([component.factor(until) for component in self.components], start)

    def rows_until(self, deadline: Deadline) -> Iterator[tuple[int, ...]]:
        """Yield the same rows, but start the work only when the first one is asked for."""
        yield from self.rows(deadline)

    def __iter__(self) -> Iterator[Assignment]:
        return map(self.assignment, self.rows())

    def listing(
        self, limit: int | None = None, timeout: float | None = None
    ) -> Listing[Assignment]:
        """Return an iterator that ends at a limit, and says whether it did.

        Args:
            limit: The most assignments to give.
            timeout: The most seconds to take.
        """
        deadline = Deadline.after(timeout)
        return Listing(map(self.assignment, self.rows_until(deadline)), limit, deadline)

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

    # --- By number --------------------------------------------------------------------------

    @cached_property
    def product(self) -> Product:
        """The assignments by their numbers.

        Raises:
            NotNumberedError: Only CP-SAT can list some of them.
        """
        factors: list[Indexed] = []
        for component in self.components:
            indexed = component.indexed(Deadline())
            if indexed is None:
                names = [self.step.labels[source.id] for source in component.sources]
                raise NotNumberedError(names, self.engine)
            factors.append(indexed)
        return Product(factors)

    @cached_property
    def columns(self) -> ProductColumns:
        """The assignments by their numbers, as numpy columns."""
        from lethal.columns import ProductColumns, type_for

        largest = max((source.amount for source in self.sources), default=0)
        return ProductColumns(self.product.factors, type_for(largest))

    def numbered(self, deadline: Deadline) -> Window | None:
        """Return all assignments as a window, or None where only CP-SAT can list some of them.

        Raises:
            TooWideError: A diagram would be too large, and no other engine is allowed.
            TimeoutReached: The deadline passed before the diagrams were built.
        """
        missing = any(component.indexed(deadline) is None for component in self.components)
        return None if missing else self.all

    @property
    def all(self) -> Window:
        """All assignments as a window: to take parts of, to sample, to export."""
        return Window(self, 0, self.product.count)

    @overload
    def __getitem__(self, number: int) -> Assignment: ...
    @overload
    def __getitem__(self, number: slice) -> Window: ...
    def __getitem__(self, number: int | slice) -> Assignment | Window:
        """Return the assignment with a number, or a window of them.

        Raises:
            IndexError: There are not so many.
            NotNumberedError: Only CP-SAT can list some of them.
        """
        return self.all[number]

    def index(self, assignment: AssignmentLike) -> int:
        """Return the number of an assignment, in O(edges x log divisions).

        Raises:
            ValueError: It is not legal.
            NotNumberedError: Only CP-SAT can list some of them.
        """
        read = as_assignment(assignment)
        given = dict(read.items())
        rows = [tuple(given.pop(e, 0) for e in c.edges) for c in self.components]
        number = None if given else self.product.index(rows)
        if number is None:
            message = f"{read} is not a legal assignment here"
            raise ValueError(message)
        return number

    def shard(self, number: int, of: int) -> Window:
        """Return one of several runs that together are all assignments; see `Window.shard`."""
        return self.all.shard(number, of)

    def sample(self, number: int, seed: int | None = None) -> list[Assignment]:
        """Return assignments drawn uniformly, with replacement; see `Window.sample`."""
        return self.all.sample(number, seed)

    def to_numpy(self) -> Columns:
        """Return all amounts as one array, a row for every edge; see `Window.to_numpy`."""
        return self.all.to_numpy()

    def to_arrow_batches(self, rows: int = ROWS_OF_A_BATCH) -> Iterator[pa.RecordBatch]:
        """Yield all amounts as Arrow record batches; see `Window.to_arrow_batches`."""
        return self.all.to_arrow_batches(rows)

    def orbits(self) -> Orbits:
        """Return the assignments up to symmetry: identical creatures are interchangeable."""
        return Orbits(self)

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
        from lethal.cpsat.ranges import ranges_of

        deadline = Deadline.after(timeout)
        found: dict[Edge, tuple[int, int]] = {}
        for sources, conditions in self._independent(wishes):
            part = ranges_of(self.step, sources, conditions, deadline)
            if part is None:
                return None
            found |= part
        return {edge: found[edge] for edge in self.edges}

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

    def best(
        self, objective: Objective | str | Sequence[str] = "value", timeout: float | None = None
    ) -> Best:
        """Return the best assignment for an objective, most important term first.

        Args:
            objective: An objective, or its terms: "win,value,damage" or a list of them. Each is
                seen by the player who chooses, the active player for "both".
            timeout: The most seconds to take.

        A player is said to lose only if no lifelink of the other player's creatures, whose
        damage is dealt at the same time, can save them.

        Raises:
            StepError: The other player divides some of the damage; ask about "both".
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

    def judged(
        self, assignment: AssignmentLike, objective: Objective | str | Sequence[str]
    ) -> tuple[Outcome, dict[str, int]]:
        """Return what an assignment does, and what that is worth for an objective."""
        return self._judged(as_assignment(assignment), self._goal(objective))

    def _judged(self, assignment: Assignment, goal: Goal) -> tuple[Outcome, dict[str, int]]:
        result = worst_outcome(self.combat, assignment, goal)
        values = goal.objective.values(self.combat, result, goal.chooser)
        return result, dict(zip(map(str, goal.objective.terms), values, strict=True))

    def _goal(self, objective: Objective | str | Sequence[str]) -> Goal:
        names = objective.split(",") if isinstance(objective, str) else objective
        wanted = names if isinstance(names, Objective) else Objective(*map(str.strip, names))
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


def as_assignment(value: AssignmentLike) -> Assignment:
    """Return an assignment from any form it comes in."""
    if isinstance(value, str):
        return Assignment.parse(value)
    return value if isinstance(value, Assignment) else Assignment.of(value)
