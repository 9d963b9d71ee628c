"""The best assignments in order, by the longest paths.

The same layers as for the best (`best`), but of all ways to reach a state the best few are kept.
Of two sorted lists of alternatives whose values add up, the k best sums are among those of the
i-th and the j-th with i x j <= k, counted from 1.
"""

from __future__ import annotations

from heapq import merge
from itertools import islice
from typing import TYPE_CHECKING

from lethal.diagram.gains import options_of
from lethal.diagram.layers import DEAD
from lethal.diagram.problem import MOST_STATES, MOST_WORK, Problem
from lethal.diagram.tallies import Column

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lethal.diagram.gains import Row, Scored, Share
    from lethal.diagram.tallies import Tally
    from lethal.payoff import Payoff
    from lethal_models import DamageStep, Source


def ranked_rows(
    step: DamageStep, sources: Sequence[Source], payoff: Payoff, number: int
) -> list[Scored] | None:
    """Return the best rows with what they pay, the best first.

    Takes the time of the best one, times O(number x log(number)).

    Args:
        step: The step, for its needs.
        sources: Whole components of it, in the order of the row.
        payoff: What is paid.
        number: How many rows are wanted, of those there are.

    Returns:
        The rows, or None where `best.best_row` would return none.
    """
    problem = Problem.of(step, sources, payoff)
    if problem is None:
        return None
    found: list[Scored] = [(0, ())]
    order: list[int] = []
    for group, tallies in problem.groups():
        of_group = _of_group(problem, group, tallies, number)
        if of_group is None:
            return None
        order += group
        found = _sums(found, of_group, number)
    place = _places(order, [len(source.recipients) for source in sources])
    rows = [(value, tuple([row[k] for k in place])) for value, row in found]
    return sorted(rows, key=_rank)


def _places(order: Sequence[int], widths: Sequence[int]) -> list[int]:
    """Return where the amounts of sources in order are among those of the sources in `order`."""
    starts: dict[int, int] = {}
    start = 0
    for position in order:
        starts[position] = start
        start += widths[position]
    return [starts[k] + offset for k, width in enumerate(widths) for offset in range(width)]


def _rank(scored: Scored) -> tuple[int, Row]:
    return -scored[0], scored[1]


def _sums(ones: Sequence[Scored], others: Sequence[Scored], number: int) -> list[Scored]:
    """Return the best sums of one of each, from lists that are sorted."""
    sums = [
        (one[0] + other[0], one[1] + other[1])
        for i, one in enumerate(ones, 1)
        for other in islice(others, number // i)
    ]
    return sorted(sums, key=_rank)[:number]


def _of_group(
    problem: Problem, group: Sequence[int], tallies: Sequence[Tally], number: int
) -> list[Scored] | None:
    """Return the best rows of sources that share tallies, or None with too many states."""
    problem.place(tallies)
    states: dict[int, list[Scored]] = {0: [(0, ())]}
    for position in group:
        amount, shares = problem.amount_of(position), problem.shares(position)
        if options_of(amount, shares, MOST_WORK // len(group)) is None:
            return None
        options = _options(amount, shares, number)
        effects = list(options)
        columns = [Column(t, position, effects) for t in tallies if position in t.positions]
        mask = sum(column.mask for column in columns)
        after: dict[int, list[list[Scored]]] = {}
        for state, scored in states.items():
            rest = state & ~mask
            leads = _leads(columns, state) or [(0, 0)] * len(effects)
            for (target, paid), effect in zip(leads, effects, strict=True):
                if target < DEAD:
                    own = [(value + paid, row) for value, row in options[effect]]
                    after.setdefault(rest | target, []).append(_sums(scored, own, number))
        states = {state: _merged(lists, number) for state, lists in after.items()}
        if len(states) > MOST_STATES:
            return None
    return _merged(states.values(), number)


def _leads(columns: Sequence[Column], state: int) -> list[tuple[int, int]]:
    """Return for every effect where it leads from a state, and what is paid."""
    found = [[column.table(state)[code] for code in column.codes] for column in columns]
    return [
        (sum(to for to, _ in leads), sum(paid for _, paid in leads))
        for leads in zip(*found, strict=True)
    ]


def _merged(lists: Iterable[list[Scored]], number: int) -> list[Scored]:
    return list(islice(merge(*lists, key=_rank), number))


def _options(amount: int, shares: Sequence[Share], number: int) -> Mapping[int, list[Scored]]:
    """Return for every effect of a source the best divisions that have it."""
    states: dict[tuple[int, int, bool], list[Scored]] = {(0, amount, False): [(0, ())]}
    for k, share in enumerate(shares):
        after: dict[tuple[int, int, bool], list[list[Scored]]] = {}
        for (effect, left, unmet), scored in states.items():
            stop = 1 if share.gated and unmet else left + 1
            for v in range(left if k == len(shares) - 1 else 0, stop):
                own = [(share.gains[v] if share.gains else 0, (v,))]
                adds = share.adds[v] if share.adds else 0
                relied_on = share.relied_on if v else 0
                new = (effect | relied_on) + adds, left - v, unmet or v < share.threshold
                after.setdefault(new, []).append(_sums(scored, own, number))
        states = {state: _merged(lists, number) for state, lists in after.items()}
    found: dict[int, list[list[Scored]]] = {}
    for (effect, _, _), scored in states.items():
        found.setdefault(effect, []).append(scored)
    return {effect: _merged(lists, number) for effect, lists in found.items()}
