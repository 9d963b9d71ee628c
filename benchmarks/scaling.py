"""Measure how counting grows with a board, and draw it.

    python benchmarks/scaling.py [--dry]

Three curves, each the median over random boards: the size of the board, the power of its
creatures, and how many blockers block twice. Boards whose diagram would be too large, or that
take too long, are refused, and medians are over the others. Writes
`benchmarks/scaling.json`, and `docs/scaling-*.svg` (needs matplotlib).
"""

from __future__ import annotations

import argparse
from dataclasses import asdict, dataclass
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

import lethal
from boards import random_board
from chart import Labels, Line, draw
from lethal.diagram.build import TooWideError
from lethal.limits import Deadline, TimeoutReached
from ours import count
from report import HERE, write

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SEEDS = range(9)
LIMIT = 5.0
"""Seconds for a board."""
RULES = {"m12": "Magic 2012, in order of blockers", "current": "current rules, no order"}
SIZES = (
    (2, 3),
    (5, 8),
    (10, 15),
    (20, 40),
    (50, 100),
    (100, 200),
    (200, 400),
    (500, 1000),
    (1000, 2000),
)
POWERS = (2, 4, 6, 8, 10, 12, 14, 16, 18, 20)
SHARINGS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0)


@dataclass(frozen=True, slots=True)
class Point:
    """What became of the boards of one kind.

    Attributes:
        rules: The rules that hold.
        x: What is varied.
        counting: Milliseconds from the damage step to the number, as a median.
        whole: The same from the combat on: the damage step is derived too.
        digits: How long the numbers are, as a median.
        refused: How many boards were not counted, too large or too slow,
        of: of how many. Medians are over the others.
    """

    rules: str
    x: float
    counting: float | None
    whole: float | None
    digits: float | None
    refused: int
    of: int


def measure(rules: str, x: float, board: Callable[[int, str], str]) -> Point:
    """Measure the boards of some seeds."""
    counting: list[float] = []
    whole: list[float] = []
    digits: list[int] = []
    for seed in SEEDS:
        combat = lethal.parse(board(seed, rules))
        step = lethal.assignments(combat).step
        try:
            times: list[float] = []
            number = 0
            for _ in range(4):
                start = perf_counter()
                number = count(step, Deadline.after(LIMIT))
                times.append(perf_counter() - start)
                if sum(times) > 1:
                    break
        except (TooWideError, TimeoutReached):
            continue
        counting.append(1000 * median(times[1:] or times))
        start = perf_counter()
        lethal.assignments(combat, engine="diagram").count()
        whole.append(1000 * (perf_counter() - start))
        digits.append(len(str(number)))
    refused = len(SEEDS) - len(digits)
    point = Point(rules, x, _middle(counting), _middle(whole), _middle(digits), refused, len(SEEDS))
    print(point, flush=True)
    return point


def _middle(of: Sequence[float]) -> float | None:
    return round(median(of), 3) if of else None


def curves() -> dict[str, list[Point]]:
    """Return the points of every chart."""

    def sized(attackers: int, blockers: int) -> Callable[[int, str], str]:
        return lambda seed, rules: random_board(seed, attackers, blockers, rules)

    def powered(most: int) -> Callable[[int, str], str]:
        return lambda seed, rules: random_board(seed, 50, 100, rules, most=most)

    def shared(sharing: float) -> Callable[[int, str], str]:
        return lambda seed, rules: random_board(seed, 20, 30, rules, sharing=sharing)

    return {
        "size": [measure(r, n, sized(n, m)) for r in RULES for n, m in SIZES],
        "power": [measure(r, most, powered(most)) for r in RULES for most in POWERS],
        "sharing": [measure(r, sharing, shared(sharing)) for r in RULES for sharing in SHARINGS],
    }


CHARTS = {
    "size": Labels(
        "Time to count the assignments of larger boards",
        "attackers; about twice as many blockers, a third of which block twice",
        logarithmic=True,
    ),
    "power": Labels(
        "Time to count with stronger creatures",
        "largest power and toughness, on boards of 50 attackers and 100 blockers",
    ),
    "sharing": Labels(
        "Time to count with more shared blockers",
        "chance that a blocker blocks twice, on boards of 20 attackers and 30 blockers",
    ),
}


def main() -> None:
    """Measure, and write the files."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--dry", action="store_true", help="write nothing")
    given = parser.parse_args()
    found = curves()
    if given.dry:
        return
    content = {name: [asdict(point) for point in points] for name, points in found.items()}
    write("scaling.json", "python benchmarks/scaling.py", {"limit": LIMIT, **content}, [])
    for name, points in found.items():
        lines = {RULES[r]: [p for p in points if p.rules == r] for r in RULES}
        draw(
            HERE.parent / "docs" / f"scaling-{name}.svg",
            CHARTS[name],
            [
                Line(label, [(p.x, p.counting, p.refused) for p in of])
                for label, of in lines.items()
            ],
        )


if __name__ == "__main__":
    main()
