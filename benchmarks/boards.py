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

ORD_5X5 = "m12:20:6/5xn0=6/1+n2=1/3,2/4Txn1=4/3+n4=5/3,3/5Txn4,5/1xn2+n3=2/3,4/3xn0+n1"
"""In order of blockers, one component."""

FREE_5X5 = "current:20:6/6xn1=4/3+n2=3/6,6/5xn4=4/1,6/4Txn0=3/4+n1+n3=6/2,2/4Txn3+n4,5/5Txn0+n2"
"""Without an order, one component."""

ORD_8X12 = (
    "m12:20:4/2xn3=2/1+n8=4/4+n10=6/6,4/5Txn1=3/4+n5=4/1+n6=6/3+n11=6/4,3/4xn0=2/2,"
    "2/3Txn0+n2=4/2+n4=5/5,5/6xn5+n6+n7=6/5+n9=1/4,5/4Txn1+n2+n11,4/6Txn7+n8,1/1xn3+n9"
)
"""In order of blockers, one component."""

FREE_6X8 = (
    "current:20:4/6xn2=3/6+n5=5/1,5/4Txn0=3/4+n3=1/1+n4=2/3,2/1Txn5,6/6xn0+n6=4/3+n7=2/6,"
    "1/1xn1=2/6+n6,6/1Txn3"
)
"""Without an order, three components."""

FREE_1COMP = (
    "current:20:4/3Txn1=3/6+n2=3/6+n4=2/4+n7=5/3,5/3xn5=4/3+n6=2/1,6/1Txn2+n3=1/4+n6,"
    "3/4Txn0=5/2+n4,4/4xn1,6/1Txn7"
)
"""Without an order, one component."""

ORD_10X15 = (
    "m12:20:1/1Txn7=4/1,2/1Txn5=1/3+n6=1/5+n14=4/6,4/4xn8=1/1+n11=3/1,5/4xn1=4/5,"
    "5/3Txn5+n9=6/3+n13=6/5+n14,5/3xn3=3/5+n4=6/2+n10=3/4,5/3xn0=1/1+n3+n6+n10+n12=2/1,"
    "5/1Txn8+n12+n13,2/4xn0+n9,3/6Txn1+n2=2/6+n7+n11"
)
"""In order of blockers, one component of 921,492 assignments."""


SOME_TRAMPLE = (("T", "", ""), ("",))
"""What attackers and what blockers may have."""
ALL_KINDS = (("T", "F", "S", "ST", "D", "FL", ""), ("F", "S", "FD", "L", ""))
"""The same for combats of two steps."""


def random_board(  # noqa: PLR0913 - a board has so many sides
    seed: int,
    attackers: int,
    blockers: int,
    rules: str,
    kinds: tuple[Sequence[str], Sequence[str]] = SOME_TRAMPLE,
    *,
    sharing: float = 0.3,
    most: int = 6,
) -> str:
    """Return a board as notation, with shared blockers.

    Args:
        seed: The same board for the same seed and the rest.
        attackers: How many there are.
        blockers: How many there are; each blocks somebody.
        rules: The rules that hold.
        kinds: What attackers and what blockers may have, as often as it stands there.
        sharing: The chance that a blocker blocks a second attacker too.
        most: The largest power and toughness.
    """
    random = Random(seed)  # noqa: S311 - not a secret
    blocked_by: list[list[int]] = [[] for _ in range(attackers)]
    for blocker in range(blockers):
        for attacker in random.sample(range(attackers), k=1 + (random.random() < sharing)):
            blocked_by[attacker].append(blocker)
    seen: set[int] = set()
    texts: list[str] = []
    for blocks in blocked_by:
        text = f"{random.randint(1, most)}/{random.randint(1, most)}{random.choice(kinds[0])}"
        names: list[str] = []
        for blocker in blocks:
            stats = ""
            if blocker not in seen:
                stats = f"={random.randint(1, most)}/{random.randint(1, most)}"
                stats += random.choice(kinds[1]) if len(kinds[1]) > 1 else kinds[1][0]
            names.append(f"n{blocker}{stats}")
            seen.add(blocker)
        texts.append(f"{text}x{'+'.join(names)}" if names else text)
    return f"{rules}:20:{','.join(texts)}"


BEYOND = (50, 100)
"""Attackers and blockers of a board whose assignments nobody can list."""


def named_boards() -> dict[str, str]:
    """Return the boards on which ways to count and to list are compared, smallest first.

    "ord" is under the rules with a damage assignment order, "free" under those without.
    """
    return {
        "ord5x5": ORD_5X5,
        "free5x5": FREE_5X5,
        "coupled-a": COUPLED[0],
        "coupled-b": COUPLED[1],
        "ord8x12": ORD_8X12,
        "free6x8": FREE_6X8,
        "free1comp": FREE_1COMP,
        "product": PRODUCT,
        "ord10x15": ORD_10X15,
        "free50x100": random_board(1, *BEYOND, "current"),
    }
