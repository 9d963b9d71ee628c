"""Every legal combat damage assignment of a damage step, as a lazy view."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, partial
from itertools import islice
from typing import TYPE_CHECKING, cast

from lethal.components import Component, Engine, components_of
from lethal.explanation import Explanation, explain_conflict, wrong_recipients
from lethal.limits import Deadline, Status, TimeoutReached
from lethal.loading import CombatLike, load
from lethal.objective import Goal, Objective
from lethal.product import product_rows
from lethal.results import Best, Count, Listing, TooManyError
from lethal.trying import best_by_trying, needs_trying, worst_outcome
from lethal.wish import UnknownIdError, Wish, WishLike, check_ids, parse_wishes
from lethal_models import Assignment, DamageStep, StepError, Violation, damage_step, violations
from lethal_models.course.steps import ready
from lethal_models.dealing import most_life_gained
from lethal_models.errors import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lethal_models import Combat, Edge, Source, WhichStep

MOST_TO_VISIT = 10_000_000
"""What `count` may have to visit of one component, unless a limit is given."""


class Assignments:
    """The legal assignments of one damage step of a combat.

    `board` is the combat as it was given; `combat` is the one in which the damage is assigned,
    after what triggered when blockers were declared and the events at that moment.

    A view: nothing is computed until it is asked for. Assignments come in canonical order:
    lexicographic in `edges`, which list the components of the step by their first source, the
    sources of each in the order of the board, and the recipients of each in damage assignment
    order with what is attacked last.

    >>> import lethal
    >>> legal = lethal.assignments(lethal.parse("20:6/6Tx2/2+3/3"))
    >>> legal.count()
    8
    >>> list(legal)[0]
    Assignment.parse('a1:b2=6')
    >>> "a1:b1=2,b2=3,p=1" in legal
    True
    >>> print(*legal.check("a1:b1=1,b2=3,p=2"))
    a1 may not assign damage to the defending player yet: b1 has 1 of the 2 it needs (702.19b).
    """

    def __init__(
        self,
        board: CombatLike,
        by: str = "active",
        step: WhichStep | None = None,
        engine: Engine = "auto",
    ) -> None:
        """Make the view.

        Args:
            board: A combat, notation, the path of a board file, or its contents.
            by: Whose choices: a player's id, or "both". A component in which both players
                assign, because of banding, belongs to each of them as a whole: neither part
                can be judged without the other. The rules do not say who announces when there.
            step: "first" or "regular"; by default the first in which anybody assigns.
            engine: "auto" takes the cheapest exact way through each component; "cpsat" visits
                every solution of the CP-SAT model.

        Raises:
            BoardError: The board makes no sense.
            EventError: One of its events is impossible.
            StepError: There is no such player or step.
        """
        if step not in {None, "first", "regular"}:
            message = f"there is no damage step {step!r}: it is 'first' or 'regular'"
            raise StepError(message)
        if engine not in {"auto", "cpsat"}:
            message = f"there is no engine {engine!r}: it is 'auto' or 'cpsat'"
            raise StepError(message)
        start = load(board)
        situation = ready(start)
        combat = situation.combat
        if situation.over:
            message = "the combat is over before any damage is assigned"
            raise StepError(message)
        players = [player.id for player in combat.players]
        if by not in {*players, "both"}:
            known = (*players, "both")
            message = f"there is no player {by!r}{did_you_mean(by, known)}"
            raise StepError(message)
        self.board: Combat = start
        self.combat: Combat = combat
        self.by: str = by
        self.engine: Engine = engine
        self.whole_step: DamageStep = damage_step(combat, step)

    @cached_property
    def components(self) -> tuple[Component, ...]:
        """The independent parts, in canonical order."""
        return tuple(
            component
            for component in components_of(self.whole_step, self.engine)
            if self.by == "both" or any(s.assigner == self.by for s in component.sources)
        )

    @cached_property
    def step(self) -> DamageStep:
        """The damage step, with the sources of this view only."""
        chosen = set(self.sources)
        return self.whole_step.part(tuple(s for s in self.whole_step.sources if s in chosen))

    @cached_property
    def sources(self) -> tuple[Source, ...]:
        """The sources in canonical order."""
        return tuple(source for component in self.components for source in component.sources)

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """The edges in canonical order; rows have one amount for each."""
        return tuple(edge for component in self.components for edge in component.edges)

    def rows(self, deadline: Deadline | None = None) -> Iterator[tuple[int, ...]]:
        """Yield every assignment as a row of amounts in the order of `edges`."""
        until = deadline or Deadline()
        return product_rows([partial(component.rows, until) for component in self.components])

    def __iter__(self) -> Iterator[Assignment]:
        return map(partial(Assignment, self.edges), self.rows())

    def listing(
        self, limit: int | None = None, timeout: float | None = None
    ) -> Listing[Assignment]:
        """Return an iterator that ends at a limit, and says whether it did.

        Args:
            limit: The most assignments to give.
            timeout: The most seconds to take.
        """
        deadline = Deadline.after(timeout)
        return Listing(map(partial(Assignment, self.edges), self.rows(deadline)), limit, deadline)

    def count(self) -> int:
        """Return the exact number of assignments, the product over the components.

        A single source is counted by a formula, several by combinations of effect classes or,
        where a source has too many divisions to list, one by one.

        Raises:
            TooManyError: That may take too long.
        """
        counted = self.count_within()
        if not counted.complete:
            raise KeyboardInterrupt
        return counted.number

    def count_within(self, timeout: float | None = None, limit: int | None = None) -> Count:
        """Return the number of assignments, or a lower bound when a limit ends the count.

        A component that is not counted in time adds the assignments that were seen, at least
        the one that always exists. Ctrl-C ends the count like a limit.

        Args:
            timeout: The most seconds to take.
            limit: The most assignments to count.

        Raises:
            TooManyError: Without a limit the count would take too long.
        """
        deadline = Deadline.after(timeout)
        number, status = 1, Status.COMPLETE
        for component in self.components:
            seen = 0
            try:
                if timeout is None and limit is None:
                    self._refuse_too_many(component)
                for more in component.counts(deadline):
                    seen += more
                    if limit is not None and seen > limit:
                        break
            except TimeoutReached:
                status = Status.TIMEOUT
            except KeyboardInterrupt:
                return Count(number * max(seen, 1), Status.INTERRUPTED)
            number *= max(seen, 1)
        if limit is not None and number > limit:
            return Count(limit, Status.LIMIT)
        return Count(number, status)

    def _refuse_too_many(self, component: Component) -> None:
        work = component.work_to_count(Deadline())
        if work > MOST_TO_VISIT:
            raise TooManyError([self.step.labels[source.id] for source in component.sources], work)

    def __bool__(self) -> bool:
        return next(self.rows(), None) is not None

    def __contains__(self, assignment: object) -> bool:
        if not isinstance(assignment, str | Assignment | Mapping):
            return False
        return not self.check(
            cast("str | Assignment | Mapping[str, Mapping[str, int]]", assignment)
        )

    def check(
        self, assignment: str | Assignment | Mapping[str, Mapping[str, int]]
    ) -> tuple[Violation, ...]:
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
        names = objective.split(",") if isinstance(objective, str) else objective
        wanted = names if isinstance(names, Objective) else Objective(*map(str.strip, names))
        chooser = self.combat.active_player if self.by == "both" else self.by
        self._refuse_mixed_choices()
        from lethal.cpsat.best import best_row

        deadline = Deadline.after(timeout)
        chosen = {source.id for source in self.sources}
        others = [source for source in self.whole_step.sources if source.id not in chosen]
        elsewhere = most_life_gained(self.combat, others)
        goal = Goal(wanted, chooser, elsewhere)
        if needs_trying(self.combat):
            assignment, status = best_by_trying(self, goal, deadline)
        else:
            edges, row, status = best_row(self.combat, self.step, goal, deadline)
            assignment = Assignment(edges, row)
        result = worst_outcome(self.combat, assignment, goal)
        values = wanted.values(self.combat, result, chooser)
        by_term = dict(zip(map(str, wanted.terms), values, strict=True))
        return Best(assignment, result, by_term, status)

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


def as_assignment(value: str | Assignment | Mapping[str, Mapping[str, int]]) -> Assignment:
    """Return an assignment from any form it comes in."""
    if isinstance(value, str):
        return Assignment.parse(value)
    return value if isinstance(value, Assignment) else Assignment.of(value)
