"""The best assignment for a lexicographic objective."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from ortools.sat.python import cp_model

from lethal.cpsat.damage import DamageVariables, damage_model
from lethal.cpsat.model import Variable, added, negated
from lethal.cpsat.profiles import Interrupted, row_of, solve, status_of, value_of
from lethal.limits import Status
from lethal.objective import sign
from lethal_models.course.state_based import LETHAL_COMMANDER_DAMAGE, LETHAL_POISON
from lethal_models.dealing import damages_by_counters, is_prevented
from lethal_models.keywords import DEATHTOUCH, INDESTRUCTIBLE, INFECT, LIFELINK, TOXIC, number_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from lethal.cpsat.model import Linear, Literal
    from lethal.limits import Deadline
    from lethal.objective import Goal, Term
    from lethal_models import Combat, Creature, DamageStep, Edge, Planeswalker

Row: TypeAlias = tuple[int, ...]


EXACT = 2**50
"""Weighted sums stay below this: far inside what CP-SAT adds up without overflow."""


def best_row(
    combat: Combat,
    step: DamageStep,
    goal: Goal,
    deadline: Deadline,
) -> tuple[tuple[Edge, ...], Row, Status]:
    """Return the edges, the best amounts on them, and whether they are proven best.

    Consecutive terms are optimised together, as one weighted sum, as far as exact arithmetic
    allows; usually that is one solve.
    """
    variables = damage_model(step, step.sources)
    terms = _Terms(combat, variables, goal)
    row: Row | None = None
    status = Status.COMPLETE
    # Without a term that can vary, one solve without an objective finds some assignment.
    groups = list(_groups(terms.signed(term) for term in goal.objective.terms)) or [[]]
    for number, expressions in enumerate(groups, 1):
        weight, weighted = 1, list[dict[Variable, int]]()
        for expression in reversed(expressions):
            weighted.append({x: weight * n for x, n in expression.linear.items()})
            weight *= expression.width
        variables.model.aim(added(*weighted))
        try:
            solver = solve(variables.model, deadline)
        except Interrupted as interrupt:
            solver, status = interrupt.solver, Status.INTERRUPTED
        else:
            if status_of(solver) != cp_model.OPTIMAL:
                status = Status.TIMEOUT
        found = row_of(solver, variables.in_order)
        row = row if found is None else found
        if status is not Status.COMPLETE or number == len(groups):
            break
        for expression in expressions:
            value = value_of(solver, expression.linear)
            variables.model.require(expression.linear, value, value)
    if row is None:
        # All damage to the first recipient, on whom nothing comes first, is always legal.
        row = tuple(
            source.amount if recipient is source.recipients[0] else 0
            for source in step.sources
            for recipient in source.recipients
        )
    return variables.edges, row, status


@dataclass(frozen=True, slots=True)
class _Bounded:
    """A weighted sum with the number of values it can take."""

    linear: Linear
    width: int


def _groups(expressions: Iterator[_Bounded]) -> Iterator[list[_Bounded]]:
    """Yield runs of terms whose weighted sum stays exact."""
    group: list[_Bounded] = []
    width = 1
    for expression in expressions:
        if group and width * expression.width > EXACT:
            yield group
            group, width = [], 1
        group.append(expression)
        width *= expression.width
    if group:
        yield group


class _Terms:
    """The terms of objectives as linear expressions over a damage model."""

    def __init__(
        self,
        combat: Combat,
        variables: DamageVariables,
        goal: Goal,
    ) -> None:
        self._chooser: str = goal.chooser
        self._combat: Combat = combat
        self._variables: DamageVariables = variables
        self._elsewhere: Mapping[str, int] = goal.elsewhere
        self._destroyed: dict[str, Literal | None] = {}
        # The damage that is dealt to each recipient, by source.
        self._dealt: dict[str, list[tuple[str, Variable]]] = {}
        for (source, recipient), x in variables.amounts.items():
            if not is_prevented(combat, source, recipient):
                self._dealt.setdefault(recipient, []).append((source, x))

    def signed(self, term: Term) -> _Bounded:
        """Return what to maximise for a term."""
        pieces = self._pieces(term.name)
        linear = added(*({variable: term.sign * n} for variable, n, _ in pieces))
        return _Bounded(linear, 1 + sum(abs(n) * most for _, n, most in pieces))

    def _pieces(self, term: str) -> list[tuple[Variable, int, int]]:
        """Return a term as variables, each with its weight and the most it can be."""
        combat = self._combat
        if term in {"kills", "value"}:
            return [
                (literal, self._sign(combat.controllers[id_]) * worth, 1)
                for id_ in self._dealt
                if (creature := combat.on_battlefield.get(id_)) is not None
                if (literal := self._is_destroyed(creature)) is not None
                for worth in (1 if term == "kills" else creature.worth,)
            ]
        if term == "loyalty":
            return [
                (self._lost(walker), self._sign(walker.controller), walker.loyalty)
                for walker in combat.planeswalkers
                if self._reaching(walker.id)
            ]
        if term == "win":
            return [
                (loses, self._sign(player.id), 1)
                for player in combat.players
                if (loses := self._loses(player.id)) is not None
            ]
        if term == "lifelink":
            return [
                (x, -self._sign(combat.controllers[s]), combat.creatures[s].damage_amount)
                for (s, recipient), x in self._variables.amounts.items()
                if self._has(s, LIFELINK) and not is_prevented(combat, s, recipient)
            ]
        players = combat.player
        if term == "poison":
            return [
                (variable, self._sign(player) * weight, most)
                for player in players
                for variable, weight, most in self._poison(player)
            ]
        return [
            (x, self._sign(recipient), combat.creatures[source].damage_amount)
            for (source, recipient), x in self._variables.amounts.items()
            if recipient in players
        ]

    def _poison(self, player: str) -> list[tuple[Variable, int, int]]:
        """Return the poison counters for a player as variables, each with weight and most.

        Infect's damage gives as many (120.3b), toxic its number with any damage (702.164c).
        """
        found: list[tuple[Variable, int, int]] = []
        for source, x in self._reaching(player):
            if self._has(source, INFECT):
                found.append((x, 1, self._amount(source)))
            if toxic := number_of(self._combat.creatures[source].keywords, TOXIC):
                found.append((self._variables.reaches({(source, player): 1}, 1), toxic, 1))
        return found

    def _sign(self, owner: str) -> int:
        return sign(owner, self._chooser)

    def _has(self, source: str, keyword: str) -> bool:
        return self._combat.creatures[source].has(keyword)

    def _reaching(self, recipient: str) -> list[tuple[str, Variable]]:
        """Return the damage that is dealt to a recipient, by source."""
        return self._dealt.get(recipient, [])

    def _is_destroyed(self, creature: Creature) -> Literal | None:
        """Return a literal equivalent to `outcome`'s 704.5f-h, or None where it is certain."""
        if creature.id not in self._destroyed:
            self._destroyed[creature.id] = self._define_destroyed(creature)
        return self._destroyed[creature.id]

    def _define_destroyed(self, creature: Creature) -> Literal | None:
        sources = [source for source, _ in self._reaching(creature.id)]
        if creature.has(INDESTRUCTIBLE) or creature.regeneration > 0:
            need = creature.toughness
            sources = [s for s in sources if damages_by_counters(self._combat.creatures[s])]
            weights = dict.fromkeys(sources, 1)
        else:
            # Counters and marked damage add up, and any deathtouch is as good as the whole need.
            need = self._combat.need(creature.id)
            weights = {s: need if self._has(s, DEATHTOUCH) else 1 for s in sources}
            if self._combat.lethal_damage(creature.id) != creature.toughness:
                return self._define_destroyed_by_power(creature, need, sources)
        most = sum(weight * self._amount(source) for source, weight in weights.items())
        if need == 0 or most < need:
            return None
        by_edge = {(source, creature.id): weight for source, weight in weights.items()}
        return self._variables.reaches(by_edge, need)

    def _define_destroyed_by_power(
        self, creature: Creature, need: int, sources: Sequence[str]
    ) -> Literal | None:
        """Return the literal where lethal damage is determined by power.

        -1/-1 counters lower power and toughness, but alone they destroy only at toughness 0: for
        the power to matter, some damage must be marked.
        """
        if need == 0 or creature.toughness == 0 or not sources:
            return None
        counters = [s for s in sources if damages_by_counters(self._combat.creatures[s])]
        deathtouch = [s for s in sources if self._has(s, DEATHTOUCH)]
        marking = sources if creature.damage else [s for s in sources if s not in counters]

        def reaches(some: Sequence[str], number: int) -> Literal:
            return self._variables.reaches({(s, creature.id): 1 for s in some}, number)

        any_of = self._variables.model.any_of
        not_by_damage = any_of([negated(reaches(sources, need)), negated(reaches(marking, 1))])
        by_counters = reaches(counters, creature.toughness)
        return any_of([by_counters, reaches(deathtouch, 1), negated(not_by_damage)])

    def _lost(self, walker: Planeswalker) -> Variable:
        dealt = {x: 1 for _, x in self._reaching(walker.id)}
        return self._variables.model.capped(dealt, walker.loyalty)

    def _loses(self, player_id: str) -> Literal | None:
        """Return a literal for "at 0 life or 10 poison", or None for who cannot lose by this."""
        reaching = [source for source, _ in self._reaching(player_id)]
        if not reaching:
            return None
        player = self._combat.player[player_id]
        poison = self._poison(player_id)
        life = {(s, player_id): 1 for s in reaching if not self._has(s, INFECT)}
        life_total = player.life
        if self._combat.rules.lifelink_with_damage:
            life_total += self._elsewhere.get(player_id, 0)
            for source, recipient in self._variables.amounts:
                if self._gains_life(source, recipient, player_id):
                    life[source, recipient] = life.get((source, recipient), 0) - 1
        reasons: list[Literal] = []
        if (
            sum(self._amount(source) for (source, _), weight in life.items() if weight > 0)
            >= life_total
        ):
            reasons.append(self._variables.reaches(life, life_total))
        enough = LETHAL_POISON - player.poison
        if sum(weight * most for _, weight, most in poison) >= enough:
            linear = added(*({variable: weight} for variable, weight, _ in poison))
            reasons.append(self._variables.model.reaches(linear, enough))
        so_far = dict(player.commander_damage)
        for source in reaching:
            left = LETHAL_COMMANDER_DAMAGE - so_far.get(source, 0)
            if self._combat.creatures[source].commander and self._amount(source) >= left:
                reasons.append(self._variables.reaches({(source, player_id): 1}, left))
        return self._variables.model.any_of(reasons) if reasons else None

    def _amount(self, source: str) -> int:
        return self._combat.creatures[source].damage_amount

    def _gains_life(self, source: str, recipient: str, player: str) -> bool:
        """Return whether a player gains life by damage from a source to a recipient."""
        return (
            self._has(source, LIFELINK)
            and self._combat.controllers[source] == player
            and not is_prevented(self._combat, source, recipient)
        )
