"""Which combat damage assignments are legal: the specification, with no solver in it.

One function per numbered rule, in the order of the rules. Each takes a damage step and an
assignment and yields every breach of that rule. Numbers in the docstrings are today's; messages
cite those of the step's own date.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lethal_models.damage_step import DamageStep, Recipient, Role, Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lethal_models.assignment import Assignment


@dataclass(frozen=True, slots=True)
class Violation:
    """One breach of one rule.

    Attributes:
        rule: The rule's number on the combat's date.
        message: One sentence for a player.
        source: The creature whose damage it is.
        recipient: What it is assigned to, or "" where that does not matter.
    """

    rule: str
    message: str
    source: str
    recipient: str = ""

    def __str__(self) -> str:
        return f"{self.message} ({self.rule})."


def violations(step: DamageStep, assignment: Assignment) -> tuple[Violation, ...]:
    """Return every breach of every rule; none means that the assignment is legal (510.1e).

    Args:
        step: The damage step, or one player's part of it.
        assignment: For all sources of `step`; a source that is left out assigns nothing.
    """
    return tuple(violation for rule in RULES for violation in rule(step, assignment))


def rule_107_1b(step: DamageStep, assignment: Assignment) -> Iterator[Violation]:
    """107.1b: nobody chooses a negative number."""
    for (source, recipient), amount in assignment.items():
        if amount < 0:
            message = f"{_label(step, source)} cannot assign {amount} damage"
            yield _violation(step, "negative numbers", message, source, recipient)


def rule_506_4c(step: DamageStep, assignment: Assignment) -> Iterator[Violation]:
    """506.4c: an attacker whose planeswalker or battle has left combat attacks nothing."""
    yield from _idle_sources(step, assignment, "nothing attacked")


def rule_510_1(step: DamageStep, assignment: Assignment) -> Iterator[Violation]:
    """510.1: each player announces for the creatures whose damage they divide."""
    for source, recipient in _assigned(assignment):
        if source not in step.source and source not in step.idle:
            message = f"{_label(step, source)}'s damage is not this player's to assign in this step"
            yield _violation(step, "announcing", message, source, recipient)


def rule_510_1a(step: DamageStep, assignment: Assignment) -> Iterator[Violation]:
    """510.1a: a creature assigns damage equal to its power, all of it, or none from 0 down."""
    yield from _idle_sources(step, assignment, "amount")
    total = Counter[str]()
    for (source, _), amount in assignment.items():
        total[source] += amount
    for source in step.sources:
        if total[source.id] not in source.totals:
            or_none = " or none" if 0 in source.totals else ""
            message = (
                f"{_label(step, source.id)} must assign exactly {source.amount} damage{or_none}, "
                f"not {total[source.id]}"
            )
            yield _violation(step, "amount", message, source.id)


def rule_510_1b(step: DamageStep, assignment: Assignment) -> Iterator[Violation]:
    """510.1b: an unblocked attacker assigns to what it attacks, or to nothing if that is gone."""
    yield from _recipients(step, assignment, Role.UNBLOCKED, "is not blocked")
    yield from _mixed_ways(step, assignment, Role.UNBLOCKED)


def rule_510_1c(step: DamageStep, assignment: Assignment) -> Iterator[Violation]:
    """510.1c: a blocked attacker assigns to the creatures blocking it.

    From Magic 2010 to Foundations in damage assignment order: to a blocker only when every
    earlier one has lethal damage. Where an effect lets it assign otherwise, it does so with all
    of its damage or not at all.
    """
    yield from _recipients(step, assignment, Role.BLOCKED, "is blocked")
    yield from _mixed_ways(step, assignment, Role.BLOCKED)
    yield from _unmet_gates(step, assignment, Role.BLOCKED.value)


def rule_510_1d(step: DamageStep, assignment: Assignment) -> Iterator[Violation]:
    """510.1d: a blocker assigns to the attackers it blocks, with the order of 510.1c."""
    yield from _recipients(step, assignment, Role.BLOCKER, "is blocking")
    yield from _unmet_gates(step, assignment, Role.BLOCKER.value)


def rule_510_4(step: DamageStep, assignment: Assignment) -> Iterator[Violation]:
    """510.4: first strikers assign in the first of two steps, double strikers in both."""
    yield from _idle_sources(step, assignment, "two steps")


def rule_702_19b(step: DamageStep, assignment: Assignment) -> Iterator[Violation]:
    """702.19b: a blocked trampler assigns to what it attacks only when all blockers are met."""
    yield from _unmet_gates(step, assignment, "trample")


def rule_702_19c(step: DamageStep, assignment: Assignment) -> Iterator[Violation]:
    """702.19c: trample over planeswalkers reaches the player only past the loyalty."""
    yield from _unmet_gates(step, assignment, "trample over planeswalkers")


def rule_702_19e(step: DamageStep, assignment: Assignment) -> Iterator[Violation]:
    """702.19e: with the planeswalker gone, its controller is reached past the blockers."""
    yield from _unmet_gates(step, assignment, "planeswalker gone")


def rule_702_19f(step: DamageStep, assignment: Assignment) -> Iterator[Violation]:
    """702.19f: plain trample over a planeswalker never reaches its controller."""
    for source, recipient in _assigned(assignment):
        if source in step.source and _is_barred(step.source[source], recipient):
            message = (
                f"{_label(step, source)} attacks a planeswalker, so it may not assign damage to "
                f"{_label(step, recipient)}"
            )
            yield _violation(step, "trample and planeswalkers", message, source, recipient)


RULES: tuple[Callable[[DamageStep, Assignment], Iterator[Violation]], ...] = (
    rule_107_1b,
    rule_506_4c,
    rule_510_1,
    rule_510_1a,
    rule_510_1b,
    rule_510_1c,
    rule_510_1d,
    rule_510_4,
    rule_702_19b,
    rule_702_19c,
    rule_702_19e,
    rule_702_19f,
)
"""Every rule, in order."""


def is_met(step: DamageStep, assignment: Assignment, permanent: str) -> bool:
    """Return whether a permanent has lethal damage assigned by the whole assignment.

    Damage of every source counts (510.1c as it was to 2024, 702.19b), and so does a single
    point from any source with deathtouch (702.2c).
    """
    need = step.needs[permanent]
    if _received(assignment, permanent) >= need.amount:
        return True
    return need.deathtouch and any(
        amount > 0 and recipient == permanent and _has_deathtouch(step, source)
        for (source, recipient), amount in assignment.items()
    )


def _idle_sources(step: DamageStep, assignment: Assignment, rule: str) -> Iterator[Violation]:
    """A creature that assigns nothing in this step, for a reason that `rule` gives."""
    for source, recipient in _assigned(assignment):
        idle = step.idle.get(source)
        if idle and idle.rule == rule:
            message = f"{_label(step, source)} {idle.reason}"
            yield _violation(step, rule, message, source, recipient)


def _recipients(
    step: DamageStep, assignment: Assignment, role: Role, state: str
) -> Iterator[Violation]:
    yield from _idle_sources(step, assignment, role.value)
    for source_id, recipient in _assigned(assignment):
        source = step.source.get(source_id)
        if source is None or source.role is not role or _is_barred(source, recipient):
            continue
        allowed = [r.id for r in source.recipients]
        if recipient not in allowed:
            message = (
                f"{_label(step, source_id)} {state}, so it may assign damage only to "
                f"{_list(step, allowed)}, not to {_label(step, recipient)}"
            )
            yield _violation(step, role.value, message, source_id, recipient)


def _mixed_ways(step: DamageStep, assignment: Assignment, role: Role) -> Iterator[Violation]:
    """A source that may divide its damage in several ways follows one of them as a whole."""
    given = _given(assignment)
    for source in step.sources:
        allowed = {recipient.id for recipient in source.recipients}
        if source.role is role and source.way(given[source.id] & allowed) is None:
            message = (
                f"{_label(step, source.id)} must divide all of its damage in one way: "
                f"{step.ways_of(source)}"
            )
            yield _violation(step, role.value, message, source.id)


def _unmet_gates(step: DamageStep, assignment: Assignment, rule: str) -> Iterator[Violation]:
    unmet = {p for p in step.needs if not is_met(step, assignment, p)}
    if not unmet:
        return
    given = _given(assignment)
    for source_id, recipient_id in _assigned(assignment):
        recipient = _recipient(step, source_id, recipient_id, given[source_id])
        if recipient is None or recipient.gate is None or recipient.gate.rule != rule:
            continue
        missing = sorted(recipient.relies_on & unmet)
        if missing:
            lacking = " and ".join(
                f"{_label(step, c)} has {_received(assignment, c)} of the {step.needed(c)} it needs"
                for c in missing
            )
            message = (
                f"{_label(step, source_id)} may not assign damage to "
                f"{_label(step, recipient_id)} yet: {lacking}"
            )
            yield _violation(step, rule, message, source_id, recipient_id)


def _assigned(assignment: Assignment) -> Iterator[tuple[str, str]]:
    return (edge for edge, amount in assignment.items() if amount > 0)


def _received(assignment: Assignment, permanent: str) -> int:
    return sum(amount for (_, recipient), amount in assignment.items() if recipient == permanent)


def _has_deathtouch(step: DamageStep, source: str) -> bool:
    return source in step.source and step.source[source].deathtouch


def _is_barred(source: Source, recipient: str) -> bool:
    return bool(source.barred) and source.barred == recipient


def _given(assignment: Assignment) -> defaultdict[str, set[str]]:
    """Return source to everything that it assigns to."""
    given: defaultdict[str, set[str]] = defaultdict(set)
    for source, recipient in _assigned(assignment):
        given[source].add(recipient)
    return given


def _recipient(
    step: DamageStep, source: str, recipient: str, assigned: set[str]
) -> Recipient | None:
    """Return a recipient as the way has it that its source follows."""
    found = step.source.get(source)
    way = found.way(assigned & {r.id for r in found.recipients}) if found else None
    return next((r for r in way.recipients if r.id == recipient), None) if way else None


def _label(step: DamageStep, id_: str) -> str:
    return step.labels.get(id_, id_)


def _list(step: DamageStep, ids: Iterable[str]) -> str:
    return ", ".join(_label(step, id_) for id_ in ids)


def _violation(
    step: DamageStep, rule: str, message: str, source: str, recipient: str = ""
) -> Violation:
    return Violation(step.rules.number(rule), message, source, recipient)
