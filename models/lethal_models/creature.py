"""Creatures, and what the rules read off one of them alone."""

from __future__ import annotations

from dataclasses import dataclass

from lethal_models.keywords import CHANGELING, DAMAGE_BY_TOUGHNESS
from lethal_models.texts import texts

LIMIT = 100_000_000
"""The largest power, toughness, damage, loyalty or life that a board may have."""
NOT_CREATURE_TYPES = frozenset(
    ("artifact", "battle", "enchantment", "land", "planeswalker", "legendary", "snow", "world")
)
"""Words among a creature's types that a changeling does not have for being one."""


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
        types: Its types, "wolf" or "legendary"; only "bands with other" asks for them.
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
    types: frozenset[str] = frozenset()

    def has(self, keyword: str) -> bool:
        """Return whether the creature has a keyword."""
        return keyword in self.keywords

    def __post_init__(self) -> None:
        for field in ("keywords", "colors", "types"):
            object.__setattr__(self, field, frozenset(texts(getattr(self, field), field)))

    def is_among(self, quality: str) -> bool:
        """Return whether the creature is one of the "wolves" or "legendary creatures".

        >>> wolf = Creature("a1", 2, 2, types=["wolf", "legendary"])
        >>> [wolf.is_among(q) for q in ("wolf", "wolves", "legendary creatures", "elves")]
        [True, True, True, False]
        """
        if any(quality in _names_of(type_) for type_ in self.types):
            return True
        others = (name for type_ in NOT_CREATURE_TYPES for name in _names_of(type_))
        return self.has(CHANGELING) and quality not in others

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


def _names_of(type_: str) -> frozenset[str]:
    """Return how a quality may name the creatures of a type: singular, plural, with "creatures"."""
    names = {type_, f"{type_}s", f"{type_}es", f"{type_} creature", f"{type_} creatures"}
    for ending, plural in (("f", "ves"), ("fe", "ves"), ("y", "ies"), ("man", "men")):
        if type_.endswith(ending):
            names.add(type_.removesuffix(ending) + plural)
    return frozenset(names)
