"""The problem of the best assignment: tallies that sources share, and what each gains alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from lethal.diagram.gains import Share, adds_of, gains_of
from lethal.diagram.tallies import Tally
from lethal.reliance import threshold

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lethal.payoff import Payoff, Threshold
    from lethal_models import DamageStep, Edge, Source

Form: TypeAlias = "tuple[tuple[tuple[Edge, int], ...], tuple[tuple[Edge, int], ...], int]"
"""What points and any damage at all add, by edge, and up to which number."""

LARGEST_AMOUNT = 200
"""Damage of one source; with more, CP-SAT finds the best sooner."""
MOST_STATES = 2_000
"""States after a source; with more, CP-SAT finds the best sooner."""
MOST_WORK = 10_000_000
"""Steps to find the effects of sources, and again to follow them; about a second."""


class Problem:
    """Tallies and gains of some sources."""

    @classmethod
    def of(cls, step: DamageStep, sources: Sequence[Source], payoff: Payoff) -> Problem | None:
        """Return the problem of finding the best row, or None where it is not of this kind."""
        if any(s.amount > LARGEST_AMOUNT or len(s.ways) > 1 for s in sources):
            return None
        problem = cls(step, sources, payoff)
        return problem if problem.fits else None

    def __init__(self, step: DamageStep, sources: Sequence[Source], payoff: Payoff) -> None:
        self.fits: bool = True
        self._step: DamageStep = step
        self._sources: Sequence[Source] = sources
        self._position: dict[str, int] = {s.id: k for k, s in enumerate(sources)}
        self._tallies: dict[Form, Tally] = {}
        self._of_edge: dict[Edge, list[tuple[Tally, int, int]]] = {}
        self._gates: dict[str, Tally] = {}
        # What is paid once an amount on an edge reaches a number, and for every point up to one.
        self._steps: dict[Edge, list[tuple[int, int]]] = {}
        self._slopes: dict[Edge, tuple[int, int]] = {}
        self._linear: Mapping[Edge, int] = payoff.linear
        self._add_gates()
        for bonus in payoff.bonuses:
            self._add_bonus(bonus.value, bonus.alternatives)
        for capped in payoff.capped:
            if len(capped.edges) == 1:
                self._slopes[capped.edges[0]] = (capped.value, capped.cap)
            elif capped.cap > 0:
                form = (tuple((edge, 1) for edge in capped.edges), (), capped.cap)
                self._tally(form).per_point += capped.value

    def _amount(self, edge: Edge) -> int:
        return self._sources[self._position[edge[0]]].amount

    def _tally(self, form: Form) -> Tally:
        tally = self._tallies.get(form)
        if tally is not None:
            return tally
        weights, touches, number = form
        tally = self._tallies[form] = Tally(number)
        added = {edge: (weight, 0) for edge, weight in weights}
        for edge, touch in touches:
            added[edge] = (added.get(edge, (0, 0))[0], touch)
        for edge, (weight, touch) in added.items():
            position = self._position[edge[0]]
            tally.positions.add(position)
            tally.most[position] += min(number, weight * self._amount(edge) + touch)
            self._of_edge.setdefault(edge, []).append((tally, weight, touch))
        return tally

    def _add_gates(self) -> None:
        """Add a tally for every permanent that sources depend on each other by."""
        relying: dict[str, set[int]] = {}
        for position, source in enumerate(self._sources):
            for permanent in source.relies_on:
                relying.setdefault(permanent, set()).add(position)
        if not relying:
            return
        edges: dict[str, list[tuple[Edge, int]]] = {permanent: [] for permanent in relying}
        for source in self._sources:
            for recipient in source.recipients:
                if recipient.id in edges:
                    need = self._step.needs[recipient.id]
                    touches = source.deathtouch and need.deathtouch
                    weight = need.amount if touches else 1
                    edges[recipient.id].append(((source.id, recipient.id), weight))
        for permanent, by in relying.items():
            need = self._step.needs[permanent].amount
            involved = by.union(self._position[edge[0]] for edge, _ in edges[permanent])
            if need > 0 and len(involved) > 1:
                tally = self._tally((tuple(edges[permanent]), (), need))
                tally.permanent = permanent
                tally.positions |= by
                tally.relying |= by
                self._gates[permanent] = tally

    def _add_bonus(self, value: int, alternatives: tuple[tuple[Threshold, ...], ...]) -> None:
        threshold = alternatives[0][0]
        alone = len(alternatives) == len(alternatives[0]) == 1
        weights = threshold.weights
        if alone and not threshold.touches and threshold.number > 0 and weights[0][1] > 0:
            if len(weights) == 1:
                ((edge, weight),) = weights
                step = -(-threshold.number // weight), value
                self._steps.setdefault(edge, []).append(step)
                return
            if all(weight > 0 for _, weight in weights):
                self._tally((weights, (), threshold.number)).bonus += value
                return
        self._add_combination(value, alternatives)

    def _add_combination(self, value: int, alternatives: tuple[tuple[Threshold, ...], ...]) -> None:
        edges = {
            edge
            for alternative in alternatives
            for threshold in alternative
            for edge, _ in (*threshold.weights, *threshold.touches)
        }
        if len(edges) != 1:
            self.fits = False
            return
        (edge,) = edges
        paid = 0
        for v in range(self._amount(edge) + 1):
            pays = any(all(_holds(t, v) for t in alternative) for alternative in alternatives)
            if pays * value != paid:
                self._steps.setdefault(edge, []).append((v, pays * value - paid))
                paid = pays * value

    def groups(self) -> list[tuple[list[int], list[Tally]]]:
        """Return the positions of sources in groups that share tallies, in order."""
        leader = list(range(len(self._sources)))

        def find(position: int) -> int:
            while leader[position] != position:
                position = leader[position]
            return position

        for tally in self._tallies.values():
            # The first position leads, so that groups are in order.
            leaders = {find(position) for position in tally.positions}
            first = min(leaders)
            for other in leaders:
                leader[other] = first
        groups: dict[int, tuple[list[int], list[Tally]]] = {}
        for position in range(len(leader)):
            groups.setdefault(find(position), ([], []))[0].append(position)
        for tally in self._tallies.values():
            groups[find(min(tally.positions))][1].append(tally)
        return list(groups.values())

    def shares(self, position: int) -> tuple[Share, ...]:
        """Return what it means for a source to assign to each of its recipients."""
        source = self._sources[position]
        private = self._private(source) if source.relies_on else {}
        shares: list[Share] = []
        for recipient in source.recipients:
            edge = (source.id, recipient.id)
            relied_on = 0
            gated = False
            if recipient.gate:
                for permanent in recipient.relies_on:
                    if permanent in private:
                        gated = True
                    elif permanent in self._gates:
                        relied_on |= 1 << self._gates[permanent].shift
            tallies = self._of_edge.get(edge)
            share = Share(
                relied_on,
                gated,
                private.get(recipient.id, 0),
                adds_of(source.amount, tuple([(t.number, w, z, t.shift) for t, w, z in tallies]))
                if tallies
                else (),
                gains_of(
                    source.amount,
                    self._linear.get(edge, 0),
                    self._slopes.get(edge),
                    tuple(self._steps.get(edge, ())),
                ),
            )
            shares.append(share)
        return tuple(shares)

    def _private(self, source: Source) -> dict[str, int]:
        """Return the damage at which a source meets what is its affair alone."""
        alone = source.relies_on - self._gates.keys()
        needs = {p: threshold(self._step, source, p) for p in alone}
        return {permanent: need for permanent, need in needs.items() if need}

    def amount_of(self, position: int) -> int:
        """Return the damage of a source."""
        return self._sources[position].amount

    @staticmethod
    def place(tallies: Sequence[Tally]) -> None:
        """Give tallies their bits."""
        shift = 0
        for tally in tallies:
            tally.shift = shift
            shift += tally.width


def _holds(threshold: Threshold, amount: int) -> bool:
    """Return whether an amount on the only edge of a condition fulfils it."""
    weight = sum(weight for _, weight in threshold.weights)
    touch = sum(touch for _, touch in threshold.touches) if amount else 0
    return weight * amount + touch >= threshold.number
