"""The best assignment as a longest path.

A layer is a source again, but the states also tell how far everything is that several sources
can bring about together and that is paid for: a creature destroyed, a player's life lost. Of all
ways to reach a state only the best is kept, so that there is no need to build the diagram.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from lethal.diagram.gains import options_of
from lethal.diagram.layers import DEAD
from lethal.diagram.problem import MOST_STATES, MOST_WORK, Problem
from lethal.diagram.tallies import Column

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lethal.diagram.gains import Row, Scored
    from lethal.diagram.tallies import Tally
    from lethal.payoff import Payoff
    from lethal_models import DamageStep, Source


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
            # What a source does alone has one effect, so that there is little to find.
            options = options_of(source.amount, problem.shares(position), sys.maxsize)
            assert options is not None
            ((_, (_, rows[position])),) = options
            continue
        found = _solve(problem, group, tallies)
        if found is None:
            return None
        start = 0
        for position in group:
            stop = start + len(sources[position].recipients)
            rows[position] = found[start:stop]
            start = stop
    return tuple([amount for row in rows for amount in row])


def _solve(problem: Problem, group: Sequence[int], tallies: Sequence[Tally]) -> Row | None:
    """Return the best row of a group of sources, or None when that is too much work."""
    problem.place(tallies)
    states: dict[int, Scored] = {0: (0, ())}
    most = MOST_WORK // len(group)
    for position in group:
        options = options_of(problem.amount_of(position), problem.shares(position), most)
        if options is None:
            return None
        effects = [effect for effect, _ in options]
        columns = [Column(t, position, effects) for t in tallies if position in t.positions]
        after = _after(columns, options, states, most)
        if after is None:
            return None
        states = after
    return _first_best(states.values())[1]


def _after(
    columns: Sequence[Column],
    options: Sequence[tuple[int, Scored]],
    states: Mapping[int, Scored],
    most: int,
) -> dict[int, Scored] | None:
    """Return the states after a source, each with the best way to it; None for too much work.

    Args:
        columns: The tallies that the source has to do with.
        options: What it can do.
        states: The states before it.
        most: How many steps are too much.
    """
    work = 0
    mask = sum(column.mask for column in columns)
    moves: dict[int, list[tuple[int, Scored]]] = {}
    after: dict[int, Scored] = {}
    for state, (value, row) in states.items():
        part = state & mask
        rest = state ^ part
        reached = moves.get(part)
        if reached is None:
            work += len(options) * len(columns)
            reached = moves[part] = _moves(columns, options, part)
        work += len(reached)
        if work > most or len(after) > MOST_STATES:
            return None
        for target, (more, own) in reached:
            new = rest | target
            known = after.get(new)
            total = value + more
            if known is None or total > known[0]:
                after[new] = total, row + own
            elif total == known[0]:
                after[new] = total, min(row + own, known[1])
    return after if len(after) <= MOST_STATES else None


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


def _first_best(found: Iterable[Scored]) -> Scored:
    """Return the highest value with the first row."""
    return min(found, key=lambda scored: (-scored[0], scored[1]))
