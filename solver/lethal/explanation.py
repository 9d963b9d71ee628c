"""Explanations for people: which rules forbid a wish."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lethal.wish import Wish
from lethal_models import Assignment, violations

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lethal.cpsat.explain import Conflict, RuleInstance
    from lethal_models import DamageStep, Recipient, Source


@dataclass(frozen=True, slots=True)
class Reason:
    """One rule that stands in the way, as a sentence and by its number on the combat's date."""

    rule: str
    message: str

    def __str__(self) -> str:
        return f"{self.message} ({self.rule})."


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a wish is impossible.

    Attributes:
        wishes: The conditions that clash, with each other or with the rules.
        reasons: A minimal set of rules that forbid them together.
    """

    wishes: tuple[Wish, ...]
    reasons: tuple[Reason, ...]

    def __str__(self) -> str:
        wished = " ".join(map(str, self.wishes))
        if not self.reasons:
            return f"{wished} is impossible: the conditions contradict each other."
        return " ".join([f"{wished} is impossible:", *map(str, self.reasons)])


def wrong_recipients(step: DamageStep, wishes: Sequence[Wish]) -> Explanation | None:
    """Explain a wish for damage to something that the source may never assign to."""
    for wish in wishes:
        if wish.operator == "<=" or not wish.amount:
            continue
        senders = [s for s in step.sources if wish.source in {None, s.id}]
        if any(r.id == wish.recipient for s in senders for r in s.recipients):
            continue
        reasons = tuple(_recipient_reasons(step, wish))
        return Explanation((wish,), reasons)
    return None


def explain_conflict(step: DamageStep, conflict: Sequence[Conflict]) -> Explanation:
    """Put a minimal conflict into words."""
    wishes = tuple(member for member in conflict if isinstance(member, Wish))
    rules = [member for member in conflict if not isinstance(member, Wish)]
    return Explanation(wishes, tuple(_reason(step, instance) for instance in rules))


def _recipient_reasons(step: DamageStep, wish: Wish) -> Iterator[Reason]:
    if not step.sources:
        message = "no creature assigns damage for this player in this step"
        yield Reason(step.rules.number("announcing"), message)
    for source in step.sources:
        if wish.source in {None, source.id}:
            tried = Assignment.of({source.id: {wish.recipient: wish.amount}})
            for violation in violations(step, tried):
                if violation.recipient == wish.recipient:
                    yield Reason(violation.rule, violation.message)


def _reason(step: DamageStep, instance: RuleInstance) -> Reason:
    source = step.labels[instance.source.id]
    number = step.rules.number(instance.rule)
    if instance.recipient is not None:
        return Reason(number, _gate_message(step, instance.source, instance.recipient))
    if instance.rule == "amount":
        or_none = " or none" if 0 in instance.source.totals else ""
        return Reason(number, f"{source} assigns exactly {instance.source.amount} damage{or_none}")
    ways = step.ways_of(instance.source)
    return Reason(number, f"{source} divides all of its damage in one way: {ways}")


def _gate_message(step: DamageStep, source: Source, recipient: Recipient) -> str:
    """Say what comes first, and in which way, where the source has several."""
    way = next(way for way in source.ways if recipient in way.recipients)
    how = f"when it assigns {step.in_words(way)}, " if len(source.ways) > 1 else ""
    return (
        f"{how}{step.labels[source.id]} may assign damage to {step.labels[recipient.id]} only when "
        f"lethal damage is assigned to {step.what_comes_first(recipient)}"
    )
