"""Checking what a board file claims in its `[expect]` table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lethal.damage_assignments import Assignments
from lethal_models import ruleset

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lethal_models import Assignment, Combat
    from lethal_models.files.expectation import Claims, Expectation


@dataclass(frozen=True, slots=True)
class Finding:
    """One claim and what was found.

    Attributes:
        rules: The rules under which it was checked.
        claim: What was claimed: "count", "includes a1:b1=2", …
        expected: What should hold, as text.
        found: What does hold.
    """

    rules: str
    claim: str
    expected: str
    found: str

    @property
    def holds(self) -> bool:
        """Whether the claim is true."""
        return self.expected == self.found


def findings(combat: Combat, expect: Expectation) -> Iterator[Finding]:
    """Yield one finding for every claim, under the board's own rules first."""
    yield from _findings(combat, expect, expect)
    for rules, claims in expect.under.items():
        yield from _findings(replace(combat, rules=ruleset(rules)), expect, claims)


def _findings(combat: Combat, expect: Expectation, claims: Claims) -> Iterator[Finding]:
    legal = Assignments(combat, expect.by, expect.step)
    rules = str(combat.rules)
    if claims.count is not None:
        yield Finding(rules, "count", str(claims.count), str(legal.count()))
    if claims.player_damage is not None:
        least, most = claims.player_damage
        yield Finding(rules, "player damage", f"{least} to {most}", _player_damage(legal))
    for assignment in claims.includes:
        broken = ", ".join(violation.rule for violation in legal.check(assignment))
        found = f"breaks {broken}" if broken else "legal"
        yield Finding(rules, f"includes {assignment}", "legal", found)
    for assignment in claims.excludes:
        yield _excluded(rules, legal, assignment, claims.rule)


def _excluded(rules: str, legal: Assignments, assignment: Assignment, rule: str | None) -> Finding:
    broken = [violation.rule for violation in legal.check(assignment)]
    expected = f"breaks {rule}" if rule else "illegal"
    if not broken:
        found = "legal"
    elif rule is None or rule in broken:
        found = expected
    else:
        found = f"breaks {', '.join(broken)}"
    return Finding(rules, f"excludes {assignment}", expected, found)


def _player_damage(legal: Assignments) -> str:
    """Return the least and the most that players can be assigned in total."""
    extremes = [
        sum(
            amount
            for (_, recipient), amount in legal.best(term).assignment.items()
            if recipient in {player.id for player in legal.combat.players}
        )
        for term in ("min-damage", "damage")
    ]
    return f"{min(extremes)} to {max(extremes)}"
