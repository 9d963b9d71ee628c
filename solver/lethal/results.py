"""What questions about assignments are answered with; each says whether it is complete."""

from __future__ import annotations

from dataclasses import dataclass
from math import log10
from typing import TYPE_CHECKING, Generic, TypeVar

from lethal.limits import Deadline, Status, TimeoutReached
from lethal_models.errors import LethalError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lethal_models import Assignment
    from lethal_models.outcome import Outcome


class TooManyError(LethalError):
    """A count that would have to visit too many assignments one by one."""

    def __init__(self, sources: Sequence[str], bound: int) -> None:
        self.sources: tuple[str, ...] = tuple(sources)
        self.bound: int = bound
        super().__init__(self.sources, bound)

    def __str__(self) -> str:
        alone = len(self.sources) == 1
        what = f"{named(self.sources)} {'assigns' if alone else 'assign, which share blockers'}"
        return (
            f"counting would visit up to {_rough(self.bound)} combinations of what {what}; give a "
            "time limit to count as many as it allows"
        )


class NotNumberedError(LethalError, LookupError):
    """Assignments that can be listed from the first on, but not asked for by number."""

    def __init__(self, sources: Sequence[str], engine: str) -> None:
        self.sources: tuple[str, ...] = tuple(sources)
        self.engine: str = engine
        super().__init__(self.sources, engine)

    def __str__(self) -> str:
        if self.engine == "cpsat":
            return "the engine cpsat lists assignments, but does not number them; use diagram"
        return (
            f"assignments cannot be asked for by number: the decision diagram of "
            f"{named(self.sources)}, which share blockers, would be too large"
        )


@dataclass(frozen=True, slots=True)
class Count:
    """A number of assignments.

    Attributes:
        number: The number, or a lower bound of it.
        status: Complete when it is exact, else what ended the count.
        at_most: An upper bound, where the number is not exact and was not cut off at a limit.
    """

    number: int
    status: Status
    at_most: int | None = None

    @property
    def complete(self) -> bool:
        """Whether the number is exact."""
        return self.status is Status.COMPLETE


@dataclass(frozen=True, slots=True)
class Best:
    """The best assignment for an objective.

    Attributes:
        assignment: The assignment.
        outcome: What it does.
        values: The objective's terms, in its order.
        status: Complete when it is proven best, else what ended the search for a better one.
    """

    assignment: Assignment
    outcome: Outcome
    values: dict[str, int]
    status: Status

    @property
    def optimal(self) -> bool:
        """Whether it is proven best."""
        return self.status is Status.COMPLETE


Item = TypeVar("Item")


class Listing(Generic[Item]):
    """An iterator over assignments, or other answers, that knows why it ended.

    `status` is complete only when the listing was exhausted and nothing was left out.
    """

    def __init__(self, items: Iterator[Item], limit: int | None, deadline: Deadline) -> None:
        self.status: Status = Status.INTERRUPTED
        self._items: Iterator[Item] = self._watch(items, limit, deadline)

    def __iter__(self) -> Iterator[Item]:
        return self._items

    def _watch(
        self, items: Iterator[Item], limit: int | None, deadline: Deadline
    ) -> Iterator[Item]:
        try:
            for number, item in enumerate(items):
                if number == limit:
                    self.status = Status.LIMIT
                    return
                if number % _BETWEEN_CHECKS == 0:
                    deadline.check()
                yield item
            self.status = Status.COMPLETE
        except TimeoutReached:
            self.status = Status.TIMEOUT


_BETWEEN_CHECKS = 256
"""Items between looks at the clock; engines look only where they start a search."""


def named(names: Sequence[str]) -> str:
    """Return names as a sentence has them, the first few of many."""
    shown = ", ".join(names[:_MOST_NAMED])
    return shown if len(names) <= _MOST_NAMED else f"{shown} and {len(names) - _MOST_NAMED} more"


_MOST_NAMED = 5


def _rough(number: int) -> str:
    return f"{number:,}" if number < 10**12 else f"10^{int(log10(number))}"
