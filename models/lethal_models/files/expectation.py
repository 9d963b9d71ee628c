"""What a board file says must hold: its `[expect]` table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, cast

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from lethal_models.assignment import Assignment
from lethal_models.board import recipient_id
from lethal_models.ruleset import ruleset


def _assignment(value: object) -> Assignment:
    if isinstance(value, str):
        return Assignment.parse(value)
    if isinstance(value, Mapping):
        amounts = cast("Mapping[str, object]", value)
        if all(isinstance(division, Mapping) for division in amounts.values()):
            divisions = cast("Mapping[str, Mapping[str, object]]", amounts)
            if all(type(n) is int for division in divisions.values() for n in division.values()):
                return Assignment.of(cast("Mapping[str, Mapping[str, int]]", divisions))
    message = 'an assignment is a text like "a1:b1=2,p=1" or a table of tables of whole numbers'
    raise ValueError(message)


def _rules_name(value: str) -> str:
    ruleset(value)
    return value


WrittenAssignment = Annotated[
    Any,
    BeforeValidator(_assignment),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string"},
                {
                    "type": "object",
                    "additionalProperties": {
                        "type": "object",
                        "additionalProperties": {"type": "integer"},
                    },
                },
            ]
        }
    ),
]
"""An assignment as text, or as source to recipient to amount."""
RulesName = Annotated[str, BeforeValidator(_rules_name)]


def _by_id(amounts: dict[str, int]) -> dict[str, int]:
    return {recipient_id(word): amount for word, amount in amounts.items()}


Amounts = Annotated[dict[str, int], AfterValidator(_by_id)]
"""Player to amount; `p` is the defending player."""


class ResultClaim(BaseModel):
    """A result of the whole combat, as far as it is written down; the rest may be anything."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    destroyed: list[str] | None = None
    """Exactly the creatures that die."""
    dies: list[str] = []
    """Creatures that die, among others."""
    survives: list[str] = []
    """Creatures that are still on the battlefield."""
    left: list[str] | None = None
    """Exactly the creatures that leave the battlefield otherwise."""
    losers: list[str] | None = None
    """Exactly the players who lose."""
    life: Amounts = {}
    damage: Amounts = {}
    poison: Amounts = {}
    loyalty: dict[str, int] = {}
    defense: dict[str, int] = {}
    counters: dict[str, int] = {}
    life_gained: Amounts = {}

    def names(self) -> Iterator[tuple[str, str]]:
        """Yield every id with the key that it stands under."""
        for key, value in self.model_dump(exclude_unset=True).items():
            for id_ in value or ():
                yield key, id_

    def __str__(self) -> str:
        written = self.model_dump(exclude_unset=True)
        return ", ".join(f"{name} {_words(value)}" for name, value in written.items())


def _words(value: object) -> str:
    if isinstance(value, Mapping):
        amounts = cast("Mapping[str, int]", value)
        return " ".join(f"{id_}={amount}" for id_, amount in amounts.items())
    return " ".join(cast("list[str]", value)) or "nobody"


class Claims(BaseModel):
    """What must hold of one player's assignments in one step under one set of rules."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    count: Annotated[int, Field(ge=0)] | None = None
    """The number of legal assignments."""
    includes: list[WrittenAssignment] = []
    """Assignments that are legal."""
    excludes: list[WrittenAssignment] = []
    """Assignments that are not."""
    rule: str | None = None
    """The number of a rule that every excluded assignment breaks."""
    player_damage: Annotated[list[int], Field(min_length=2, max_length=2)] | None = None
    """The least and the most that can be assigned to players in total."""

    results: Annotated[int, Field(ge=0)] | None = None
    """The number of results that the whole combat can have, whatever both players choose."""
    always: ResultClaim | None = None
    """What holds in every result of the whole combat."""
    reaches: list[ResultClaim] = []
    """Results that the combat can have."""
    never: list[ResultClaim] = []
    """Results that it cannot have."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is claimed."""
        lists = (self.includes, self.excludes, self.player_damage, self.reaches, self.never)
        return self.count is self.results is self.always is None and not any(lists)


class Expectation(Claims):
    """Claims under the board's own rules, and `under` others where the answer differs."""

    by: str = "active"
    """Whose assignments: a player, or "both"."""
    step: Literal["first", "regular"] | None = None
    """Which damage step; by default the first one in which anybody assigns."""
    under: dict[RulesName, Claims] = {}
    """Claims under other rules, by the name of an era or a date."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is claimed under any rules."""
        return super().is_empty and all(claims.is_empty for claims in self.under.values())
