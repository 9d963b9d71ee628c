"""What reading a board gives: a value that needs none of the machinery of files."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lethal_models.assignment import Assignment
    from lethal_models.combat import Combat
    from lethal_models.files.expectation import Expectation


@dataclass(frozen=True, slots=True)
class LoadedBoard:
    """What a board file says: the combat, what is decided, and what is claimed about it.

    Attributes:
        combat: The combat.
        expect: The claims.
        choices: Damage step ("first", "regular") to what is assigned in it.
        choice_places: Damage step to where its choice stands: "file:line:column".
    """

    combat: Combat
    expect: Expectation | None = None
    choices: dict[str, Assignment] = field(default_factory=dict[str, "Assignment"])
    choice_places: dict[str, str] = field(default_factory=dict[str, str])
