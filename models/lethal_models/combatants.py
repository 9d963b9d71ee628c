"""Attackers, blockers and bystanders: creatures with their part in the combat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lethal_models.board import ACTIVE, DEFENDING
from lethal_models.texts import texts

if TYPE_CHECKING:
    from lethal_models.creature import Creature


@dataclass(frozen=True, slots=True)
class Attacker:
    """An attacking creature.

    Attributes:
        creature: The creature.
        attacks: The id of the player, planeswalker or battle that it attacks.
        blocked_by: The creatures blocking it now, in damage assignment order. None says: as the
            blockers have it; a `Combat` fills it in.
        blocked: Whether it became blocked; it stays so when its blockers are gone (509.1h).
        blocked_by_effect: Whether an effect made it blocked and no creature ever blocked it.
    """

    creature: Creature
    attacks: str = DEFENDING
    blocked_by: tuple[str, ...] | None = None
    blocked: bool = False
    blocked_by_effect: bool = False

    def __post_init__(self) -> None:
        if self.blocked_by is not None:
            object.__setattr__(self, "blocked_by", texts(self.blocked_by, "blocked_by"))

    @property
    def blockers(self) -> tuple[str, ...]:
        """The creatures blocking it now, in damage assignment order."""
        return self.blocked_by or ()


@dataclass(frozen=True, slots=True)
class Blocker:
    """A creature of a defending player that blocks, or could have.

    Attributes:
        creature: The creature.
        blocks: The attackers it blocks now, in damage assignment order. None says: as the
            attackers have it; a `Combat` fills it in.
        can_block: How many attackers it can block; None is any number.
        controller: The id of its player.
        blocking: Whether it blocks; it goes on blocking when its attackers are gone (509.1g). A
            `Combat` fills it in.
    """

    creature: Creature
    blocks: tuple[str, ...] | None = None
    can_block: int | None = 1
    controller: str = DEFENDING
    blocking: bool = False

    def __post_init__(self) -> None:
        if self.blocks is not None:
            object.__setattr__(self, "blocks", texts(self.blocks, "blocks"))

    @property
    def attackers(self) -> tuple[str, ...]:
        """The attackers it blocks now, in damage assignment order."""
        return self.blocks or ()


@dataclass(frozen=True, slots=True)
class Bystander:
    """A creature in play that is not in the combat."""

    creature: Creature
    controller: str = ACTIVE
    tapped: bool = False
    summoning_sick: bool = False
