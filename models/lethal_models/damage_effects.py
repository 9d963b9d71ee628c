"""Effects that change damage as it is dealt: prevention, doubling, additions.

They never change what may be assigned (510.1c, 702.19b), only what comes of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Change(StrEnum):
    """What an effect does to damage."""

    PREVENT = "prevent"
    MULTIPLY = "double"
    ADD = "add"
    UNPREVENTABLE = "damage can't be prevented"
    LIFE = "double life gain"
    """Not of damage, but of the life that comes with it: `to` gains twice as much."""


@dataclass(frozen=True, slots=True)
class DamageEffect:
    """One effect that changes damage.

    Attributes:
        change: What it does.
        by: The creature whose damage it is about; "" is any.
        to: Whom or what the damage is dealt to; "" is anybody.
        amount: How much a prevention shield still prevents, None for all damage; the factor of
            a multiplication; what is added.
    """

    change: Change
    by: str = ""
    to: str = ""
    amount: int | None = None

    def applies(self, source: str, recipient: str) -> bool:
        """Return whether damage from a source to a recipient is concerned."""
        return self.by in {"", source} and self.to in {"", recipient}
