"""One combat damage step: who assigns how much to whom, and what must come first.

A step is a set of *sources*, each with an amount and recipients. A recipient may have a *gate*:
permanents that must all be *met* before the source may assign anything to it. Every rule of
every era is a choice of recipients and gates:

    need(c) = max(0, toughness - marked damage), or the loyalty of a planeswalker
    met(c)  = the damage assigned to c in this step by all sources together >= need(c),
              or, since Magic 2011 and for creatures, a source with deathtouch assigns it at least 1

An assignment x[s, r] >= 0 is legal when every source assigns exactly its amount and
x[s, r] > 0 implies met(c) for every c in gate(s, r). The check is of the finished whole
(510.1e), so two sources may rely on each other's damage. Before Magic 2012 the rules checked
creature by creature and contradicted their own example of a shared blocker; that the whole is
checked under Magic 2010 and 2011 too is a choice made here.

Prevention, protection, indestructibility and doubling play no part (510.1c, 702.19b): they act
when damage is dealt.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lethal_models.ruleset import Ruleset


class Role(StrEnum):
    """What a source is in the combat; the value is the rule that names its recipients."""

    UNBLOCKED = "unblocked attacker"
    BLOCKED = "blocked attacker"
    BLOCKER = "blocker"


@dataclass(frozen=True, slots=True)
class Gate:
    """Permanents that must be met first, and the rule that says so."""

    rule: str
    permanents: frozenset[str]


@dataclass(frozen=True, slots=True)
class Recipient:
    """Something a source may assign damage to, once its gate, if any, is met."""

    id: str
    gate: Gate | None = None

    @property
    def relies_on(self) -> frozenset[str]:
        """The permanents that must be met first."""
        return self.gate.permanents if self.gate else frozenset()


@dataclass(frozen=True)
class Source:
    """A creature that assigns damage.

    Attributes:
        id: The creature.
        amount: The damage it assigns, more than 0.
        assigner: The player who divides it.
        role: What the creature is in the combat.
        deathtouch: Whether its damage counts as lethal damage.
        recipients: What it may assign to, in damage assignment order.
        barred: For a trampler without trample over planeswalkers: the player whose planeswalker
            it attacks, and who cannot be assigned its damage (702.19f).
    """

    id: str
    amount: int
    assigner: str
    role: Role
    deathtouch: bool
    recipients: tuple[Recipient, ...]
    barred: str = ""

    @cached_property
    def relies_on(self) -> frozenset[str]:
        """The permanents that some recipient of this source relies on."""
        return frozenset[str]().union(*(r.relies_on for r in self.recipients))


@dataclass(frozen=True, slots=True)
class Need:
    """What a permanent in some gate lacks, and whether 1 from a deathtouch source is enough."""

    amount: int
    deathtouch: bool


@dataclass(frozen=True, slots=True)
class Idle:
    """Why a creature in combat assigns no damage in this step."""

    rule: str
    reason: str


@dataclass(frozen=True)
class DamageStep:
    """A damage step, or one player's part of it.

    Attributes:
        sources: In the order of the board, attackers first.
        needs: For every permanent that a source relies on.
        idle: Creatures that are in combat but assign nothing.
        labels: What sentences call everything on the board.
        rules: The rules that hold.
        first: Whether this is the first of two steps (first and double strike).
    """

    sources: tuple[Source, ...]
    needs: dict[str, Need]
    idle: dict[str, Idle]
    labels: dict[str, str]
    rules: Ruleset
    first: bool

    @cached_property
    def source(self) -> dict[str, Source]:
        """The sources by id."""
        return {source.id: source for source in self.sources}

    def needed(self, permanent: str) -> str:
        """Return what a permanent needs, in words: "5", or "5 (or 1 from deathtouch)"."""
        need = self.needs[permanent]
        helps = need.deathtouch and need.amount > 1
        if helps and any(
            source.deathtouch and any(r.id == permanent for r in source.recipients)
            for source in self.sources
        ):
            return f"{need.amount} (or 1 from deathtouch)"
        return str(need.amount)

    def what_comes_first(self, recipient: Recipient) -> str:
        """Return what must be met before a recipient may get anything, in words, or nothing."""
        return "; ".join(f"{self.labels[p]}: {self.needed(p)}" for p in sorted(recipient.relies_on))

    def part(self, sources: tuple[Source, ...]) -> DamageStep:
        """Return the step of some of the sources only.

        They must not share a permanent that they rely on with a source that is left out.
        """
        return replace(self, sources=sources)
