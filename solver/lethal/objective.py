"""Objectives over the outcome of a damage step, most important term first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lethal_models.errors import LethalError, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lethal_models import Combat
    from lethal_models.outcome import Outcome

TERMS: Mapping[str, str] = {
    "win": "players who lose: 0 life or 10 poison",
    "damage": "damage dealt to players",
    "kills": "creatures destroyed",
    "value": "value of the creatures destroyed",
    "lifelink": "life gained",
    "loyalty": "loyalty that planeswalkers lose",
    "poison": "poison counters that players get",
}
"""Name of a term to what it counts."""

MINIMIZED = "min-"


class UnknownTermError(LethalError, ValueError):
    """A term that no objective has."""

    def __init__(self, term: str) -> None:
        self.term: str = term
        super().__init__(term)

    def __str__(self) -> str:
        known = (*TERMS, *(MINIMIZED + term for term in TERMS))
        hint = did_you_mean(self.term, known)
        listed = f"; there are {', '.join(TERMS)} and their {MINIMIZED} forms"
        return f"unknown objective term {self.term!r}{hint or listed}"


@dataclass(frozen=True, slots=True)
class Term:
    """One quantity to make large, or small."""

    name: str
    minimize: bool = False

    @property
    def sign(self) -> int:
        """1 to maximise, -1 to minimise."""
        return -1 if self.minimize else 1

    def __str__(self) -> str:
        return f"{MINIMIZED}{self.name}" if self.minimize else self.name


@dataclass(frozen=True, slots=True)
class Objective:
    """Terms in order of importance; a later one only breaks ties of the earlier ones.

    >>> str(Objective.of("win", "min-kills"))
    'win,min-kills'
    """

    terms: tuple[Term, ...]

    @classmethod
    def of(cls, *names: str) -> Objective:
        """Make an objective from terms' names.

        Raises:
            UnknownTermError: There is no such term.
        """
        terms: list[Term] = []
        for name in names:
            bare = name.removeprefix(MINIMIZED)
            if bare not in TERMS:
                raise UnknownTermError(name)
            terms.append(Term(bare, minimize=bare != name))
        return cls(tuple(terms))

    def values(self, combat: Combat, outcome: Outcome) -> tuple[int, ...]:
        """Return the value of every term for an outcome."""
        return tuple(_value(term.name, combat, outcome) for term in self.terms)

    def __str__(self) -> str:
        return ",".join(map(str, self.terms))


def _value(term: str, combat: Combat, outcome: Outcome) -> int:
    destroyed = [combat.creatures[id_] for id_ in outcome.destroyed]
    return {
        "win": len(outcome.losers),
        "damage": sum(outcome.damage.values()),
        "kills": len(destroyed),
        "value": sum(creature.worth for creature in destroyed),
        "lifelink": sum(outcome.life_gained.values()),
        "loyalty": sum(outcome.loyalty.values()),
        "poison": sum(outcome.poison.values()),
    }[term]
