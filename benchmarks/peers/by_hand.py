"""What one writes by hand: brute force, and a generator that leaves hopeless branches early."""

from __future__ import annotations

from itertools import chain, combinations, product
from math import comb, prod
from typing import TYPE_CHECKING

from peers.plain import plain
from peers.refusal import RefusedError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lethal_models import DamageStep
    from peers.plain import Plain

MOST_TRIED = 20_000_000
"""Combinations that brute force tries; some hundred thousand take a second."""


def divisions(amount: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write an amount as an ordered sum of numbers >= 0."""
    for bars in combinations(range(amount + parts - 1), parts - 1):
        ends = (-1, *bars, amount + parts - 1)
        yield tuple(ends[k + 1] - ends[k] - 1 for k in range(parts))


def brute_force(step: DamageStep) -> Iterator[tuple[int, ...]]:
    """Yield the legal ones among all combinations of all divisions.

    Raises:
        RefusedError: There are very many.
    """
    problem = plain(step)
    tried = prod(comb(n + len(edges) - 1, len(edges) - 1) for n, edges in problem.sources)
    if tried > MOST_TRIED:
        raise RefusedError(tried, "combinations")
    choices = [list(divisions(amount, len(edges))) for amount, edges in problem.sources]
    for parts in product(*choices):
        row = tuple(chain.from_iterable(parts))
        met = [
            sum(weight * row[e] for e, weight in condition.weights.items()) >= condition.need
            for condition in problem.conditions
        ]
        if all(
            not row[e] or all(met[condition] for condition in gate)
            for e, gate in problem.gates.items()
        ):
            yield row


def generated(step: DamageStep) -> Iterator[tuple[int, ...]]:
    """Yield assignments source by source, and leave a branch once it relies on what cannot be."""
    problem = plain(step)
    number = len(problem.conditions)
    of_edge: dict[int, list[tuple[int, int]]] = {}
    for k, condition in enumerate(problem.conditions):
        for e, weight in condition.weights.items():
            of_edge.setdefault(e, []).append((k, weight))
    options = [_options(problem, source, of_edge) for source in range(len(problem.sources))]
    # The most that the sources from each one on can still add to each condition.
    still = [[0] * number]
    for given in reversed(options):
        best = [max(gain[k] for _, gain, _ in given) for k in range(number)]
        still.append([more + later for more, later in zip(best, still[-1], strict=True)])
    still.reverse()
    needs = [condition.need for condition in problem.conditions]

    def rows(
        source: int, head: tuple[int, ...], damage: list[int], relied_on: frozenset[int]
    ) -> Iterator[tuple[int, ...]]:
        if source == len(options):
            yield head
            return
        later = still[source + 1]
        for own, gain, relies in options[source]:
            total = [a + b for a, b in zip(damage, gain, strict=True)]
            all_relied_on = relied_on | relies
            if all(total[k] + later[k] >= needs[k] for k in all_relied_on):
                yield from rows(source + 1, head + own, total, all_relied_on)

    yield from rows(0, (), [0] * number, frozenset())


def _options(
    problem: Plain, source: int, of_edge: dict[int, list[tuple[int, int]]]
) -> list[tuple[tuple[int, ...], list[int], frozenset[int]]]:
    """List a source's divisions with what each adds to the conditions and relies on."""
    amount, edges = problem.sources[source]
    found: list[tuple[tuple[int, ...], list[int], frozenset[int]]] = []
    for own in divisions(amount, len(edges)):
        gain = [0] * len(problem.conditions)
        relies: set[int] = set()
        for e, given in zip(edges, own, strict=True):
            if given:
                relies.update(problem.gates.get(e, ()))
                for k, weight in of_edge.get(e, ()):
                    gain[k] += weight * given
        found.append((own, gain, frozenset(relies)))
    return found
