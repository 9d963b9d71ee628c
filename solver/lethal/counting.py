"""Counting the assignments of components, exactly or as far as limits allow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lethal.limits import Deadline, Status, TimeoutReached
from lethal.results import Count, TooManyError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lethal.components import Component

MOST_TO_VISIT = 10_000_000
"""What a count may have to visit of one component, unless a limit is given."""


def count_within(
    components: Iterable[Component],
    timeout: float | None = None,
    limit: int | None = None,
    watch: Callable[[int], None] | None = None,
) -> Count:
    """Return the product of the components' numbers of assignments, or bounds at a limit.

    A component that is not counted in time adds the assignments that were seen, at least the one
    that always exists. Ctrl-C ends the count like a limit.

    Args:
        components: What is counted.
        timeout: The most seconds to take.
        limit: The most assignments to count.
        watch: Is told again and again how many there are at least.

    Raises:
        TooManyError: Without a limit the count would take too long.
        TooWideError: The engine "diagram" would need a diagram that is too large.
    """
    is_bounded = timeout is not None or limit is not None
    work = _Work(Deadline.after(timeout), limit, watch, is_bounded=is_bounded)
    # What is counted at once is not left out because something else took all the time.
    for component in sorted(components, key=lambda c: c.upper_bound):
        work.add(component)
    if limit is not None and work.least > limit and work.status is Status.COMPLETE:
        return Count(limit, Status.LIMIT)
    return Count(work.least, work.status, None if work.status is Status.COMPLETE else work.most)


@dataclass(slots=True)
class _Work:
    """A count on its way: bounds of the product of the components so far."""

    deadline: Deadline
    limit: int | None
    watch: Callable[[int], None] | None
    is_bounded: bool
    least: int = 1
    most: int = 1
    status: Status = Status.COMPLETE

    def add(self, component: Component) -> None:
        """Multiply with the number of a component, or with bounds of it."""
        seen, number = 0, None
        try:
            if self.status is not Status.INTERRUPTED:
                number = component.counted(self.deadline)
                if number is None:
                    for seen in self._search(component):
                        if self.limit is not None and seen > self.limit:
                            break
                    else:
                        number = seen
        except TimeoutReached:
            self.status = Status.TIMEOUT
        except KeyboardInterrupt:
            self.status = Status.INTERRUPTED
        self.least *= number or max(seen, 1)
        self.most *= number or component.upper_bound

    def _search(self, component: Component) -> Iterator[int]:
        """Yield how many assignments of a component were seen so far."""
        if not self.is_bounded:
            _refuse_too_many(component)
        seen = 0
        for more in component.search_counts(self.deadline):
            seen += more
            if self.watch:
                self.watch(self.least * seen)
            yield seen


def _refuse_too_many(component: Component) -> None:
    work = component.work_to_search(Deadline())
    if work > MOST_TO_VISIT:
        names = [component.step.labels[source.id] for source in component.sources]
        raise TooManyError(names, work)
