"""The JSON that commands write: the contract with other programs.

Counts are decimal strings, since they may be larger than other languages' integers. Players,
planeswalkers, battles and creatures appear by their ids.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

from pydantic import BaseModel, ConfigDict

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from lethal.damage_assignments import Assignments
    from lethal.explanation import Explanation
    from lethal.limits import Status
    from lethal.playing import Line
    from lethal.reachable import Reached
    from lethal.results import Best
    from lethal.summing_up import KillSet
    from lethal_models import Recipient, Violation
    from lethal_models.course.log import Entry
    from lethal_models.outcome import Outcome

Amounts = dict[str, dict[str, int]]


class Record(BaseModel):
    """One JSON object of a command's output."""

    model_config = ConfigDict(frozen=True)

    def line(self) -> str:
        """Return the record as one line of JSON."""
        return self.model_dump_json(exclude_none=True)


class ViewRecord(Record):
    """A result, and the view of the board that it is about."""

    rules: str
    by: str
    step: Literal["first", "regular"]

    @staticmethod
    def view(legal: Assignments) -> ViewFields:
        """Return the fields that say which view a result is about."""
        step: Literal["first", "regular"] = "first" if legal.step.first else "regular"
        return {"rules": str(legal.combat.rules), "by": legal.by, "step": step}


class ViewFields(TypedDict):
    """The fields of a `ViewRecord`."""

    rules: str
    by: str
    step: Literal["first", "regular"]


class AssignmentRecord(Record):
    """One assignment, without zeros; up to symmetry, one of so many."""

    type: Literal["assignment"] = "assignment"
    assignment: Amounts
    size: str | None = None


class ViolationRecord(Record):
    """One breach of one rule."""

    rule: str
    message: str
    source: str
    recipient: str | None = None

    @classmethod
    def of(cls, violation: Violation) -> ViolationRecord:
        """Make the record of a violation."""
        return cls(
            rule=violation.rule,
            message=violation.message,
            source=violation.source,
            recipient=violation.recipient or None,
        )


class CheckRecord(ViewRecord):
    """Whether an assignment is legal."""

    type: Literal["check"] = "check"
    legal: bool
    number: str | None = None
    violations: list[ViolationRecord]


class RangeRecord(Record):
    """How little and how much one edge can get."""

    min: int
    max: int


class ReasonRecord(Record):
    """A rule that stands in the way."""

    rule: str
    message: str


class ExplanationRecord(Record):
    """Why a wish is impossible."""

    wishes: list[str]
    reasons: list[ReasonRecord]

    @classmethod
    def of(cls, explanation: Explanation) -> ExplanationRecord:
        """Make the record of an explanation."""
        return cls(
            wishes=[str(wish) for wish in explanation.wishes],
            reasons=[ReasonRecord(rule=r.rule, message=r.message) for r in explanation.reasons],
        )


class RangesRecord(ViewRecord):
    """How little and how much every edge can get, or why the wish is impossible."""

    type: Literal["ranges"] = "ranges"
    possible: bool
    ranges: dict[str, dict[str, RangeRecord]] | None = None
    explanation: ExplanationRecord | None = None


class OutcomeRecord(Record):
    """What a damage step does when it is dealt as assigned."""

    destroyed: list[str]
    damage: dict[str, int]
    loyalty: dict[str, int]
    poison: dict[str, int]
    life_gained: dict[str, int]
    losers: list[str]
    left: list[str]
    defense: dict[str, int]
    counters: dict[str, int]
    life: dict[str, int] | None = None

    @classmethod
    def of(cls, outcome: Outcome) -> OutcomeRecord:
        """Make the record of an outcome."""
        return cls(
            destroyed=list(outcome.destroyed),
            damage=outcome.damage,
            loyalty=outcome.loyalty,
            poison=outcome.poison,
            life_gained=outcome.life_gained,
            losers=list(outcome.losers),
            left=list(outcome.left),
            defense=outcome.defense,
            counters=outcome.counters,
            life=outcome.life or None,
        )


class BestRecord(ViewRecord):
    """The best assignment for an objective."""

    type: Literal["best"] = "best"
    assignment: Amounts
    outcome: OutcomeRecord
    objective: dict[str, int]
    optimal: bool
    complete: bool
    verified: bool | None = None

    @classmethod
    def of(cls, legal: Assignments, best: Best, *, verified: bool | None = None) -> BestRecord:
        """Make the record of a best assignment."""
        return cls(
            **cls.view(legal),
            assignment=best.assignment.as_dict(),
            outcome=OutcomeRecord.of(best.outcome),
            objective=best.values,
            optimal=best.optimal,
            complete=best.optimal,
            verified=verified,
        )


class PerftRecord(Record):
    """One position of a suite."""

    type: Literal["perft"] = "perft"
    id: str
    line_number: int
    position: str
    number: str
    expected: str
    found: str
    ok: bool


class FindingRecord(Record):
    """One claim of an official example."""

    type: Literal["finding"] = "finding"
    id: str
    title: str
    rules: str
    claim: str
    expected: str
    found: str
    ok: bool


class RecipientRecord(Record):
    """Something a source may assign damage to, and what must be met first."""

    id: str
    relies_on: dict[str, int]


class SourceRecord(Record):
    """A creature that assigns damage."""

    id: str
    amount: int
    assigner: str
    deathtouch: bool
    """Whether 1 of its damage is lethal damage to a creature."""
    recipients: list[RecipientRecord]
    ways: list[list[RecipientRecord]] | None = None
    """Where it may divide its damage in several ways, one of which it follows as a whole."""


class BoardRecord(Record):
    """A board as its file has it, and the damage step of the view."""

    type: Literal["board"] = "board"
    board: dict[str, Any]
    step: Literal["first", "regular"]
    sources: list[SourceRecord]

    @classmethod
    def of(cls, legal: Assignments) -> BoardRecord:
        """Make the record of a view."""
        from lethal_models.files.writing import board_data

        return cls(
            board=board_data(legal.board),
            step=ViewRecord.view(legal)["step"],
            sources=[
                SourceRecord(
                    id=source.id,
                    amount=source.amount,
                    assigner=source.assigner,
                    deathtouch=source.deathtouch,
                    recipients=cls._recipients(legal, source.recipients),
                    ways=(
                        [cls._recipients(legal, way.recipients) for way in source.ways]
                        if len(source.ways) > 1
                        else None
                    ),
                )
                for source in legal.step.sources
            ],
        )

    @staticmethod
    def _recipients(legal: Assignments, recipients: Iterable[Recipient]) -> list[RecipientRecord]:
        needs = legal.step.needs
        return [
            RecipientRecord(id=r.id, relies_on={p: needs[p].amount for p in sorted(r.relies_on)})
            for r in recipients
        ]


class EntryRecord(Record):
    """One thing that happened."""

    kind: str
    text: str
    source: str | None = None
    recipient: str | None = None
    amount: int | None = None
    rule: str | None = None

    @classmethod
    def of(cls, entry: Entry) -> EntryRecord:
        """Make the record of a log entry."""
        return cls(
            kind=entry.kind.value,
            text=entry.text,
            source=entry.source or None,
            recipient=entry.recipient or None,
            amount=entry.amount or None,
            rule=entry.rule or None,
        )


class PlayRecord(Record):
    """A combat that was played to its end."""

    type: Literal["play"] = "play"
    rules: str
    assignments: dict[str, Amounts]
    outcome: OutcomeRecord
    complete: bool
    """Whether every best choice is proven best."""
    log: list[EntryRecord]

    @classmethod
    def of(cls, rules: str, line: Line) -> PlayRecord:
        """Make the record of a line."""
        return cls(
            rules=rules,
            assignments={which: a.as_dict() for which, a in line.assignments.items()},
            outcome=OutcomeRecord.of(line.outcome),
            complete=line.status == "complete",
            log=[EntryRecord.of(entry) for entry in line.log],
        )


class ReachedRecord(Record):
    """A result that a combat can have; the witness is damage step to assignment."""

    type: Literal["outcome"] = "outcome"
    outcome: OutcomeRecord
    assignments: str | None = None
    """In how many ways it comes about; left out where that was not counted."""
    witness: dict[str, Amounts]
    prevented: dict[str, Amounts] | None = None

    @classmethod
    def of(cls, reached: Reached) -> ReachedRecord:
        """Make the record of a result."""
        return cls(
            outcome=OutcomeRecord.of(reached.outcome),
            assignments=None if reached.assignments is None else str(reached.assignments),
            witness={which: a.as_dict() for which, a in reached.witness.items()},
            prevented={which: _amounts(lost) for which, lost in reached.prevented.items()} or None,
        )


class KillSetRecord(Record):
    """A set of creatures that can die together, with a line in which they do."""

    type: Literal["kill-set"] = "kill-set"
    destroyed: list[str]
    assignments: str | None = None
    witness: dict[str, Amounts]

    @classmethod
    def of(cls, found: KillSet) -> KillSetRecord:
        """Make the record of a set."""
        return cls(
            destroyed=list(found.destroyed),
            assignments=None if found.assignments is None else str(found.assignments),
            witness={which: a.as_dict() for which, a in found.example.witness.items()},
        )


def _amounts(edges: Mapping[tuple[str, str], int]) -> Amounts:
    amounts: Amounts = {}
    for (source, recipient), amount in edges.items():
        amounts.setdefault(source, {})[recipient] = amount
    return amounts


class OutcomesSummaryRecord(Record):
    """The end of a list of results."""

    type: Literal["summary"] = "summary"
    rules: str
    by: str
    count: str
    complete: bool
    ended_by: str | None = None

    @classmethod
    def of(cls, rules: str, by: str, number: int, status: Status) -> OutcomesSummaryRecord:
        """Make the summary."""
        complete = status == "complete"
        ended_by = None if complete else status.value
        return cls(rules=rules, by=by, count=str(number), complete=complete, ended_by=ended_by)
