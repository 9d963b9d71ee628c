"""What the damage of a step does, as far as the rest of the combat can tell it apart.

Most assignments do the same as another: the same creatures die, the same damage goes through.
Damage to players counts exactly; damage to a creature up to its death, and among survivors only
if another damage step is to come.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lethal_models.dealing import damages_by_counters, is_prevented
from lethal_models.events import Moment
from lethal_models.keywords import DEATHTOUCH, INDESTRUCTIBLE, INFECT, LIFELINK, TOXIC, number_of
from lethal_models.ruleset import Deathtouch

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from lethal.diagram.quotient import Doing
    from lethal_models import Combat, Edge, Source


def doings_of(
    combat: Combat, sources: Sequence[Source], elsewhere: Collection[str] = (), *, last: bool
) -> list[Doing] | None:
    """Return what damage does, as far as the rest of the combat can tell it apart.

    Args:
        combat: The combat.
        sources: The sources of the damage.
        elsewhere: The recipients that other sources of the same step may damage too.
        last: Whether nothing afterwards looks at the damage that is marked.

    Returns:
        The things that it does; None where any two assignments differ: shields act on single
        amounts, and responses make sources and recipients leave.
    """
    if combat.effects or any(event.at is Moment.STACK for event in combat.events):
        return None
    amounts = {source.id: source.amount for source in sources}
    by_recipient: dict[str, list[Edge]] = {}
    for source in sources:
        for recipient in source.recipients:
            if not is_prevented(combat, source.id, recipient.id):
                by_recipient.setdefault(recipient.id, []).append((source.id, recipient.id))
    doings: list[Doing] = []
    for recipient, edges in by_recipient.items():
        creature = combat.on_battlefield.get(recipient)
        if creature is None:
            doings += _on_others(combat, edges, amounts)
        else:
            alone = last and recipient not in elsewhere
            doings += _on_creature(combat, edges, amounts, last=alone)
    linking: dict[str, list[Edge]] = {}
    for edge in (edge for edges in by_recipient.values() for edge in edges):
        if combat.creatures[edge[0]].has(LIFELINK):
            linking.setdefault(combat.controllers[edge[0]], []).append(edge)
    doings += [_Sum.of(edges, amounts) for edges in linking.values()]
    return doings


def _on_creature(
    combat: Combat, edges: Sequence[Edge], amounts: Mapping[str, int], *, last: bool
) -> Iterator[Doing]:
    """Yield what happens to a creature."""
    recipient = edges[0][1]
    creature = combat.on_battlefield[recipient]
    if creature.regeneration or combat.lethal_damage(recipient) != creature.toughness:
        yield from (_Sum.of([edge], amounts) for edge in edges)
        return
    touching = [edge for edge in edges if combat.creatures[edge[0]].has(DEATHTOUCH)]
    if touching and combat.rules.deathtouch is Deathtouch.NOTHING:
        # A trigger destroys it later, if the game is not over by then.
        yield _Touch(tuple(touching))
        touching = []
    yield _Marks.on(combat, edges, touching, amounts, last=last)


def _on_others(combat: Combat, edges: Sequence[Edge], amounts: Mapping[str, int]) -> Iterator[_Sum]:
    """Yield what a player gets, or a permanent: damage, poison, from commanders."""
    yield _Sum.of(edges, amounts)
    infecting = [e for e in edges if combat.creatures[e[0]].has(INFECT)]
    if infecting:
        yield _Sum.of(infecting, amounts)
    toxic = {e: n for e in edges if (n := number_of(combat.creatures[e[0]].keywords, TOXIC))}
    if toxic:
        yield _Sum(tuple(toxic), {}, toxic, sum(toxic.values()).bit_length())
    for edge in edges:
        if combat.creatures[edge[0]].commander:
            yield _Sum.of([edge], amounts)


@dataclass(frozen=True, slots=True)
class _Sum:
    """A sum of amounts, or of numbers for any damage at all.

    Attributes:
        edges: The edges.
        weights: What a point on an edge adds.
        touches: What any damage on an edge adds.
        bits: The bits of the largest sum.
    """

    edges: tuple[Edge, ...]
    weights: Mapping[Edge, int]
    touches: Mapping[Edge, int]
    bits: int

    @classmethod
    def of(cls, edges: Sequence[Edge], amounts: Mapping[str, int]) -> _Sum:
        """Make the plain sum of the damage on some edges."""
        # A source divides its amount among its edges.
        most = sum(amounts[source] for source in {edge[0] for edge in edges})
        return cls(tuple(edges), dict.fromkeys(edges, 1), {}, most.bit_length())

    def adds(self, edge: Edge, amount: int) -> int:
        """Return what an amount above 0 on an edge adds."""
        return self.weights.get(edge, 0) * amount + self.touches.get(edge, 0)

    def follow(self, code: int, adds: int) -> int:
        """Return the sum."""
        return code + adds

    def close(self, code: int) -> int:
        """Return the sum: all of it matters."""
        return code


@dataclass(frozen=True, slots=True)
class _Touch:
    """Whether there is any damage on some edges."""

    edges: tuple[Edge, ...]
    bits: int = 1

    def adds(self, edge: Edge, amount: int) -> int:
        """Return 1: any amount is damage."""
        del edge, amount
        return 1

    def follow(self, code: int, adds: int) -> int:
        """Return whether there has been any."""
        return code | adds

    def close(self, code: int) -> int:
        """Return the same: it matters."""
        return code


@dataclass(frozen=True, slots=True)
class _Marks:
    """Damage and -1/-1 counters on a creature, until it dies of them.

    A code is 1 for a creature that dies, else 2 * (damage * `base` + counters). An edge adds the
    same, and 1 for a touch of deathtouch.

    Attributes:
        edges: The edges.
        counting: The sources that deal damage as counters.
        touching: The sources of whose damage any is lethal.
        need: The damage of which it dies; None for who does not.
        toughness: The counters of which it dies.
        last: Whether the damage on survivors no longer matters when all is dealt.
        bits: The number of bits of a code.
    """

    edges: tuple[Edge, ...]
    counting: frozenset[str]
    touching: frozenset[str]
    need: int | None
    toughness: int
    last: bool
    bits: int

    @classmethod
    def on(
        cls,
        combat: Combat,
        edges: Sequence[Edge],
        touching: Sequence[Edge],
        amounts: Mapping[str, int],
        *,
        last: bool,
    ) -> _Marks:
        """Make what happens to the recipient of some edges."""
        recipient = edges[0][1]
        creature = combat.on_battlefield[recipient]
        sources = {edge[0]: combat.creatures[edge[0]] for edge in edges}
        need = None if creature.has(INDESTRUCTIBLE) else combat.need(recipient)
        most = sum(amounts[source] for source in sources)
        most = most if need is None else min(most, need)
        base = max(creature.toughness, 0) + 1
        return cls(
            tuple(edges),
            frozenset(s for s, c in sources.items() if damages_by_counters(c)),
            frozenset(edge[0] for edge in touching),
            need,
            creature.toughness,
            last,
            (2 * (most * base + base) + 1).bit_length(),
        )

    @property
    def base(self) -> int:
        """One more than the counters that matter."""
        return max(self.toughness, 0) + 1

    def adds(self, edge: Edge, amount: int) -> int:
        """Return what an amount above 0 on an edge adds."""
        damage = amount if self.need is None else min(amount, self.need)
        counters = min(amount, self.base - 1) if edge[0] in self.counting else 0
        return 2 * (damage * self.base + counters) + (edge[0] in self.touching)

    def follow(self, code: int, adds: int) -> int:
        """Return the code after damage is added."""
        if code == 1:
            return 1
        damage, counters = divmod(code >> 1, self.base)
        more_damage, more_counters = divmod(adds >> 1, self.base)
        damage, counters = damage + more_damage, counters + more_counters
        if counters >= self.toughness:
            return 1
        if self.need is not None and (damage >= self.need or adds & 1):
            return 1
        return 2 * (damage * self.base + counters)

    def close(self, code: int) -> int:
        """Return the code without what no longer matters: the damage on a survivor."""
        if code == 1 or not self.last:
            return code
        return 2 * ((code >> 1) % self.base)
