"""Which assignments `enumerate` lists: all, a shard, a sample, or a single one."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, TypedDict

import click

from lethal.limits import Deadline, TimeoutReached

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lethal.cli.options import Command
    from lethal.cli.summary import SummaryRecord
    from lethal.damage_assignments import Assignments
    from lethal.limits import Status
    from lethal.window import Window

_SHARD = re.compile(r"(\d{1,18})/(\d{1,18})", re.ASCII)


class SelectionOptions(TypedDict):
    """The options that choose some of the assignments."""

    shard: tuple[int, int] | None
    sample: int | None
    seed: int | None
    at: int | None


def _shard(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> tuple[int, int] | None:
    if value is None:
        return None
    match = _SHARD.fullmatch(value)
    if not match or not 1 <= int(match[1]) <= int(match[2]):
        message = f"{value!r} is not a shard like 1/4: K/N with K from 1 to N"
        raise click.BadParameter(message, context, parameter)
    return int(match[1]), int(match[2])


_OPTIONS = (
    click.option(
        "--shard",
        metavar="K/N",
        callback=_shard,
        help="List the K-th of N runs that together are all assignments.",
    ),
    click.option(
        "--sample",
        type=click.IntRange(min=1),
        metavar="N",
        help="List N assignments drawn uniformly, with replacement.",
    ),
    click.option("--seed", type=int, metavar="S", help="Let --sample draw the same ones again."),
    click.option(
        "--at",
        type=int,
        metavar="I",
        help="List the assignment with number I, counted from 0; from the end if negative.",
    ),
)


def selection_options(command: Command) -> Command:
    """Give a command the options of `SelectionOptions`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@dataclass(frozen=True, slots=True)
class Selection:
    """The assignments that are listed.

    Attributes:
        legal: The view that they are from.
        window: They are these, or drawn from these; None for all of a view without numbers.
        limit: How many are listed at most.
        deadline: When the list ends.
        shard: Which shard they are, "1/4".
        sample: How many of them are drawn.
        seed: What the draws depend on.
    """

    legal: Assignments
    window: Window | None
    limit: int | None
    deadline: Deadline
    shard: str | None = None
    sample: int | None = None
    seed: int | None = None

    @property
    def number(self) -> int | None:
        """How many are listed if there is time, where that is known."""
        number = self.sample or (None if self.window is None else self.window.count)
        return number if number is None or self.limit is None else min(number, self.limit)

    @property
    def rows(self) -> Iterator[tuple[int, ...]]:
        """The assignments as rows of amounts, not cut off at the limit."""
        if self.window is None:
            return self.legal.rows(self.deadline)
        if self.sample is not None:
            # As in `Window.rows`, nobody sees an iterator get any further.
            return islice(self.window.draws(self.seed), min(self.sample, sys.maxsize))
        return self.window.rows()

    def summary(self, number: int, status: Status, *, verified: bool) -> SummaryRecord:
        """Return the summary of a list of so many that ended in some way."""
        from lethal.cli.summary import SummaryRecord

        drawn_from = None if self.sample is None or self.window is None else self.window.count
        return SummaryRecord.of(
            self.legal,
            number,
            status,
            shard=self.shard,
            sampled_from=None if drawn_from is None else str(drawn_from),
            verified=verified or None,
        )


def selected(
    legal: Assignments, options: SelectionOptions, limit: int | None, timeout: float | None
) -> Selection:
    """Return the assignments that the options choose.

    Raises:
        NotNumberedError: They have to be asked for by number, and cannot.
        NoSuchNumberError: There is none with that number.
        TimeoutReached: The time was not enough to number them.
    """
    _refuse_contradictions(options, limit)
    deadline = Deadline.after(timeout)
    shard, sample, at = options["shard"], options["sample"], options["at"]
    if shard is None and sample is None and at is None:
        return Selection(legal, _numbered_if_in_time(legal, deadline), limit, deadline)
    # The time is for building the diagrams too.
    legal.numbered(deadline)
    window = legal.all
    text = None
    if at is not None:
        number = window.number_of(at)
        window = window[number : number + 1]
    if shard is not None:
        window = window.shard(*shard)
        text = "{}/{}".format(*shard)
    return Selection(legal, window, limit, deadline, text, sample, options["seed"])


def _numbered_if_in_time(legal: Assignments, deadline: Deadline) -> Window | None:
    if any(component.is_arduous for component in legal.components):
        # Whoever wants a few should not wait for the diagram.
        return None
    try:
        return legal.numbered(deadline)
    except TimeoutReached:
        # Then there is no time for the list either, and that is what it says.
        return None


def _refuse_contradictions(options: SelectionOptions, limit: int | None) -> None:
    if options["at"] is not None:
        others = [f"--{name}" for name in ("shard", "sample") if options[name] is not None]
        others += ["--limit"] if limit is not None else []
        if others:
            message = f"--at lists one assignment: leave {others[0]} away"
            raise click.UsageError(message)
    if options["sample"] is not None and limit is not None:
        message = "--sample says how many are listed: leave --limit away"
        raise click.UsageError(message)
    if options["seed"] is not None and options["sample"] is None:
        message = "--seed is for --sample"
        raise click.UsageError(message)
