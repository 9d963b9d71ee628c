"""The best assignment as a longest path.

A layer is a source again, but the states also tell how far everything is that several sources
can bring about together and that is paid for: a creature destroyed, a player's life lost. Of all
ways to reach a state only the best is kept, so that there is no need to build the diagram.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lethal.payoff import Payoff, Threshold
    from lethal_models import DamageStep, Edge, Source

Row: TypeAlias = tuple[int, ...]
Form: TypeAlias = "tuple[tuple[tuple[Edge, int], ...], tuple[tuple[Edge, int], ...], int]"
"""What points and any damage at all add, by edge, and up to which number."""
Scored: TypeAlias = tuple[int, Row]

LARGEST_AMOUNT = 200
"""Damage of one source; with more, CP-SAT finds the best sooner."""
MOST_STATES = 2_000
"""States after a source; with more, CP-SAT finds the best sooner."""
DEAD = 1 << 4096
"""More than any state; sums with it stay more."""


@dataclass(eq=False, slots=True)
class Tally:
    """A sum that several sources add to, up to a number.

    Attributes:
        number: The number.
        permanent: The permanent that is met there, if some source relies on it.
        bonus: What is paid when the number is reached.
        per_point: What is paid for every point up to it.
        positions: The sources that add to it or rely on it.
        relying: Those that rely on it.
        most: The most that each can add.
        shift: The position of its lowest bit in a state: twice the sum, and 1 if it is relied on.
    """

    number: int
    permanent: str = ""
    bonus: int = 0
    per_point: int = 0
    positions: set[int] = field(default_factory=set[int])
    relying: set[int] = field(default_factory=set[int])
    most: Counter[int] = field(default_factory=Counter[int])
    shift: int = 0

    @property
    def width(self) -> int:
        """The number of its bits."""
        return (2 * self.number + 1).bit_length()

    def after(self, position: int) -> _Stage:
        """Return what is known of it after a source."""
        still = 0
        for other, most in self.most.items():
            if other > position:
                still += most
        return _Stage(
            self.number,
            self.bonus,
            self.per_point,
            still,
            position < max(self.positions),
            bool(self.relying) and position < max(self.relying),
        )


class _Stage(NamedTuple):
    """A tally after one of its sources, looking ahead; see `coupling.Stage`.

    Attributes:
        number: The number up to which it counts.
        bonus: What is paid when that is reached.
        per_point: What is paid for every point up to it.
        still: The most that later sources can add.
        open: Whether any later source has to do with it.
        wanted: Whether a later source may rely on it.
    """

    number: int
    bonus: int
    per_point: int
    still: int
    open: bool
    wanted: bool

    def follow(self, code: int, effect: int) -> tuple[int, int]:
        """Return the code after the source, or `DEAD`, and what is paid."""
        number, bonus, per_point, still, is_open, wanted = self
        before = code >> 1
        total = before + (effect >> 1)
        relied_on = (code | effect) & 1
        if total >= number:
            paid = (number - before) * per_point + (bonus if before < number else 0)
            return (number << 1 if is_open else 0), paid
        paid = (total - before) * per_point
        hopeless = total + still < number
        if hopeless and relied_on:
            return DEAD, 0
        matters = per_point or (not hopeless and (bonus or relied_on or wanted))
        return (total << 1 | relied_on if is_open and matters else 0), paid


class Share(NamedTuple):
    """What it means to assign to one recipient; see `layers.Share`.

    Attributes:
        relied_on: The tallies that it relies on, as bits of an effect.
        gated: Whether it also relies on what is the source's affair alone.
        threshold: What it needs itself, where that is the source's affair alone.
        adds: For every amount what it adds to the effect.
        gains: For every amount what it pays.
    """

    relied_on: int
    gated: bool
    threshold: int
    adds: tuple[int, ...]
    gains: tuple[int, ...]


def best_row(step: DamageStep, sources: Sequence[Source], payoff: Payoff) -> Row | None:
    """Return the best row, the first in lexicographic order of those that are best.

    Args:
        step: The step, for its needs.
        sources: Whole components of it, in the order of the row.
        payoff: What is paid.

    Returns:
        The row, or None where the payoff has conditions that are not sums of this kind, or the
        states would be many.
    """
    problem = Problem.of(step, sources, payoff)
    if problem is None:
        return None
    rows: list[Row] = [()] * len(sources)
    for group, tallies in problem.groups():
        if len(group) == 1:
            (position,) = group
            source = sources[position]
            ((_, (_, rows[position])),) = _options(source.amount, problem.shares(position))
            continue
        found = problem.solve(group, tallies)
        if found is None:
            return None
        start = 0
        for position in group:
            stop = start + len(sources[position].recipients)
            rows[position] = found[start:stop]
            start = stop
    return tuple([amount for row in rows for amount in row])


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
                _adds(source.amount, tuple([(t.number, w, z, t.shift) for t, w, z in tallies]))
                if tallies
                else (),
                _gains(
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
        private: dict[str, int] = {}
        for permanent in source.relies_on:
            need = self._step.needs[permanent]
            if need.amount and permanent not in self._gates:
                touches = source.deathtouch and need.deathtouch
                private[permanent] = 1 if touches else need.amount
        return private

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

    @staticmethod
    def is_too_wide(states: int) -> bool:
        """Return whether CP-SAT is quicker than so many states."""
        return states > MOST_STATES

    def solve(self, group: Sequence[int], tallies: Sequence[Tally]) -> Row | None:
        """Return the best row of a group of sources, or None when there are too many states."""
        self.place(tallies)
        states: dict[int, Scored] = {0: (0, ())}
        for position in group:
            touched = [t for t in tallies if position in t.positions]
            options = _options(self._sources[position].amount, self.shares(position))
            states = self._after(position, touched, options, states)
            if self.is_too_wide(len(states)):
                return None
        return _first_best(states.values())[1]

    def _after(
        self,
        position: int,
        touched: Sequence[Tally],
        options: Sequence[tuple[int, Scored]],
        states: Mapping[int, Scored],
    ) -> dict[int, Scored]:
        """Return the states after a source, each with the best way to it."""
        effects = [effect for effect, _ in options]
        columns = [Column(t, position, effects) for t in touched]
        mask = sum(column.mask for column in columns)
        moves: dict[int, list[tuple[int, Scored]]] = {}
        after: dict[int, Scored] = {}
        for state, (value, row) in states.items():
            part = state & mask
            rest = state ^ part
            reached = moves.get(part)
            if reached is None:
                reached = moves[part] = _moves(columns, options, part)
            for target, (more, own) in reached:
                new = rest | target
                known = after.get(new)
                total = value + more
                if known is None or total > known[0]:
                    after[new] = total, row + own
                elif total == known[0]:
                    after[new] = total, min(row + own, known[1])
        return after


class Column:
    """A tally in the effects of a source."""

    def __init__(self, tally: Tally, position: int, effects: Iterable[int]) -> None:
        self.shift: int = tally.shift
        self.mask: int = ((1 << tally.width) - 1) << tally.shift
        self.codes: list[int] = [(effect & self.mask) >> self.shift for effect in effects]
        self._stage: _Stage = tally.after(position)
        self._different: set[int] = set(self.codes)
        self._tables: dict[int, dict[int, tuple[int, int]]] = {}

    def table(self, part: int) -> dict[int, tuple[int, int]]:
        """Return for every code of an effect where it leads from a state, and what is paid."""
        code = (part & self.mask) >> self.shift
        table = self._tables.get(code)
        if table is None:
            table = self._tables[code] = {}
            for effect in self._different:
                to, paid = self._stage.follow(code, effect)
                table[effect] = (to << self.shift if to < DEAD else DEAD), paid
        return table


def _moves(
    columns: Sequence[Column], options: Sequence[tuple[int, Scored]], part: int
) -> list[tuple[int, Scored]]:
    """Return where a source leads from the bits of its tallies, with the best way there."""
    leads = [(0, 0)] * len(options)
    for number, column in enumerate(columns):
        table = column.table(part)
        own_leads = map(table.__getitem__, column.codes)
        if number:
            both = zip(leads, own_leads, strict=True)
            leads = [(a + to, b + paid) for (a, b), (to, paid) in both]
        else:
            leads = [*own_leads]
    best: dict[int, Scored] = {}
    for (target, paid), (_, (gain, own)) in zip(leads, options, strict=True):
        if target < DEAD:
            value = gain + paid
            known = best.get(target)
            if known is None or value > known[0] or (value == known[0] and own < known[1]):
                best[target] = value, own
    return list(best.items())


def _holds(threshold: Threshold, amount: int) -> bool:
    """Return whether an amount on the only edge of a condition fulfils it."""
    weight = sum(weight for _, weight in threshold.weights)
    touch = sum(touch for _, touch in threshold.touches) if amount else 0
    return weight * amount + touch >= threshold.number


@lru_cache(maxsize=100_000)
def _adds(amount: int, tallies: tuple[tuple[int, int, int, int], ...]) -> tuple[int, ...]:
    """Return what every amount adds to tallies: each a number, weight, touch and shift."""
    return tuple(
        [
            sum(
                [
                    min(number, w * v + (z if v else 0)) << shift + 1
                    for number, w, z, shift in tallies
                ]
            )
            for v in range(amount + 1)
        ]
    )


@lru_cache(maxsize=100_000)
def _gains(
    amount: int, linear: int, slope: tuple[int, int] | None, steps: tuple[tuple[int, int], ...]
) -> tuple[int, ...]:
    """Return what every amount on an edge pays; nothing at all where it never pays."""
    if not (linear or slope or steps):
        return ()
    value, cap = slope or (0, 0)
    return tuple(
        [
            linear * v + value * min(v, cap) + sum([pays for at, pays in steps if v >= at])
            for v in range(amount + 1)
        ]
    )


def _first_best(found: Iterable[Scored]) -> Scored:
    """Return the highest value with the first row."""
    return min(found, key=lambda scored: (-scored[0], scored[1]))


@lru_cache(maxsize=100_000)
def _options(amount: int, shares: tuple[Share, ...]) -> tuple[tuple[int, Scored], ...]:
    """Return for every effect of a source the best division that has it."""
    width = (2 * amount + 1).bit_length()
    low = (1 << width) - 1
    states: dict[int, Scored] = {amount << 1: (0, ())}
    last = len(shares) - 1
    for k, share in enumerate(shares):
        gains = share.gains or (0,) * (amount + 1)
        adds = share.adds or (0,) * (amount + 1)
        relied_on = share.relied_on << width
        after: dict[int, Scored] = {}
        for state, (value, row) in states.items():
            left = (state & low) >> 1
            stop = 1 if share.gated and state & 1 else left + 1
            for v in range(left if k == last else 0, stop):
                new = (state | relied_on if v else state) + (adds[v] << width) - 2 * v
                if v < share.threshold:
                    new |= 1
                scored = value + gains[v], (*row, v)
                known = after.get(new)
                after[new] = scored if known is None else _better(known, scored)
        states = after
    found: dict[int, Scored] = {}
    for state, scored in states.items():
        known = found.get(state >> width)
        found[state >> width] = scored if known is None else _better(known, scored)
    return tuple(found.items())


def _better(one: Scored, other: Scored) -> Scored:
    """Return the higher value, or of equal ones the first row."""
    if one[0] != other[0]:
        return one if one[0] > other[0] else other
    return one if one[1] < other[1] else other
