"""What a combat, or one damage step of it, has done."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from lethal_models.course.state_based import deaths, losing
from lethal_models.dealing import (
    damages_by_counters,
    deal,
    gain,
    life_gained,
    take,
    touched_by_deathtouch,
)

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

    from lethal_models.assignment import Assignment
    from lethal_models.combat import Combat
    from lethal_models.dealing import Hit


def _none() -> dict[str, int]:
    return {}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of damage.

    Attributes:
        destroyed: The creatures that died, in the order of the board.
        damage: Player to the damage dealt to them.
        loyalty: Planeswalker to the loyalty it lost; never more than it had.
        poison: Player to the poison counters they got.
        life_gained: Player to the life they gained from lifelink.
        losers: Players who lost.
        defense: Battle to the defense it lost.
        counters: Creature that lives to the -1/-1 counters it got (wither, infect).
        left: Creatures that left the battlefield otherwise: sacrificed, returned, exiled.
        life: Player to the life total at the end of a combat; empty for one step of it.
    """

    destroyed: tuple[str, ...] = ()
    damage: dict[str, int] = field(default_factory=_none)
    loyalty: dict[str, int] = field(default_factory=_none)
    poison: dict[str, int] = field(default_factory=_none)
    life_gained: dict[str, int] = field(default_factory=_none)
    losers: tuple[str, ...] = ()
    defense: dict[str, int] = field(default_factory=_none)
    counters: dict[str, int] = field(default_factory=_none)
    left: tuple[str, ...] = ()
    life: dict[str, int] = field(default_factory=_none)

    @property
    def key(self) -> Hashable:
        """Return something equal for equal results only."""
        amounts = (
            self.damage,
            self.loyalty,
            self.poison,
            self.life_gained,
            self.defense,
            self.counters,
            self.life,
        )
        whole = tuple(tuple(sorted(amount.items())) for amount in amounts)
        who = (self.destroyed, self.losers, self.left)
        return (*map(frozenset, who), whole)

    def __hash__(self) -> int:
        return hash(self.key)

    def then(self, later: Outcome) -> Outcome:
        """Return this result with the amounts and losers of what happened after it.

        Which creatures are gone is left as it is: the combat knows them all.
        """
        return Outcome(
            self.destroyed,
            _added(self.damage, later.damage),
            _added(self.loyalty, later.loyalty),
            _added(self.poison, later.poison),
            _added(self.life_gained, later.life_gained),
            (*self.losers, *(p for p in later.losers if p not in self.losers)),
            _added(self.defense, later.defense),
            _added(self.counters, later.counters),
            self.left,
            self.life | later.life,
        )


def outcome(
    combat: Combat, assignment: Assignment, elsewhere: Mapping[str, int] = MappingProxyType({})
) -> Outcome:
    """Return what an assignment does, as far as it is about this step alone.

    Deathtouch kills in every era, before Magic 2010 by a trigger just after.

    Args:
        combat: The combat.
        assignment: The assignment of the whole step, or of some of its sources.
        elsewhere: Life that players gain by the damage of other sources of the same step.
    """
    return outcome_of(combat, deal(combat, assignment).hits, elsewhere)


def outcome_of(
    combat: Combat, hits: Sequence[Hit], elsewhere: Mapping[str, int] = MappingProxyType({})
) -> Outcome:
    """Return what damage does that is dealt, as `outcome` does."""
    after = take(combat, hits)
    saved = gain(after, elsewhere) if combat.rules.lifelink_with_damage else after
    died = set(deaths(after, touched_by_deathtouch(hits)))
    ordered = tuple(id_ for id_ in combat.on_battlefield if id_ in died)
    return result_of(combat, after, hits, ordered, tuple(losing(saved)))


def result_of(
    before: Combat,
    after: Combat,
    hits: Sequence[Hit],
    destroyed: tuple[str, ...],
    losers: tuple[str, ...],
) -> Outcome:
    """Return the result of hits, given what died of them and who lost."""
    counters = Counter[str]()
    damage = Counter[str]()
    for hit in hits:
        if hit.recipient in before.player:
            damage[hit.recipient] += hit.amount
        elif damages_by_counters(hit.source) and hit.recipient in before.on_battlefield:
            counters[hit.recipient] += hit.amount
    return Outcome(
        destroyed,
        dict(damage),
        _lost(
            (old.id, old.loyalty - new.loyalty)
            for old, new in zip(before.planeswalkers, after.planeswalkers, strict=True)
        ),
        _lost((new.id, new.poison - before.player[new.id].poison) for new in after.players),
        life_gained(hits, before.effects),
        losers,
        _lost(
            (old.id, old.defense - new.defense)
            for old, new in zip(before.battles, after.battles, strict=True)
        ),
        {id_: number for id_, number in counters.items() if id_ not in destroyed},
    )


def _lost(amounts: Iterable[tuple[str, int]]) -> dict[str, int]:
    return {id_: amount for id_, amount in amounts if amount}


def _added(first: Mapping[str, int], second: Mapping[str, int]) -> dict[str, int]:
    if not second:
        return dict(first)
    return {id_: first.get(id_, 0) + second.get(id_, 0) for id_ in {**first, **second}}
