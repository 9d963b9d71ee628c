"""What happens in a combat besides damage, as a board file says it: values only.

An event happens at a moment. What it does to a combat is `course.happening`'s business.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

from lethal_models.board import recipient_id
from lethal_models.errors import did_you_mean
from lethal_models.texts import folded

if TYPE_CHECKING:
    from collections.abc import Mapping


class Moment(StrEnum):
    """When players may act in a combat."""

    BLOCKS = "declare blockers"
    """After blocks, before any damage is assigned."""
    STACK = "damage on the stack"
    """Between assigning and dealing, before Magic 2010 (310.3-310.4)."""
    BETWEEN = "first strike damage"
    """After first-strike damage was dealt, before the regular damage is assigned."""


class Action(StrEnum):
    """What an event does."""

    PUMP = "pump"
    SET = "set"
    DAMAGE = "damage"
    PREVENT = "prevent"
    DOUBLE = "double"
    ADD = "add"
    DOUBLE_LIFE = "double life gain"
    UNPREVENTABLE = "damage can't be prevented"
    DESTROY = "destroy"
    SACRIFICE = "sacrifice"
    RETURN = "return to hand"
    EXILE = "exile"
    REMOVE = "remove from combat"
    STOP_BEING_A_CREATURE = "stop being a creature"
    GAIN = "gain"
    LOSE = "lose"
    REGENERATE = "regenerate"
    TAP = "tap"
    UNTAP = "untap"
    CONTROL = "change controller"
    BECOME_BLOCKED = "become blocked"
    BECOME_UNBLOCKED = "become unblocked"
    PUT_ATTACKING = "put attacking"
    PUT_BLOCKING = "put blocking"
    BLOCK = "block"
    RESELECT = "reselect"
    GAIN_LIFE = "gain life"
    LOSE_LIFE = "lose life"
    LEAVE_GAME = "leave the game"
    COUNTER = "counter"


Word = TypeVar("Word", bound=StrEnum)


def word_of(words: type[Word], what: str, value: object) -> Word:
    """Return the member of an enumeration that a text means, in any case.

    Raises:
        ValueError: There is none; the message suggests the nearest.
    """
    if isinstance(value, words):
        return value
    if isinstance(value, str):
        word = folded(value)
        known = [member.value for member in words if member not in _NEVER]
        if word in {member.value for member in words}:
            return words(word)
        hint = did_you_mean(word, known) or f"; it is one of {', '.join(known)}"
        message = f"there is no {what} {value!r}{hint}"
        raise ValueError(message)
    message = f"{what} is a text, not {value!r}"
    raise ValueError(message)


_NEVER = {Action.COUNTER}
"""What is known only to be refused (310.3)."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happens; moment and action may be given as texts, `p` for the defender.

    Attributes:
        at: The moment.
        do: What happens.
        creature: The creature that it happens to.
        player: The player that it happens to, or who gets control.
        by: Whose damage is meant: dealt, prevented, doubled.
        to: Whom or what the damage is dealt to.
        amount: Of damage or life, or what is added; for a prevention the size of the shield.
        power: What is added to the power, or what it is set to.
        toughness: The same of the toughness.
        keyword: What is gained or lost.
        attacks: What the creature attacks from now on.
        blocks: The attacker that the creature blocks from now on.
        place: Where the blocker is inserted into the attacker's damage assignment order, from 1.
        own_place: Where the attacker is inserted into the blocker's own order, from 1.
        step: For damage on the stack: that of which step; by default of the first that comes.
        where: The place in a file, for errors.
    """

    at: Moment
    do: Action
    creature: str = ""
    player: str = ""
    by: str = ""
    to: str = ""
    amount: int | None = None
    power: int | None = None
    toughness: int | None = None
    keyword: str = ""
    attacks: str = ""
    blocks: str = ""
    place: int | None = None
    own_place: int | None = None
    step: str = ""
    where: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "at", word_of(Moment, "moment", self.at))
        object.__setattr__(self, "do", word_of(Action, "action", self.do))
        for name in ("to", "player", "attacks"):
            object.__setattr__(self, name, recipient_id(getattr(self, name)))

    def sentence(self, labels: Mapping[str, str]) -> str:
        """Return what happens, in words."""
        words = {
            name: labels.get(value, value) if isinstance(value, str) else value
            for name in OTHER_FIELDS
            for value in (getattr(self, name),)
        }
        by = f" by {words['by']}" if self.by else ""
        to = f" to {words['to']}" if self.to else ""
        words |= {
            "of": f"{by}{to}",
            "much": "all" if self.amount is None else f"the next {self.amount}",
            "times": "doubled" if self.amount is None else f"multiplied by {self.amount}",
            "change": f"{self.power or 0:+d}/{self.toughness or 0:+d}",
            "size": " and ".join(
                f"{name} {value}"
                for name, value in (("power", self.power), ("toughness", self.toughness))
                if value is not None
            ),
        }
        return _SENTENCES[self.do].format_map(words)


_SENTENCES: Mapping[Action, str] = {
    Action.PUMP: "{creature} gets {change}",
    Action.SET: "{creature} has {size} now",
    Action.DAMAGE: "{amount} damage is dealt{of}",
    Action.PREVENT: "{much} damage{of} is prevented",
    Action.DOUBLE: "damage{of} is {times}",
    Action.ADD: "damage{of} is {amount} more",
    Action.DOUBLE_LIFE: "{player} gains twice as much life",
    Action.UNPREVENTABLE: "damage{of} can't be prevented",
    Action.DESTROY: "{creature} is to be destroyed",
    Action.SACRIFICE: "{creature} is sacrificed",
    Action.RETURN: "{creature} returns to hand",
    Action.EXILE: "{creature} is exiled",
    Action.REMOVE: "{creature} is removed from combat",
    Action.STOP_BEING_A_CREATURE: "{creature} stops being a creature",
    Action.GAIN: "{creature} gains {keyword}",
    Action.LOSE: "{creature} loses {keyword}",
    Action.REGENERATE: "{creature} gets a regeneration shield",
    Action.TAP: "{creature} becomes tapped",
    Action.UNTAP: "{creature} becomes untapped",
    Action.CONTROL: "{player} gains control of {creature}",
    Action.BECOME_BLOCKED: "{creature} becomes blocked",
    Action.BECOME_UNBLOCKED: "{creature} becomes unblocked",
    Action.PUT_ATTACKING: "{creature} is put onto the battlefield attacking {attacks}",
    Action.PUT_BLOCKING: "{creature} is put onto the battlefield blocking {blocks}",
    Action.BLOCK: "{creature} blocks {blocks}",
    Action.RESELECT: "{creature} attacks {attacks} now",
    Action.GAIN_LIFE: "{player} gains {amount} life",
    Action.LOSE_LIFE: "{player} loses {amount} life",
    Action.LEAVE_GAME: "{player} leaves the game",
    Action.COUNTER: "the damage is countered",
}

FIELDS: Mapping[Action, tuple[tuple[str, ...], tuple[str, ...]]] = {
    Action.PUMP: (("creature",), ("power", "toughness")),
    Action.SET: (("creature",), ("power", "toughness")),
    Action.DAMAGE: (("to", "amount"), ("by",)),
    Action.PREVENT: ((), ("by", "to", "amount")),
    Action.DOUBLE: ((), ("by", "to", "amount")),
    Action.ADD: (("amount",), ("by", "to")),
    Action.UNPREVENTABLE: ((), ("by", "to")),
    Action.DOUBLE_LIFE: (("player",), ()),
    Action.DESTROY: (("creature",), ()),
    Action.SACRIFICE: (("creature",), ()),
    Action.RETURN: (("creature",), ()),
    Action.EXILE: (("creature",), ()),
    Action.REMOVE: (("creature",), ()),
    Action.STOP_BEING_A_CREATURE: (("creature",), ()),
    Action.GAIN: (("creature", "keyword"), ()),
    Action.LOSE: (("creature", "keyword"), ()),
    Action.REGENERATE: (("creature",), ()),
    Action.TAP: (("creature",), ()),
    Action.UNTAP: (("creature",), ()),
    Action.CONTROL: (("creature", "player"), ()),
    Action.BECOME_BLOCKED: (("creature",), ()),
    Action.BECOME_UNBLOCKED: (("creature",), ()),
    Action.PUT_ATTACKING: (("creature", "attacks"), ()),
    Action.PUT_BLOCKING: (("creature", "blocks"), ("place",)),
    Action.BLOCK: (("creature", "blocks"), ("place", "own_place")),
    Action.RESELECT: (("creature", "attacks"), ()),
    Action.GAIN_LIFE: (("player", "amount"), ()),
    Action.LOSE_LIFE: (("player", "amount"), ()),
    Action.LEAVE_GAME: (("player",), ()),
    Action.COUNTER: ((), ()),
}
"""Action to the fields that it needs and those that it may have, besides `at`, `do`, `step`."""

ENTERING = frozenset((Action.PUT_ATTACKING, Action.PUT_BLOCKING))
"""Actions whose creature is not on the battlefield before."""

OTHER_FIELDS: tuple[str, ...] = tuple(
    dict.fromkeys(name for needed, optional in FIELDS.values() for name in (*needed, *optional))
)
"""Every field that some action takes."""
