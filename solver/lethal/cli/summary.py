"""The JSON at the end of a count or a list of assignments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

from lethal.cli.records import ViewRecord

if TYPE_CHECKING:
    from typing import Unpack

    from lethal.damage_assignments import Assignments
    from lethal.limits import Status


class MoreOfASummary(TypedDict, total=False):
    """What a `SummaryRecord` says only where there is something to say."""

    at_most: str | None
    shard: str | None
    sampled_from: str | None
    verified: bool | None
    up_to_symmetry: bool | None


class SummaryRecord(ViewRecord):
    """The end of a count or a list.

    `ended_by` says what cut it short; `at_most` is an upper bound of a count that was. `engine`
    is what did the work: "diagram", "cpsat" or "cpsat+diagram". `shard` and `sampled_from` say of
    a list that it is a part of all assignments, or drawn from how many. `verified` and
    `up_to_symmetry` are there where that was asked for.
    """

    type: Literal["summary"] = "summary"
    count: str
    at_most: str | None = None
    complete: bool
    ended_by: str | None = None
    engine: str
    shard: str | None = None
    sampled_from: str | None = None
    verified: bool | None = None
    up_to_symmetry: bool | None = None

    @classmethod
    def of(
        cls, legal: Assignments, count: int, status: Status, **more: Unpack[MoreOfASummary]
    ) -> SummaryRecord:
        """Make the summary of a view."""
        return cls(
            count=str(count),
            complete=status == "complete",
            ended_by=None if status == "complete" else status.value,
            engine="+".join(legal.engines) or legal.engine,
            **more,
            **cls.view(legal),
        )
