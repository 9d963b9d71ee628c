"""What happened in a combat, entry by entry, each with a sentence for people."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What an entry is about."""

    STEP = "step"
    DECLARED = "declared"
    ORDER = "order"
    TRIGGER = "trigger"
    EVENT = "event"
    ASSIGNED = "assigned"
    DEALT = "dealt"
    PREVENTED = "prevented"
    LIFE = "life"
    DIED = "died"
    REGENERATED = "regenerated"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened.

    Attributes:
        kind: What it is about.
        text: A sentence.
        source: The creature that did it, or "".
        recipient: Who or what it was done to, or "".
        amount: How much, or 0.
        rule: The number of the rule that made it happen, or "".
    """

    kind: Kind
    text: str
    source: str = ""
    recipient: str = ""
    amount: int = 0
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})." if self.rule else f"{self.text}."
