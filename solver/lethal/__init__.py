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
    from lethal.arrow import MissingExtraError
    from lethal.damage_assignments import Assignments, assignments
    from lethal.diagram.build import TooWideError
    from lethal.explanation import Explanation, Reason
    from lethal.limits import Status, TimeoutReached
    from lethal.loading import load
    from lethal.objective import Objective
    from lethal.orbits import Orbit, Orbits
    from lethal.playing import Line, play
    from lethal.reachable import Outcomes, Reached, outcomes
    from lethal.results import Best, Count, Listing, NotNumberedError, TooManyError
    from lethal.summing_up import KillSet
    from lethal.verifying import MismatchError, Verification, verify_best, verify_count
    from lethal.window import NoSuchNumberError, Window, WindowError
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
    "KillSet",
    "LethalError",
    "Line",
    "Listing",
    "MismatchError",
    "MissingExtraError",
    "NoSuchNumberError",
    "NotNumberedError",
    "Objective",
    "Orbit",
    "Orbits",
    "Outcomes",
    "Reached",
    "Reason",
    "Ruleset",
    "Status",
    "TimeoutReached",
    "TooManyError",
    "TooWideError",
    "Verification",
    "Violation",
    "Window",
    "WindowError",
    "assignments",
    "damage_step",
    "load",
    "outcomes",
    "parse",
    "play",
    "ruleset",
    "verify_best",
    "verify_count",
]

_HOMES = {
    "Assignments": "damage_assignments",
    "Best": "results",
    "Count": "results",
    "Explanation": "explanation",
    "KillSet": "summing_up",
    "Line": "playing",
    "Listing": "results",
    "MismatchError": "verifying",
    "MissingExtraError": "arrow",
    "NoSuchNumberError": "window",
    "NotNumberedError": "results",
    "Objective": "objective",
    "Orbit": "orbits",
    "Orbits": "orbits",
    "Outcomes": "reachable",
    "Reached": "reachable",
    "Reason": "explanation",
    "Status": "limits",
    "TimeoutReached": "limits",
    "TooManyError": "results",
    "TooWideError": "diagram.build",
    "Verification": "verifying",
    "Window": "window",
    "WindowError": "window",
    "assignments": "damage_assignments",
    "load": "loading",
    "outcomes": "reachable",
    "play": "playing",
    "verify_best": "verifying",
    "verify_count": "verifying",
}


def __getattr__(name: str) -> object:
    if name not in __all__:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    home = f"{__name__}.{_HOMES[name]}" if name in _HOMES else "lethal_models"
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted((*globals(), *__all__))
