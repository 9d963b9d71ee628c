"""What a board file says must hold: its `[expect]` table."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field


class Claims(BaseModel):
    """What must hold of one player's assignments in one step under one set of rules.

    Assignments are written as text ("a1:b1=2,p=1") or as tables of tables.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    count: Annotated[int, Field(ge=0)] | None = None
    """The number of legal assignments."""
    includes: list[str | dict[str, dict[str, int]]] = []
    """Assignments that are legal."""
    excludes: list[str | dict[str, dict[str, int]]] = []
    """Assignments that are not."""
    rule: str | None = None
    """The number of a rule that every excluded assignment breaks."""
    player_damage: Annotated[list[int], Field(min_length=2, max_length=2)] | None = None
    """The least and the most that can be assigned to players in total."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is claimed."""
        return self == type(self)()


class Expectation(Claims):
    """Claims under the board's own rules, and `under` others where the answer differs."""

    by: str = "active"
    """Whose assignments: a player, or "both"."""
    step: Literal["first", "regular"] | None = None
    """Which damage step; by default the first one in which anybody assigns."""
    under: dict[str, Claims] = {}
    """Claims under other rules, by the name of an era or a date."""
