"""The divisions of one source's damage that are legal as far as it alone decides.

A division is a row of amounts, one for each recipient. For a source that no other depends on
these are all its legal assignments, and a formula counts them.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import merge
from itertools import combinations, groupby
from math import comb
from typing import TYPE_CHECKING, Protocol, TypeAlias

from lethal.reliance import threshold

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lethal_models import DamageStep, Source
    from lethal_models.damage_step import Way


@dataclass(frozen=True, slots=True)
class Division:
    """What one source may do with its damage.

    Attributes:
        amount: The damage to divide.
        gates: For each recipient the indices of the recipients that must be met first. They come
            earlier, and gates only grow: order, then trample, then trample over planeswalkers.
        thresholds: For each recipient the damage from this source at which it is met.
    """

    amount: int
    gates: tuple[tuple[int, ...], ...]
    thresholds: tuple[int, ...]

    def rows(self, first: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
        """Yield every division in lexicographic order, with O(recipients) memory.

        There are no dead ends: each recipient in turn gets the smallest amount from which the
        rest can still be divided, so that a row takes O(recipients) steps whatever the amount.

        Args:
            first: The division to begin with.
        """
        last = len(self.gates) - 1
        row = [0] * (last + 1)
        left = [self.amount] * (last + 1)
        k, least = 0, 0
        if first:
            yield first
            row[:] = first
            left[1:] = [self.amount - sum(first[:i]) for i in range(1, last + 1)]
            k, least = last, first[last] + 1
        while True:
            if not self._settle(k, least, row, left[k]):
                k -= 1
            elif k < last:
                left[k + 1] = left[k] - row[k]
                k, least = k + 1, 0
                continue
            else:
                yield tuple(row)
                k -= 1
            if k < 0:
                return
            least = row[k] + 1

    def _settle(self, k: int, least: int, row: list[int], left: int) -> bool:
        """Set row[k] to the smallest possible amount from `least` on; false if there is none.

        What is left after it can be divided when nothing is, or when the next recipient is open:
        none behind it relies on less. That changes only where row[k] meets its threshold.
        """
        if least > left or (least and not self._are_met(self.gates[k], row)):
            return False
        threshold = self.thresholds[k]
        next_gate = self.gates[k + 1] if k + 1 < len(self.gates) else None
        for amount in (least, threshold, left):
            if least <= amount <= left:
                row[k] = amount
                if amount == left or (next_gate is not None and self._are_met(next_gate, row)):
                    return True
        return False

    def count(self, prefix: Sequence[int] = (), least: int = 0) -> int:
        """Return the number of divisions, in O(recipients squared).

        Let g be the largest gate among the recipients that get something. Then
        everybody in g has its threshold, whoever has a larger gate has nothing, and somebody
        with gate g has something; both counts are of compositions with lower bounds.

        Args:
            prefix: Count only those that begin with these amounts,
            least: and then give the next recipient at least so much.
        """
        given = (*prefix, least) if least else tuple(prefix)
        left = self.amount - sum(given)
        if left < 0 or len(given) > len(self.gates):
            return 0
        fixed = len(prefix)
        # The largest gate of a recipient that has something already.
        reached = max((len(g) for g, n in zip(self.gates, given, strict=False) if n), default=0)
        total = 0
        for gate in {len(gate): gate for gate in self.gates}.values():
            if len(gate) < reached:
                continue
            missing = 0
            for i in gate:
                has = given[i] if i < len(given) else 0
                if has < self.thresholds[i]:
                    if i < fixed:
                        break
                    missing += self.thresholds[i] - has
            else:
                open_gates = [len(g) for g in self.gates[fixed:] if len(g) <= len(gate)]
                total += _compositions(left - missing, len(open_gates))
                if gate and reached < len(gate):
                    below = sum(size < len(gate) for size in open_gates)
                    total -= _compositions(left - missing, below)
        return total

    def _are_met(self, recipients: tuple[int, ...], row: list[int]) -> bool:
        return all(row[i] >= self.thresholds[i] for i in recipients)


class Counting(Protocol):
    """Counts divisions that begin in some way."""

    @property
    def thresholds(self) -> tuple[int, ...]:
        """One for each recipient."""
        ...

    @property
    def amount(self) -> int:
        """The damage to divide."""
        ...

    def count(self, prefix: Sequence[int] = (), least: int = 0) -> int:
        """Return how many begin with a prefix, and with at least so much after it."""
        ...


def at(divisions: Counting, number: int) -> tuple[int, ...]:
    """Return the division with a number from 0 on, in lexicographic order.

    Takes O(log(amount) x recipients^3) steps, however many divisions there are.

    Raises:
        IndexError: There are not so many.
    """
    if not 0 <= number < divisions.count():
        raise IndexError(number)
    row: list[int] = []
    for _ in divisions.thresholds:
        with_prefix = divisions.count(row)
        # The largest amount with no more divisions before it than the number says.
        low, high = 0, divisions.amount - sum(row)
        while low < high:
            middle = (low + high + 1) // 2
            if with_prefix - divisions.count(row, middle) <= number:
                low = middle
            else:
                high = middle - 1
        number -= with_prefix - divisions.count(row, low)
        row.append(low)
    return tuple(row)


def index(divisions: Counting, row: Sequence[int]) -> int | None:
    """Return the number of a division, or None for what is none."""
    if len(row) != len(divisions.thresholds) or min(row, default=0) < 0:
        return None
    if divisions.count(row) == 0:
        return None
    return sum(
        divisions.count(row[:k]) - divisions.count(row[:k], amount) for k, amount in enumerate(row)
    )


Gates: TypeAlias = "dict[int, frozenset[int]]"
"""Recipient to the recipients that must be met first, all of them as indices."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What one source may do with its damage in one of several ways.

    Attributes:
        amount: The damage to divide.
        ways: For each way its recipients with their gates; none says that it assigns nothing.
        thresholds: For each recipient of any way the damage at which it is met.
    """

    amount: int
    ways: tuple[Gates, ...]
    thresholds: tuple[int, ...]

    def rows(self, first: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
        """Yield every division that some way allows once, in lexicographic order.

        Args:
            first: The division to begin with.
        """
        if first:
            number = index(self, first)
            assert number is not None
            return (at(self, k) for k in range(number, self.count()))
        return (row for row, _ in groupby(merge(*map(self._rows_of, self.ways))))

    def _rows_of(self, gates: Gates) -> Iterator[tuple[int, ...]]:
        """Yield the divisions of one way as rows of all recipients."""
        nothing = [0] * len(self.thresholds)
        if not gates:
            yield tuple(nothing)
            return
        for amounts in self._division(gates).rows():
            row = nothing.copy()
            for k, amount in zip(sorted(gates), amounts, strict=True):
                row[k] = amount
            yield tuple(row)

    def count(self, prefix: Sequence[int] = (), least: int = 0) -> int:
        """Return the number of divisions, by inclusion and exclusion over the ways.

        Args:
            prefix: Count only those that begin with these amounts,
            least: and then give the next recipient at least so much.
        """
        nothing = not (any(prefix) or least)
        total = sum(not gates for gates in self.ways) if nothing else 0
        dividing = [gates for gates in self.ways if gates]
        for number in range(1, len(dividing) + 1):
            for several in combinations(dividing, number):
                common = self._count_common(self._common(several), prefix, least)
                total += common if number % 2 else -common
        return total

    def _count_common(self, gates: Gates, prefix: Sequence[int], least: int) -> int:
        fixed = len(prefix)
        outside = any(amount for k, amount in enumerate(prefix) if k not in gates)
        if outside or (least and fixed not in gates):
            return 0
        own = [amount for k, amount in enumerate(prefix) if k in gates]
        return self._division(gates).count(own, least)

    def _common(self, ways: Sequence[Gates]) -> Gates:
        """Return the way of the divisions that all of these allow.

        Its recipients are those of all, with all their gates. Who relies on one that is not among
        them, and needs something, gets nothing.
        """
        shared = set[int](ways[0]).intersection(*ways)
        gates = {k: frozenset[int]().union(*(way[k] for way in ways)) for k in shared}
        return {
            k: gate & shared
            for k, gate in gates.items()
            if not any(self.thresholds[i] for i in gate - shared)
        }

    def _division(self, gates: Gates) -> Division:
        recipients = sorted(gates)
        position = {k: i for i, k in enumerate(recipients)}
        return Division(
            self.amount,
            tuple(tuple(sorted(position[i] for i in gates[k])) for k in recipients),
            tuple(self.thresholds[k] for k in recipients),
        )


def _compositions(amount: int, parts: int) -> int:
    """Return the number of ways to write `amount` as an ordered sum of `parts` numbers >= 0."""
    if parts == 0:
        return int(amount == 0)
    return comb(amount + parts - 1, parts - 1) if amount >= 0 else 0


def division(
    step: DamageStep, source: Source, ignoring: frozenset[str] = frozenset()
) -> Division | Choice:
    """Return the divisions of a source, without the permanents that others decide about too.

    Args:
        step: The step, for its needs.
        source: The source.
        ignoring: Permanents whose being met is not this source's affair alone.
    """
    index = {recipient.id: i for i, recipient in enumerate(source.recipients)}
    thresholds = [0] * len(index)
    for permanent in source.relies_on - ignoring:
        thresholds[index[permanent]] = threshold(step, source, permanent)

    def gates(way: Way) -> Gates:
        return {
            index[recipient.id]: frozenset(index[p] for p in recipient.relies_on - ignoring)
            for recipient in way.recipients
        }

    if len(source.ways) == 1:
        of_each = tuple(tuple(sorted(gate)) for gate in gates(source.ways[0]).values())
        return Division(source.amount, of_each, tuple(thresholds))
    return Choice(source.amount, tuple(map(gates, source.ways)), tuple(thresholds))
