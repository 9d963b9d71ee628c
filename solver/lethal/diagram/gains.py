"""What one source can bring about with its damage, and the best way to do so."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

Row: TypeAlias = tuple[int, ...]
Scored: TypeAlias = tuple[int, Row]

MOST_OPTIONS = 5_000
"""Effects of one source."""


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


@lru_cache(maxsize=10_000)
def adds_of(amount: int, tallies: tuple[tuple[int, int, int, int], ...]) -> tuple[int, ...]:
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


@lru_cache(maxsize=10_000)
def gains_of(
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


@lru_cache(maxsize=1_000)
def options_of(
    amount: int, shares: tuple[Share, ...], most: int
) -> tuple[tuple[int, Scored], ...] | None:
    """Return for every effect of a source the best division that has it.

    None where it takes more than so many steps to find them.
    """
    width = (2 * amount + 1).bit_length()
    low = (1 << width) - 1
    states: dict[int, Scored] = {amount << 1: (0, ())}
    last = len(shares) - 1
    steps = 0
    for k, share in enumerate(shares):
        gains = share.gains or (0,) * (amount + 1)
        adds = share.adds or (0,) * (amount + 1)
        relied_on = share.relied_on << width
        after: dict[int, Scored] = {}
        for state, (value, row) in states.items():
            left = (state & low) >> 1
            stop = 1 if share.gated and state & 1 else left + 1
            steps += 1 if k == last else stop
            if steps > most or len(after) > MOST_OPTIONS:
                return None
            for v in range(left if k == last else 0, stop):
                new = (state | relied_on if v else state) + (adds[v] << width) - 2 * v
                if v < share.threshold:
                    new |= 1
                scored = value + gains[v], (*row, v)
                known = after.get(new)
                after[new] = scored if known is None else better(known, scored)
        states = after
    found: dict[int, Scored] = {}
    for state, scored in states.items():
        known = found.get(state >> width)
        found[state >> width] = scored if known is None else better(known, scored)
    return tuple(found.items())


def better(one: Scored, other: Scored) -> Scored:
    """Return the higher value, or of equal ones the first row."""
    if one[0] != other[0]:
        return one if one[0] > other[0] else other
    return one if one[1] < other[1] else other
