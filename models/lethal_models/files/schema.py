"""The shape of a board file: keys, types and defaults.

This is the contract that `BoardFile.model_json_schema()` publishes. What a board *means*, and
whether it makes sense, is decided by `combat.Combat`.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, WithJsonSchema

from lethal_models.board import ACTIVE, DEFENDING, START_LIFE
from lethal_models.files.expectation import Expectation
from lethal_models.keywords import parse_keyword
from lethal_models.ruleset import Ruleset, ruleset


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def _can_block(value: object) -> int | None:
    if value == "any":
        return None
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    message = f'can_block is a number of attackers or "any", not {value!r}'
    raise ValueError(message)


def _rules(value: object) -> Ruleset:
    if isinstance(value, Ruleset):
        return value
    if isinstance(value, str | date):
        return ruleset(value)
    message = f"rules are the name of an era or a date, not {value!r}"
    raise ValueError(message)


Keyword = Annotated[str, AfterValidator(parse_keyword)]
Rules = Annotated[
    Any, BeforeValidator(_rules), WithJsonSchema({"type": "string", "default": "current"})
]
CanBlock = Annotated[
    Any,
    BeforeValidator(_can_block),
    WithJsonSchema({"anyOf": [{"type": "integer", "minimum": 1}, {"const": "any"}], "default": 1}),
]


class CreatureEntry(_Entry):
    """What every creature has."""

    id: str
    name: str = ""
    power: int
    toughness: int
    keywords: list[Keyword] = []
    damage: int = 0
    value: int | None = None
    colors: list[str] = []


class AttackerEntry(CreatureEntry):
    """`[[attackers]]`: a creature of the active player that attacks."""

    attacks: str | None = None
    blocked_by: list[str] | None = None
    blocked: bool = False


class BlockerEntry(CreatureEntry):
    """`[[blockers]]`: a creature of a defending player that blocks, or could."""

    blocks: list[str] | None = None
    can_block: CanBlock = 1
    controller: str = DEFENDING


class BystanderEntry(CreatureEntry):
    """`[[creatures]]`: a creature in play that is not in the combat."""

    controller: str
    tapped: bool = False
    summoning_sick: bool = False


class PlayerEntry(_Entry):
    """`[players.NAME]`."""

    life: int = START_LIFE
    poison: int = 0


class PlaneswalkerEntry(_Entry):
    """`[[planeswalkers]]`; with loyalty 0 it has left combat."""

    id: str
    loyalty: int
    controller: str = DEFENDING
    name: str = ""


class BattleEntry(_Entry):
    """`[[battles]]`; with defense 0 it has left combat."""

    id: str
    defense: int
    protector: str = DEFENDING
    name: str = ""


class BoardFile(_Entry):
    """A whole board file."""

    format: Literal[1]
    title: str = ""
    rules: Rules = "current"
    players: dict[str, PlayerEntry] = {ACTIVE: PlayerEntry(), DEFENDING: PlayerEntry()}
    attackers: list[AttackerEntry] = []
    blockers: list[BlockerEntry] = []
    creatures: list[BystanderEntry] = []
    planeswalkers: list[PlaneswalkerEntry] = []
    battles: list[BattleEntry] = []
    bands: list[list[str]] = []
    expect: Expectation | None = None
