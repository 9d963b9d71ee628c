"""What takes part in a combat besides creatures: players, planeswalkers and battles."""

from __future__ import annotations

from dataclasses import dataclass

from lethal_models.texts import texts

ACTIVE = "active"
"""The id of the player whose turn it is."""
DEFENDING = "defending"
"""The id of the defending player, unless a board names several."""
START_LIFE = 20


RESERVED = "p"
"""The word for the defending player in texts."""


def recipient_word(id_: str) -> str:
    """Return how texts write a recipient: `p` for the defending player."""
    return RESERVED if id_ == DEFENDING else id_


def recipient_id(word: str) -> str:
    """Return the recipient that a text means."""
    return DEFENDING if word == RESERVED else word


@dataclass(frozen=True, slots=True)
class Player:
    """A player: their life, and what else is counted or said for them.

    Attributes:
        id: How the board refers to the player.
        life: Life total.
        poison: Poison counters.
        commander_damage: The combat damage taken from commanders, by id.
        abilities: What their permanents say for them: Oracle texts as `keywords.parse_ability`
            writes them.
    """

    id: str
    life: int = START_LIFE
    poison: int = 0
    commander_damage: tuple[tuple[str, int], ...] = ()
    abilities: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        object.__setattr__(self, "abilities", frozenset(texts(self.abilities, "abilities")))

    @property
    def label(self) -> str:
        """How sentences name the player: "the defending player"."""
        return f"the {self.id} player" if self.id in {ACTIVE, DEFENDING} else self.id


@dataclass(frozen=True, slots=True)
class Planeswalker:
    """A planeswalker that is attacked. With `loyalty` 0 it has left combat."""

    id: str
    loyalty: int
    controller: str = DEFENDING
    name: str = ""

    @property
    def in_combat(self) -> bool:
        """Whether it can still be dealt damage (506.4c)."""
        return self.loyalty > 0

    @property
    def label(self) -> str:
        """Its name, or its id if it has none."""
        return self.name or self.id


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle that is attacked. With `defense` 0 it has left combat."""

    id: str
    defense: int
    protector: str = DEFENDING
    name: str = ""

    @property
    def in_combat(self) -> bool:
        """Whether it can still be dealt damage (506.4c)."""
        return self.defense > 0

    @property
    def label(self) -> str:
        """Its name, or its id if it has none."""
        return self.name or self.id
