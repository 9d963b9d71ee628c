"""Exact combat for Magic: The Gathering, under the rules of any date since 1999.

>>> import lethal
>>> combat = lethal.parse("m12:20:7/7x3/3-2+2/4+5/5")
>>> lethal.assignments(combat).count()
10

Names are imported when they are first used, so that the command line starts at once.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lethal.damage_assignments import Assignments, assignments
    from lethal.explanation import Explanation, Reason
    from lethal.limits import Status, TimeoutReached
    from lethal.loading import load
    from lethal.objective import Objective
    from lethal.playing import Line, play
    from lethal.reachable import Outcomes, Reached, outcomes
    from lethal.results import Best, Count, Listing, TooManyError
    from lethal_models import (
        Assignment,
        BoardError,
        Combat,
        LethalError,
        Ruleset,
        Violation,
        damage_step,
        parse,
        ruleset,
    )

__version__ = "0.1.0"

__all__ = [
    "Assignment",
    "Assignments",
    "Best",
    "BoardError",
    "Combat",
    "Count",
    "Explanation",
    "LethalError",
    "Line",
    "Listing",
    "Objective",
    "Outcomes",
    "Reached",
    "Reason",
    "Ruleset",
    "Status",
    "TimeoutReached",
    "TooManyError",
    "Violation",
    "assignments",
    "damage_step",
    "load",
    "outcomes",
    "parse",
    "play",
    "ruleset",
]

_HOMES = {
    "Assignments": "damage_assignments",
    "Best": "results",
    "Count": "results",
    "Explanation": "explanation",
    "Listing": "results",
    "Objective": "objective",
    "Reason": "explanation",
    "Status": "limits",
    "TimeoutReached": "limits",
    "TooManyError": "results",
    "Line": "playing",
    "Outcomes": "reachable",
    "Reached": "reachable",
    "assignments": "damage_assignments",
    "load": "loading",
    "outcomes": "reachable",
    "play": "playing",
}


def __getattr__(name: str) -> object:
    if name not in __all__:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    home = f"{__name__}.{_HOMES[name]}" if name in _HOMES else "lethal_models"
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted((*globals(), *__all__))
