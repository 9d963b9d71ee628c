"""The figures that are promised, but for those against peers, which `compare.py` measures."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import chain, product, starmap
from operator import add
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, cast

import numpy as np

import lethal
from boards import (
    BEYOND,
    COUPLED,
    FREE_1COMP,
    FREE_6X8,
    ORD_8X12,
    ORD_10X15,
    PRODUCT,
    random_board,
)
from lethal.diagram.best import best_row
from lethal.limits import Deadline
from lethal.objective import Goal, Objective
from lethal.payoff import combined, payoffs_of
from ours import count
from report import Target
from timing import drain, seconds, take_new_memory, times_as_fast

if TYPE_CHECKING:
    from collections.abc import Iterator

    Row = tuple[int, ...]

PRODUCTS = {"product": PRODUCT, "free6x8": FREE_6X8}
COMPONENTS = {
    "coupled-a": COUPLED[0],
    "coupled-b": COUPLED[1],
    "ord8x12": ORD_8X12,
    "free1comp": FREE_1COMP,
    "ord10x15": ORD_10X15,
}
SEEDS = range(5)
ACCESSES = 97


def targets() -> list[Target]:
    """Measure everything."""
    found = [*counting(), *tuples(), *access(), *streaming(), *best(), *processes()]
    take_new_memory()
    return [*found, *columns()]


def best() -> Iterator[Target]:
    """Yield how soon the best assignment is known: of small boards, and of large ones."""
    goal = Goal(Objective("value"), "active", {})
    for size, limit in (((2, 3), 20_000), ((3, 4), 20_000)):
        boards = [random_board(s, *size, ("m12", "current")[s % 2]) for s in range(400)]
        views = [lethal.assignments(lethal.parse(board)) for board in boards]

        def find() -> None:
            for view in views:  # noqa: B023 - called at once
                payoff = combined(payoffs_of(view.combat, view.edges, goal))
                assert best_row(view.step, view.sources, payoff) is not None

        name = "best of {} x {} boards for value, from the damage step".format(*size)
        yield Target(name, len(views) / seconds(find), "at least", limit, "boards/s")
    for rules in ("m12", "current"):
        large = [lethal.assignments(random_board(seed, 10, 15, rules)) for seed in range(20)]
        times = [seconds(lambda v=view: v.best("win,value,damage"), runs=5) for view in large]
        name = f"best of 10 x 15 boards, {rules}, with its outcome"
        yield Target(name, 1000 * median(times), "at most", 1.5, "ms")


def processes() -> Iterator[Target]:
    """Yield how long the program takes from start to end."""
    for name, words in (("--help", ["--help"]), ("count", ["count", "20:6/6Tx2/2+3/3"])):
        command = [sys.executable, "-m", "lethal", *words]
        took = seconds(lambda c=command: subprocess.run(c, check=True, capture_output=True))  # noqa: S603
        limit = 0.15 if name == "--help" else 0.5
        yield Target(f"lethal {name}, as a process", took, "at most", limit, "s")


def counting() -> Iterator[Target]:
    """Yield the times of counting large boards, from the damage step and from the combat on."""
    for attackers, blockers, limit in ((*BEYOND, 50), (1000, 2000, 300)):
        for rules in ("m12", "current"):
            combats = [
                lethal.parse(random_board(seed, attackers, blockers, rules)) for seed in SEEDS
            ]
            steps = [lethal.assignments(combat).step for combat in combats]
            ways = {
                "from its damage step": [lambda s=step: count(s) for step in steps],
                "damage step included": [
                    lambda c=combat: lethal.assignments(c).count() for combat in combats
                ],
            }
            for way, works in ways.items():
                # What is promised holds for every board, not only for one in the middle.
                slowest = 1000 * max(seconds(work, runs=5) for work in works)
                name = f"count {attackers} x {blockers}, {rules}, {way}, slowest of {len(SEEDS)}"
                yield Target(name, slowest, "at most", limit, "ms")


def columns() -> Iterator[Target]:
    """Yield the speed of all rows as int8 columns, over that of writing an array of that shape."""
    for boards, limit in ((PRODUCTS, 1 / 8), (COMPONENTS, 1 / 150)):
        for name, board in boards.items():
            combat = lethal.parse(board)
            legal = lethal.assignments(combat)
            shape = len(legal.edges), legal.count()
            # Arrays are kept, so that none gets the memory of another.
            kept: list[object] = []
            speed = times_as_fast(
                lambda c=combat, k=kept: k.append(lethal.assignments(c).to_numpy()),
                lambda s=shape, k=kept: k.append(_written(s)),
            )
            text = f"columns of {name}, view and diagrams included, against writing"
            yield Target(text, speed, "at least", limit, "of its speed")


def _written(shape: tuple[int, int]) -> object:
    array = np.empty(shape, np.int8)
    array.fill(1)
    return array


def tuples() -> Iterator[Target]:
    """Yield the speed of rows as tuples, the view and its diagrams included."""
    for name, board in PRODUCTS.items():
        combat = lethal.parse(board)
        components = lethal.assignments(combat).components
        factors = [list(component.rows(Deadline())) for component in components]
        halves = _halves(factors)

        def ours() -> None:
            drain(lethal.assignments(combat).rows())  # noqa: B023 - called at once

        plain = times_as_fast(ours, lambda f=factors: drain(_joined(f)), runs=5)
        fastest = times_as_fast(ours, lambda h=halves: drain(starmap(add, product(*h))), runs=5)
        text = f"tuples of {name} against itertools.product"
        yield Target(f"{text} of all factors", plain, "at least", 0.75, "of its speed")
        yield Target(f"{text} of two halves", fastest, "at least", 0.75, "of its speed")
    for name, board in COMPONENTS.items():
        combat = lethal.parse(board)
        number = lethal.assignments(combat).count()
        time = seconds(lambda c=combat: drain(lethal.assignments(c).rows()), runs=5)
        yield Target(f"tuples of {name}", number / time / 1e6, "at least", 1, "M/s")


def _joined(factors: list[list[Row]]) -> Iterator[Row]:
    """Concatenate one row of every factor."""
    return map(tuple, map(chain.from_iterable, product(*factors)))


def _halves(factors: list[list[Row]]) -> tuple[list[Row], list[Row]]:
    """Multiply out the factors up to one, and the others, so that both lists are short."""
    pairs = [
        (list(_joined(factors[:k])), list(_joined(factors[k:])))
        for k in range(1, len(factors))
        if np.prod([len(f) for f in factors[:k]]) < 1e5  # noqa: PLR2004 - else surely not short
        and np.prod([len(f) for f in factors[k:]]) < 1e5  # noqa: PLR2004
    ]
    return min(pairs, key=lambda pair: len(pair[0]) + len(pair[1]))


def access() -> Iterator[Target]:
    """Yield the time to get one assignment by its number, once the view has been used."""
    large = random_board(1, *BEYOND, "current")
    for name, board in (PRODUCTS | COMPONENTS | {"free50x100": large}).items():
        legal = lethal.assignments(board)
        number = legal.count()
        numbers = [number * k // ACCESSES for k in range(ACCESSES)]
        time = seconds(lambda v=legal, n=numbers: [v[k] for k in n]) / ACCESSES
        yield Target(f"legal[i] of {name}", 1e6 * time, "at most", 20, "µs")


def streaming() -> Iterator[Target]:
    """Yield what the first batch of a huge board takes, in a process that does nothing else."""
    script = Path(__file__).with_name("first_batch.py")
    runs = [
        subprocess.run([sys.executable, script], check=True, capture_output=True, text=True).stdout  # noqa: S603
        for _ in range(5)
    ]
    found = sorted(
        (cast("dict[str, float]", json.loads(run)) for run in runs), key=lambda r: r["ms"]
    )
    middle = found[len(found) // 2]
    board = f"a board of 1e{middle['digits'] - 1:.0f} assignments"
    yield Target(f"first batch of {board}", middle["ms"], "at most", 50, "ms")
    yield Target(f"peak memory with that batch of {board}", middle["MB"], "at most", 200, "MB")
