"""Short ways to ask the validator."""

from lethal import Assignment
from lethal_models import Combat, Violation, damage_step, parse, violations


def broken(board: str | Combat, assignment: str, by: str = "active") -> list[str]:
    """Return the numbers of the rules that an assignment breaks, for one player's sources."""
    return [violation.rule for violation in judged(board, assignment, by)]


def sentences(board: str | Combat, assignment: str, by: str = "active") -> list[str]:
    """Return the messages of what an assignment breaks."""
    return [violation.message for violation in judged(board, assignment, by)]


def judged(board: str | Combat, assignment: str, by: str = "active") -> tuple[Violation, ...]:
    """Return the violations of an assignment."""
    step = damage_step(parse(board) if isinstance(board, str) else board)
    part = step.part(tuple(source for source in step.sources if source.assigner == by))
    return violations(part, Assignment.parse(assignment))
