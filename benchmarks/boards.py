"""The boards that are measured, and a generator of more of their kind."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

COUPLED = (
    # One component of 16,758 assignments, in 4,215 combinations of effect classes.
    "m12:20:5/2Txn4=5/3,4/6xn4,6/3Txn0=4/4+n1=4/1,3/5Txn3=3/2,5/3xn0+n2=3/2,3/5xn0+n3+n4",
    # One component of 17,483, in 9,665 combinations: little is private to any source.
    "m12:20:7/4xn0=7/3+n1=2/5+n4=2/5,1/3Txn1+n2=7/1+n5=5/2+n6=1/7,6/2xn3=3/2+n5,7/1Txn0+n3+n6,4/1xn2+n4+n6",
)
"""Boards of one coupled component of about 17,000 assignments."""

PRODUCT = (
    "20:2/2T,3/1xn7=5/5+n9=6/6+n11=4/1,1/2Txn4=4/2+n10=6/4,6/2Txn6=4/5+n8=2/1,5/2xn2=2/5+n11"
    "+n13=6/5+n14=2/6,2/2Txn12=5/6,5/6Txn0=3/3+n1=6/2+n5=4/3,2/3xn4,4/4xn3=2/3+n13,5/2"
)
"""A board of 823,200 assignments in 9 components."""


SOME_TRAMPLE = (("T", "", ""), ("",))
"""What attackers and what blockers may have."""
ALL_KINDS = (("T", "F", "S", "ST", "D", "FL", ""), ("F", "S", "FD", "L", ""))
"""The same for combats of two steps."""


def random_board(
    seed: int,
    attackers: int,
    blockers: int,
    rules: str,
    kinds: tuple[Sequence[str], Sequence[str]] = SOME_TRAMPLE,
) -> str:
    """Return a board as notation, with shared blockers."""
    random = Random(seed)  # noqa: S311 - not a secret
    blocked_by: list[list[int]] = [[] for _ in range(attackers)]
    for blocker in range(blockers):
        for attacker in random.sample(range(attackers), k=1 + (random.random() < 0.3)):  # noqa: PLR2004
            blocked_by[attacker].append(blocker)
    seen: set[int] = set()
    texts: list[str] = []
    for blocks in blocked_by:
        text = f"{random.randint(1, 6)}/{random.randint(1, 6)}{random.choice(kinds[0])}"
        names: list[str] = []
        for blocker in blocks:
            stats = ""
            if blocker not in seen:
                stats = f"={random.randint(1, 6)}/{random.randint(1, 6)}"
                stats += random.choice(kinds[1]) if len(kinds[1]) > 1 else kinds[1][0]
            names.append(f"n{blocker}{stats}")
            seen.add(blocker)
        texts.append(f"{text}x{'+'.join(names)}" if names else text)
    return f"{rules}:20:{','.join(texts)}"
