"""Objectives over the outcome of a damage step, most important term first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from lethal_models.errors import LethalError, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from lethal_models import Combat
    from lethal_models.outcome import Outcome

TERMS: Mapping[str, str] = {
    "win": "opponents who lose: 0 life or 10 poison",
    "damage": "damage dealt to opponents",
    "kills": "creatures of opponents destroyed",
    "value": "value of the creatures of opponents destroyed",
    "lifelink": "life gained",
    "loyalty": "loyalty that planeswalkers of opponents lose",
    "poison": "poison counters that opponents get",
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


class Objective:
    """Terms in order of importance; a later one only breaks ties of the earlier ones.

    Every term is seen by the player who chooses: what happens to opponents counts for it, what
    happens to the player counts against it, and the other way round for life gained. When both
    players' choices are asked about, that player is the active player.

    >>> str(Objective("win", "min-kills"))
    'win,min-kills'

    Raises:
        UnknownTermError: There is no such term.
    """

    __slots__ = ("terms",)

    def __init__(self, *names: str) -> None:
        """Make an objective from terms' names, the most important first."""
        self.terms: tuple[Term, ...] = tuple(map(_term, names))

    def values(self, combat: Combat, outcome: Outcome, chooser: str) -> tuple[int, ...]:
        """Return the value of every term for an outcome, in the view of a player."""
        return tuple(_value(term.name, combat, outcome, chooser) for term in self.terms)

    def signed(self, values: Mapping[str, int]) -> tuple[int, ...]:
        """Return the values of the terms so that the larger tuple is the better."""
        return tuple(term.sign * values[str(term)] for term in self.terms)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Objective) and self.terms == other.terms

    def __hash__(self) -> int:
        return hash(self.terms)

    def __str__(self) -> str:
        return ",".join(map(str, self.terms))

    def __repr__(self) -> str:
        return f"Objective({', '.join(repr(str(term)) for term in self.terms)})"


ObjectiveLike: TypeAlias = "Objective | str | Sequence[str]"
"""An objective, or its terms: "win,value,damage" or a list of them."""


def as_objective(value: ObjectiveLike) -> Objective:
    """Return an objective from any form it comes in.

    >>> as_objective("win, min-kills")
    Objective('win', 'min-kills')

    Raises:
        UnknownTermError: There is no such term.
    """
    if isinstance(value, Objective):
        return value
    names = value.split(",") if isinstance(value, str) else value
    return Objective(*map(str.strip, names))


@dataclass(frozen=True, slots=True)
class Goal:
    """What is wanted, by whom.

    Attributes:
        objective: The objective.
        chooser: The player in whose view its terms are.
        elsewhere: Life that players gain by other sources of the same step.
    """

    objective: Objective
    chooser: str
    elsewhere: Mapping[str, int]


def _term(name: str) -> Term:
    bare = name.removeprefix(MINIMIZED)
    if bare not in TERMS:
        raise UnknownTermError(name)
    return Term(bare, minimize=bare != name)


def sign(owner: str, chooser: str) -> int:
    """Return 1 for what happens to an opponent of the chooser, -1 for the chooser's own."""
    return -1 if owner == chooser else 1


def _value(term: str, combat: Combat, outcome: Outcome, chooser: str) -> int:
    def total(amounts: Mapping[str, int], owner: Callable[[str], str] = str) -> int:
        return sum(sign(owner(id_), chooser) * amount for id_, amount in amounts.items())

    destroyed = {id_: combat.last_known[id_] for id_ in outcome.destroyed}
    walkers = {walker.id: walker.controller for walker in combat.planeswalkers}
    if term in {"kills", "value"}:
        worth = {id_: 1 if term == "kills" else c.worth for id_, c in destroyed.items()}
        return total(worth, combat.controllers.__getitem__)
    if term == "win":
        return total(dict.fromkeys(outcome.losers, 1))
    if term == "loyalty":
        return total(outcome.loyalty, walkers.__getitem__)
    if term == "lifelink":
        return -total(outcome.life_gained)
    return total(outcome.damage if term == "damage" else outcome.poison)
