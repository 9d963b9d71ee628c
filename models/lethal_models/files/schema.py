"""The shape of a board file: keys, types and defaults.

This is the contract that `BoardFile.model_json_schema()` publishes. What a board *means*, and
whether it makes sense, is decided by `combat.Combat`.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal
from unicodedata import category

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from lethal_models.board import ACTIVE, DEFENDING, START_LIFE
from lethal_models.events import Action, Moment, word_of
from lethal_models.files.expectation import Expectation, WrittenAssignment
from lethal_models.keywords import parse_ability, parse_keyword
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
    if isinstance(value, str | date) and not isinstance(value, datetime):
        return ruleset(value)
    shown = value if isinstance(value, datetime) else repr(value)
    message = f"rules are the name of an era or a date, not {shown}"
    raise ValueError(message)


def _format(value: object) -> object:
    """Keep apart what Python takes for equal: `true` and 1.0 are no format."""
    if type(value) is int and value == 1:
        return value
    shown = str(value).lower() if isinstance(value, bool) else repr(value)
    message = f"format is {shown}; this program reads format = 1"
    raise ValueError(message)


def _text(value: str) -> str:
    """Refuse what would harm a terminal, or cannot be written at all.

    TOML and JSON can escape control characters, and JSON halves of surrogate pairs.
    """
    for character in value:
        if category(character) in {"Cc", "Cs"} and character not in "\n\t":
            message = f"{value!r} has a character in it that no text may have: {character!r}"
            raise ValueError(message)
    return value


def _word(of: type[Moment | Action], what: str) -> BeforeValidator:
    """Accept one of the words of an enumeration, in any case."""
    return BeforeValidator(lambda value: word_of(of, what, value))


def _step(value: object) -> str:
    if value in {"first", "regular"}:
        return str(value)
    message = f"step is 'first' or 'regular', not {value!r}"
    raise ValueError(message)


MomentWord = Annotated[
    Any, _word(Moment, "moment"), WithJsonSchema({"enum": [moment.value for moment in Moment]})
]
ActionWord = Annotated[
    Any, _word(Action, "action"), WithJsonSchema({"enum": [action.value for action in Action]})
]
Format = Annotated[Literal[1], BeforeValidator(_format)]
Text = Annotated[str, AfterValidator(_text)]
Keyword = Annotated[str, AfterValidator(parse_keyword)]
Ability = Annotated[str, AfterValidator(parse_ability)]
Rules = Annotated[
    Any,
    BeforeValidator(_rules),
    Field(validate_default=True),
    WithJsonSchema({"type": "string", "default": "current"}),
]
CanBlock = Annotated[
    Any,
    BeforeValidator(_can_block),
    WithJsonSchema({"anyOf": [{"type": "integer", "minimum": 1}, {"const": "any"}], "default": 1}),
]


class CreatureEntry(_Entry):
    """What every creature has."""

    id: str
    name: Text = ""
    power: int
    toughness: int
    keywords: list[Keyword] = []
    damage: int = 0
    value: int | None = None
    colors: list[str] = []
    commander: bool = False
    types: list[str] = []


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
    """`[players.NAME]`; `commander_damage` is that taken so far, by commander."""

    life: int = START_LIFE
    poison: int = 0
    commander_damage: dict[str, int] = {}
    abilities: list[Ability] = []


class PlaneswalkerEntry(_Entry):
    """`[[planeswalkers]]`; with loyalty 0 it has left combat."""

    id: str
    loyalty: int
    controller: str = DEFENDING
    name: Text = ""


class BattleEntry(_Entry):
    """`[[battles]]`; with defense 0 it has left combat."""

    id: str
    defense: int
    protector: str = DEFENDING
    name: Text = ""


class EventEntry(_Entry):
    """`[[events]]`: what happens at a moment; `events.FIELDS` says what each action takes."""

    at: MomentWord
    do: ActionWord
    creature: str = ""
    player: str = ""
    by: str = ""
    to: str = ""
    amount: int | None = None
    power: int | None = None
    toughness: int | None = None
    keyword: Annotated[str, AfterValidator(lambda word: parse_keyword(word) if word else word)] = ""
    attacks: str = ""
    blocks: str = ""
    place: int | None = None
    own_place: int | None = None
    step: Annotated[str, BeforeValidator(_step)] = ""


class BoardFile(_Entry):
    """A whole board file."""

    format: Format
    title: Text = ""
    rules: Rules = "current"
    players: dict[str, PlayerEntry] = {ACTIVE: PlayerEntry(), DEFENDING: PlayerEntry()}
    attackers: list[AttackerEntry] = []
    blockers: list[BlockerEntry] = []
    creatures: list[BystanderEntry] = []
    planeswalkers: list[PlaneswalkerEntry] = []
    battles: list[BattleEntry] = []
    bands: list[list[str]] = []
    events: list[EventEntry] = []
    choices: dict[Literal["first", "regular"], WrittenAssignment] = {}
    expect: Expectation | None = None
