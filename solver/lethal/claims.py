"""Checking what a board file claims in its `[expect]` table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lethal.damage_assignments import Assignments
from lethal.description import describe_outcome
from lethal.reachable import Outcomes
from lethal_models import ruleset

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lethal_models import Assignment, Combat
    from lethal_models.files import LoadedBoard
    from lethal_models.files.expectation import Claims, Expectation, ResultClaim
    from lethal_models.outcome import Outcome


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


def findings(board: LoadedBoard) -> Iterator[Finding]:
    """Yield one finding for every claim of a board, under its own rules first."""
    if board.expect is None:
        return
    yield from _under(board, board.combat, board.expect)
    for rules, claims in board.expect.under.items():
        yield from _under(board, replace(board.combat, rules=ruleset(rules)), claims)


def _under(board: LoadedBoard, combat: Combat, claims: Claims) -> Iterator[Finding]:
    assert board.expect is not None
    yield from _findings(combat, board.expect, claims)
    if claims.results is not None or claims.always or claims.reaches or claims.never:
        yield from result_findings(combat, board.choices, claims)


def _findings(combat: Combat, expect: Expectation, claims: Claims) -> Iterator[Finding]:
    if not (claims.count is not None or claims.player_damage or claims.includes or claims.excludes):
        return
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


def result_findings(
    combat: Combat, choices: Mapping[str, Assignment], claims: Claims
) -> Iterator[Finding]:
    """Yield what is found of the claims about the results of a whole combat."""
    rules = str(combat.rules)
    results = [reached.outcome for reached in Outcomes(combat, choices=choices)]
    if claims.results is not None:
        yield Finding(rules, "results", str(claims.results), str(len(results)))
    if claims.always is not None:
        others = [result for result in results if not _is(claims.always, result)]
        found = "every result"
        if others:
            one = "; ".join(describe_outcome(others[0]))
            found = f"not in {len(others)} of {len(results)}: {one}"
        yield Finding(rules, f"always {claims.always}", "every result", found)
    for claim in claims.reaches:
        found = "a result" if any(_is(claim, result) for result in results) else "no result"
        yield Finding(rules, f"reaches {claim}", "a result", found)
    for claim in claims.never:
        found = "a result" if any(_is(claim, result) for result in results) else "no result"
        yield Finding(rules, f"never {claim}", "no result", found)


def _is(claim: ResultClaim, result: Outcome) -> bool:
    """Return whether a result is what is claimed; amounts that it does not have are 0."""
    if claim.destroyed is not None and set(claim.destroyed) != set(result.destroyed):
        return False
    if claim.losers is not None and set(claim.losers) != set(result.losers):
        return False
    if claim.left is not None and set(claim.left) != set(result.left):
        return False
    gone = {*result.destroyed, *result.left}
    if not set(claim.dies) <= set(result.destroyed) or not gone.isdisjoint(claim.survives):
        return False
    others = {"destroyed", "losers", "left", "dies", "survives"}
    amounts = claim.model_dump(exclude=others, exclude_unset=True)
    return all(
        getattr(result, name).get(id_, 0) == amount
        for name, wanted in amounts.items()
        for id_, amount in wanted.items()
    )


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
