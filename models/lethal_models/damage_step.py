"""One combat damage step: who assigns how much to whom, and what must come first.

A step is a set of *sources*, each with an amount and recipients. A recipient may have a *gate*:
permanents that must all be *met* before the source may assign anything to it. Some effects give a
source several *ways*, each with recipients and gates of its own, of which it follows one as a
whole. Every rule of every era is a choice of ways, recipients and gates:

    need(c) = max(0, toughness - marked damage), or the loyalty of a planeswalker
    met(c)  = the damage assigned to c in this step by all sources together >= need(c),
              or, since Magic 2011 and for creatures, a source with deathtouch assigns it at least 1

An assignment x[s, r] >= 0 is legal when every source assigns exactly its amount, to recipients of
one of its ways, and x[s, r] > 0 implies met(c) for every c in that way's gate(s, r). The check is
of the finished whole (510.1e), so two sources may rely on each other's damage. Before Magic 2012
the rules checked creature by creature and contradicted their own example of a shared blocker;
that the whole is checked under Magic 2010 and 2011 too is a choice made here.

Prevention, protection, indestructibility and doubling play no part (510.1c, 702.19b): they act
when damage is dealt.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

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
class Way:
    """One way in which a source may divide all of its damage.

    Attributes:
        recipients: What it may assign to, in the order of the source's recipients. With none it
            assigns nothing at all.
        effect: The effect that allows it, in words; none for the ordinary way.
    """

    recipients: tuple[Recipient, ...]
    effect: str = ""

    @cached_property
    def ids(self) -> frozenset[str]:
        """The ids of its recipients."""
        return frozenset(recipient.id for recipient in self.recipients)


@dataclass(frozen=True)
class Source:
    """A creature that assigns damage.

    Attributes:
        id: The creature.
        amount: The damage it assigns, more than 0.
        assigner: The player who divides it.
        role: What the creature is in the combat.
        deathtouch: Whether its damage counts as lethal damage.
        recipients: What it may assign to in any way, in damage assignment order with what is
            attacked last; each with the gate that is least to ask.
        ways: The ways it may divide its damage, the freest first: for a recipient that two have,
            the gate of the first is part of that of the second. Hence a division that several
            ways allow is legal when the first of them is.
        barred: For a trampler without trample over planeswalkers: the player whose planeswalker
            it attacks, and who cannot be assigned its damage (702.19f).
    """

    id: str
    amount: int
    assigner: str
    role: Role
    deathtouch: bool
    recipients: tuple[Recipient, ...]
    ways: tuple[Way, ...]
    barred: str = ""

    @cached_property
    def relies_on(self) -> frozenset[str]:
        """The permanents that some recipient of this source relies on, in some way."""
        return frozenset[str]().union(*(r.relies_on for way in self.ways for r in way.recipients))

    @property
    def totals(self) -> tuple[int, ...]:
        """What it may assign in total: all of its damage, or nothing where a way says so."""
        may_do_nothing = not all(way.recipients for way in self.ways)
        return (0, self.amount) if may_do_nothing else (self.amount,)

    def way(self, assigned: Iterable[str]) -> Way | None:
        """Return the way that a division follows, by what it assigns to; None if it mixes ways."""
        ids = frozenset(assigned)
        return next((way for way in self.ways if ids <= way.ids), None)


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

    def ways_of(self, source: Source) -> str:
        """Return the ways in which a source may divide its damage, in words."""
        return "; or ".join(map(self.in_words, source.ways))

    def in_words(self, way: Way) -> str:
        """Return what a way of dividing is: its effect, and to whom."""
        to = ", ".join(self.labels[recipient.id] for recipient in way.recipients)
        return f"{way.effect} to {to}".strip() if to else "nothing at all"

    def part(self, sources: tuple[Source, ...]) -> DamageStep:
        """Return the step of some of the sources only.

        They must not share a permanent that they rely on with a source that is left out.
        """
        return replace(self, sources=sources)
