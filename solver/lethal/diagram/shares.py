"""The divisions of a source, or a part of one, by their effects: counted, and listed."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Row: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """What it means to assign to one recipient.

    Attributes:
        relied_on: The coupling permanents that it relies on, as bits of an effect.
        gated: Whether it also relies on permanents that are the source's affair alone.
        threshold: What it needs itself, for recipients after it, where that is the source's
            affair alone.
        adds: What an amount to it adds to the effect, for a coupling permanent.
    """

    relied_on: int
    gated: bool
    threshold: int
    adds: Callable[[int], int] | None

    @property
    def plain(self) -> bool:
        """Whether anything may be assigned to it and nobody can tell."""
        return not (self.relied_on or self.gated or self.threshold or self.adds)

    def steps(self, amount: int) -> list[int]:
        """Return what every amount up to one adds to a state: to the effect and to what is left."""
        adds = self.adds
        if adds is None:
            return [-2 * v for v in range(amount + 1)]
        return [adds(v) - 2 * v for v in range(amount + 1)]


def sizes_of(shares: Sequence[Share], local: int, low: int, *, ends: bool) -> dict[int, int]:
    """Return the number of divisions of every effect.

    Recipients are taken one after the other, in states of the local bits and the effect so far.
    Plain recipients at the end of a source take what is left in as many ways as a formula says.

    Args:
        shares: The recipients.
        local: The local bits to start from.
        low: The mask of local bits.
        ends: Whether everything has to be assigned.
    """
    states = {local: 1}
    plain = 0
    for share in shares:
        if ends and share.plain:
            plain += 1
            continue
        steps = share.steps(local >> 1)
        threshold, relied_on = share.threshold, share.relied_on
        after: dict[int, int] = {}
        for state, number in states.items():
            nothing = state | 1 if threshold else state
            after[nothing] = after.get(nothing, 0) + number
            if share.gated and state & 1:
                continue
            base = state | relied_on
            for v in range(1, ((state & low) >> 1) + 1):
                new = base + steps[v] if v >= threshold else (base + steps[v]) | 1
                after[new] = after.get(new, 0) + number
        states = after
    if not ends:
        return states
    sizes: dict[int, int] = {}
    for state, number in states.items():
        left = (state & low) >> 1
        if left and not plain:
            continue
        effect = state & ~low
        ways = comb(left + plain - 1, plain - 1) if plain else 1
        sizes[effect] = sizes.get(effect, 0) + number * ways
    return sizes


def listing_of(
    shares: Sequence[Share], local: int, low: int, *, ends: bool
) -> tuple[list[Row], list[int]]:
    """List the divisions in lexicographic order, and their effects; see `sizes_of`."""
    partial: list[tuple[Row, int]] = [((), local)]
    for position, share in enumerate(shares, 1):
        steps = share.steps(local >> 1)
        threshold, relied_on = share.threshold, share.relied_on
        rest = ends and position == len(shares)
        longer: list[tuple[Row, int]] = []
        for head, state in partial:
            left = (state & low) >> 1
            if left == 0 or not rest:
                longer.append(((*head, 0), state | 1 if threshold else state))
            if not left or (share.gated and state & 1):
                continue
            base = state | relied_on
            for v in range(left if rest else 1, left + 1):
                new = base + steps[v] if v >= threshold else (base + steps[v]) | 1
                longer.append(((*head, v), new))
        partial = longer
    return [row for row, _ in partial], [s & ~low if ends else s for _, s in partial]
