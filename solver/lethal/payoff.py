"""What an objective pays, in terms of the amounts on the edges of a damage step.

Engines read the same description: every term of an objective is a sum of

    value x amount                            for an edge,
    value, once some condition holds          a creature is destroyed, a player loses,
    value x min(damage, cap)                  loyalty that a planeswalker loses.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from lethal.objective import sign
from lethal_models.course.state_based import LETHAL_COMMANDER_DAMAGE, LETHAL_POISON
from lethal_models.dealing import damages_by_counters, is_prevented
from lethal_models.keywords import DEATHTOUCH, INDESTRUCTIBLE, INFECT, LIFELINK, TOXIC, number_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from lethal.objective import Goal, Term
    from lethal_models import Combat, Creature, Edge

Weights: TypeAlias = "tuple[tuple[Edge, int], ...]"
"""The weights of a sum of amounts."""


@dataclass(frozen=True, slots=True)
class Threshold:
    """The condition that a sum is at least a number.

    Attributes:
        weights: What every point of damage on an edge adds.
        number: The number.
        touches: What any damage at all on an edge adds.
    """

    weights: Weights
    number: int
    touches: Weights = ()


@dataclass(frozen=True, slots=True)
class Bonus:
    """A value that is paid once, when all conditions of some alternative hold."""

    value: int
    alternatives: tuple[tuple[Threshold, ...], ...]


@dataclass(frozen=True, slots=True)
class Capped:
    """A value that is paid for every point of damage on some edges, up to a cap."""

    value: int
    edges: tuple[Edge, ...]
    cap: int


@dataclass(frozen=True, slots=True)
class Payoff:
    """What one term pays, or several terms together.

    Attributes:
        linear: What a point on an edge pays.
        bonuses: What is paid once.
        capped: What is paid up to a cap.
        width: The number of different totals at most.
    """

    linear: Mapping[Edge, int]
    bonuses: tuple[Bonus, ...]
    capped: tuple[Capped, ...]
    width: int


def combined(payoffs: Sequence[Payoff]) -> Payoff:
    """Return the payoff that compares like several, the first of them most important."""
    if len(payoffs) == 1:
        return payoffs[0]
    # In a common unit, all conditions that are the same are paid for at once.
    linear: Counter[Edge] = Counter()
    bonuses: Counter[tuple[tuple[Threshold, ...], ...]] = Counter()
    capped: list[Capped] = []
    weight = 1
    for payoff in reversed(payoffs):
        for edge, value in payoff.linear.items():
            linear[edge] += weight * value
        for bonus in payoff.bonuses:
            bonuses[bonus.alternatives] += weight * bonus.value
        capped += [Capped(weight * c.value, c.edges, c.cap) for c in payoff.capped]
        weight *= payoff.width
    paid = tuple(Bonus(value, conditions) for conditions, value in bonuses.items())
    return Payoff(linear, paid, tuple(capped), weight)


def payoffs_of(combat: Combat, edges: Sequence[Edge], goal: Goal) -> list[Payoff]:
    """Return what every term of a goal pays for amounts on some edges.

    Args:
        combat: The combat, without shields and the like that act on single amounts of damage.
        edges: The edges of the sources that are decided about.
        goal: The objective, in whose view, and what is gained elsewhere.
    """
    terms = _Terms(combat, edges, goal)
    return [terms.payoff(term) for term in goal.objective.terms]


class _Terms:
    """The terms of objectives over some edges."""

    def __init__(self, combat: Combat, edges: Sequence[Edge], goal: Goal) -> None:
        self._combat: Combat = combat
        self._chooser: str = goal.chooser
        self._elsewhere: Mapping[str, int] = goal.elsewhere
        self._destroyed: dict[str, tuple[tuple[Threshold, ...], ...]] = {}
        # The edges on which damage is dealt, by recipient.
        self._dealt: dict[str, list[Edge]] = {}
        self._edges: Sequence[Edge] = edges
        for edge in edges:
            if not is_prevented(combat, *edge):
                self._dealt.setdefault(edge[1], []).append(edge)

    def payoff(self, term: Term) -> Payoff:
        """Return what a term pays; what is to be small pays the less the larger it is."""
        linear = {e: term.sign * value for e, value in self._linear(term.name) if value}
        bonuses = tuple(
            Bonus(term.sign * value, alternatives)
            for value, alternatives in self._bonuses(term.name)
            if value and alternatives
        )
        capped = tuple(self._capped(term) if term.name == "loyalty" else ())
        width = 1 + sum(abs(value) * self._amount(e[0]) for e, value in linear.items())
        width += sum(abs(bonus.value) for bonus in bonuses)
        width += sum(abs(c.value) * c.cap for c in capped)
        return Payoff(linear, bonuses, capped, width)

    def _linear(self, term: str) -> Iterator[tuple[Edge, int]]:
        if term == "lifelink":
            for edge in self._dealt_edges():
                if self._has(edge, LIFELINK):
                    yield edge, -self._sign(self._controller(edge))
        elif term in {"damage", "poison"}:
            for edge in self._dealt_edges():
                # Infect's damage to a player gives as many poison counters (120.3b).
                counts = term == "damage" or self._has(edge, INFECT)
                if counts and edge[1] in self._combat.player:
                    yield edge, self._sign(edge[1])

    def _bonuses(self, term: str) -> Iterator[tuple[int, tuple[tuple[Threshold, ...], ...]]]:
        combat = self._combat
        if term in {"kills", "value"}:
            for id_ in self._dealt:
                creature = combat.on_battlefield.get(id_)
                if creature is not None:
                    worth = 1 if term == "kills" else creature.worth
                    yield self._sign(combat.controllers[id_]) * worth, self._is_destroyed(creature)
        elif term == "win":
            for player in combat.players:
                yield self._sign(player.id), tuple((t,) for t in self._loses(player.id))
        elif term == "poison":
            for edge in self._dealt_edges():
                # Toxic gives its number with any damage (702.164c).
                if edge[1] in combat.player and (toxic := self._toxic(edge)):
                    yield self._sign(edge[1]) * toxic, ((_reach([edge], 1),),)

    def _capped(self, term: Term) -> Iterator[Capped]:
        for walker in self._combat.planeswalkers:
            if edges := self._dealt.get(walker.id):
                value = term.sign * self._sign(walker.controller)
                yield Capped(value, tuple(edges), walker.loyalty)

    # --- Who dies ---------------------------------------------------------------------------

    def _is_destroyed(self, creature: Creature) -> tuple[tuple[Threshold, ...], ...]:
        """Return when `outcome`'s 704.5f-h destroy a creature; nothing where it is certain."""
        found = self._destroyed.get(creature.id)
        if found is None:
            found = self._destroyed[creature.id] = self._destroys(creature)
        return found

    def _destroys(self, creature: Creature) -> tuple[tuple[Threshold, ...], ...]:
        edges = self._dealt[creature.id]
        if creature.has(INDESTRUCTIBLE) or creature.regeneration > 0:
            need = creature.toughness
            weights = [(edge, 1) for edge in edges if self._by_counters(edge)]
        else:
            # Counters and marked damage add up, and any deathtouch is as good as the whole need.
            need = self._combat.need(creature.id)
            if self._combat.lethal_damage(creature.id) != creature.toughness:
                return self._destroys_by_power(creature, need, edges)
            weights = [(edge, need if self._has(edge, DEATHTOUCH) else 1) for edge in edges]
        most = sum([weight * self._amount(edge[0]) for edge, weight in weights])
        if need == 0 or most < need:
            return ()
        return ((Threshold(tuple(weights), need),),)

    def _destroys_by_power(
        self, creature: Creature, need: int, edges: Sequence[Edge]
    ) -> tuple[tuple[Threshold, ...], ...]:
        """Return when a creature is destroyed whose lethal damage is determined by power.

        -1/-1 counters lower power and toughness, but alone they destroy only at toughness 0: for
        the power to matter, some damage must be marked.
        """
        if need == 0 or creature.toughness == 0 or not edges:
            return ()
        counters = [edge for edge in edges if self._by_counters(edge)]
        deathtouch = [edge for edge in edges if self._has(edge, DEATHTOUCH)]
        marking = edges if creature.damage else [e for e in edges if e not in counters]
        return (
            (_reach(counters, creature.toughness),),
            (_reach(deathtouch, 1),),
            (_reach(edges, need), _reach(marking, 1)),
        )

    # --- Who loses --------------------------------------------------------------------------

    def _loses(self, player_id: str) -> Iterator[Threshold]:
        """Yield what makes a player lose; nothing for who cannot lose by this."""
        edges = self._dealt.get(player_id, [])
        if not edges:
            return
        player = self._combat.player[player_id]
        life = Counter({edge: 1 for edge in edges if not self._has(edge, INFECT)})
        life_total = player.life
        if self._combat.rules.lifelink_with_damage:
            life_total += self._elsewhere.get(player_id, 0)
            for edge in self._dealt_edges():
                if self._has(edge, LIFELINK) and self._controller(edge) == player_id:
                    life[edge] -= 1
        weights = [(edge, weight) for edge, weight in life.items() if weight]
        if sum(self._amount(e[0]) for e, weight in weights if weight > 0) >= life_total:
            yield Threshold(tuple(weights), life_total)
        poison = tuple((edge, 1) for edge in edges if self._has(edge, INFECT))
        toxic = tuple((edge, number) for edge in edges if (number := self._toxic(edge)))
        enough = LETHAL_POISON - player.poison
        if sum(self._amount(e[0]) for e, _ in poison) + sum(n for _, n in toxic) >= enough:
            yield Threshold(poison, enough, toxic)
        so_far = dict(player.commander_damage)
        for edge in edges:
            left = LETHAL_COMMANDER_DAMAGE - so_far.get(edge[0], 0)
            if self._combat.creatures[edge[0]].commander and self._amount(edge[0]) >= left:
                yield Threshold(((edge, 1),), left)

    def _dealt_edges(self) -> Iterator[Edge]:
        """Yield the edges on which damage is dealt."""
        return (edge for edges in self._dealt.values() for edge in edges)

    # --- Facts ------------------------------------------------------------------------------

    def _sign(self, owner: str) -> int:
        return sign(owner, self._chooser)

    def _amount(self, source: str) -> int:
        return self._combat.creatures[source].damage_amount

    def _has(self, edge: Edge, keyword: str) -> bool:
        return self._combat.creatures[edge[0]].has(keyword)

    def _by_counters(self, edge: Edge) -> bool:
        return damages_by_counters(self._combat.creatures[edge[0]])

    def _toxic(self, edge: Edge) -> int:
        return number_of(self._combat.creatures[edge[0]].keywords, TOXIC)

    def _controller(self, edge: Edge) -> str:
        return self._combat.controllers[edge[0]]


def _reach(edges: Sequence[Edge], number: int) -> Threshold:
    return Threshold(tuple((edge, 1) for edge in edges), number)
