"""Creatures, and what the rules read off one of them alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lethal_models.keywords import DAMAGE_BY_TOUGHNESS

if TYPE_CHECKING:
    from collections.abc import Iterable

LIMIT = 100_000_000
"""The largest power, toughness, damage, loyalty or life that a board may have."""


def texts(value: Iterable[str], what: str) -> tuple[str, ...]:
    """Return a collection of texts, and refuse one text in its place.

    Raises:
        TypeError: It is a single text, whose letters would be taken one by one.
    """
    if isinstance(value, str):
        message = f"{what} is a collection of texts, not the text {value!r}"
        raise TypeError(message)
    return tuple(value)


@dataclass(frozen=True, slots=True)
class Creature:
    """A creature as it is when damage is assigned.

    Attributes:
        id: How the board refers to it.
        power: Its power; may be negative.
        toughness: Its toughness, not reduced by damage.
        keywords: Keywords as `keywords.parse_keyword` writes them; any collection is taken.
        damage: Damage marked on it.
        name: Its name, for people.
        value: What it is worth to an objective; None means power + toughness.
        colors: Its colours; only protection asks for them.
        commander: Whether it is a commander, whose combat damage to a player is counted.
        regeneration: Its regeneration shields.
    """

    id: str
    power: int
    toughness: int
    keywords: frozenset[str] = frozenset()
    damage: int = 0
    name: str = ""
    value: int | None = None
    colors: frozenset[str] = frozenset()
    commander: bool = False
    regeneration: int = 0

    def has(self, keyword: str) -> bool:
        """Return whether the creature has a keyword."""
        return keyword in self.keywords

    def __post_init__(self) -> None:
        for field in ("keywords", "colors"):
            object.__setattr__(self, field, frozenset(texts(getattr(self, field), field)))

    @property
    def need(self) -> int:
        """The damage it still lacks to have lethal damage: max(0, toughness - damage)."""
        return max(0, self.toughness - self.damage)

    @property
    def damage_amount(self) -> int:
        """The combat damage it assigns (510.1a): its power, or its toughness if it says so."""
        return self.toughness if self.has(DAMAGE_BY_TOUGHNESS) else self.power

    @property
    def worth(self) -> int:
        """Its value to an objective."""
        return self.power + self.toughness if self.value is None else self.value

    @property
    def label(self) -> str:
        """Its name, or its id if it has none."""
        return self.name or self.id
