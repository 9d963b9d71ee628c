"""Exact combat for Magic: The Gathering, under the rules of any date since 1999.

>>> import lethal
>>> combat = lethal.parse("m12:20:7/7x3/3-2+2/4+5/5")
>>> lethal.assignments(combat).count()
15
"""

from lethal.assignments import Assignments, Best, Count, Listing, TooManyError
from lethal.explanation import Explanation, Reason
from lethal.limits import Status, TimeoutReached
from lethal.objective import Objective
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

assignments = Assignments

__all__ = [
    "Assignment",
    "Assignments",
    "Best",
    "BoardError",
    "Combat",
    "Count",
    "Explanation",
    "LethalError",
    "Listing",
    "Objective",
    "Reason",
    "Ruleset",
    "Status",
    "TimeoutReached",
    "TooManyError",
    "Violation",
    "assignments",
    "damage_step",
    "parse",
    "ruleset",
]
