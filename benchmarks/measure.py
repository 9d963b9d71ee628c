"""Measure damage steps and whole combats, and write the figures to `benchmarks/figures.json`.

    python benchmarks/measure.py

Every figure is the median of several runs in this process or of this program as a whole process.
Compare ratios from one run: machines differ, and so do their moods.
"""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from collections import deque
from itertools import islice
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

import lethal
from boards import ALL_KINDS, COUPLED, PRODUCT, random_board
from lethal.cpsat.classes import effect_classes
from lethal.cpsat.enumeration import damage_rows
from lethal.limits import Deadline

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

FIGURES = Path(__file__).with_name("figures.json")
PROGRAM = [sys.executable, "-m", "lethal"]


def seconds(work: Callable[[], object], runs: int = 7) -> float:
    """Return the median time of some work, after one run that is not counted."""
    times: list[float] = []
    for _ in range(runs + 1):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return median(times[1:])


def drain(rows: Iterable[object]) -> None:
    """Pass over everything."""
    deque(rows, 0)


def enumeration() -> dict[str, float]:
    """Return assignments per second of coupled components, by both ways through them."""
    figures: dict[str, float] = {}
    for board in COUPLED:
        (component,) = lethal.assignments(board).components
        step, sources = component.step, component.sources
        count = lethal.assignments(board).count()

        def by_classes() -> None:
            found = effect_classes(step, sources, Deadline())  # noqa: B023 - called at once
            assert found is not None
            drain(found.rows(Deadline()) or ())

        def by_model() -> None:
            drain(damage_rows(step, sources, Deadline()))  # noqa: B023

        figures[f"component of {count}: CP-SAT by effect classes, assignments/s"] = count / seconds(
            by_classes
        )
        figures[f"component of {count}: CP-SAT one by one, assignments/s"] = count / seconds(
            by_model, runs=3
        )
    return figures


def iteration() -> dict[str, float]:
    """Return assignments per second of a product of components."""
    count = lethal.assignments(PRODUCT).count()
    return {
        f"product of {count}: assignments/s": count
        / seconds(lambda: drain(lethal.assignments(PRODUCT))),
        f"product of {count}: rows/s": count
        / seconds(lambda: drain(lethal.assignments(PRODUCT).rows())),
        "huge product (50 x 100): first 1,000 assignments, ms": 1000
        * seconds(
            lambda: drain(islice(lethal.assignments(random_board(1, 50, 100, "current")), 1000)),
            runs=3,
        ),
    }


def best() -> dict[str, float]:
    """Return the time of a best assignment on 10 x 15 boards, model build included."""
    figures: dict[str, float] = {}
    for rules in ("m12", "current"):
        views = [lethal.assignments(random_board(seed, 10, 15, rules)) for seed in range(20)]
        for view in views:
            view.best()
        for objective in ("value", "win,value,damage"):
            times = [seconds(lambda v=view, o=objective: v.best(o), runs=5) for view in views]
            figures[f"best of 10 x 15, {rules}, {objective}: ms"] = 1000 * median(times)
    return figures


def combats() -> dict[str, float]:
    """Return the time of whole combats of 10 x 10 with first and double strikers, in ms."""
    figures: dict[str, float] = {}
    for rules in ("alara", "m12", "current"):
        boards = [lethal.parse(random_board(s, 10, 10, rules, ALL_KINDS)) for s in range(10)]
        played = [seconds(lambda b=board: lethal.play(b), runs=3) for board in boards]
        first = [
            seconds(lambda b=board: next(iter(lethal.outcomes(b))), runs=3) for board in boards
        ]
        figures[f"play 10 x 10 of two steps, {rules}: ms"] = 1000 * median(played)
        figures[f"play 10 x 10 of two steps, {rules}, the slowest: ms"] = 1000 * max(played)
        figures[f"first outcome of 10 x 10, {rules}: ms"] = 1000 * median(first)
        figures[f"first outcome of 10 x 10, {rules}, the slowest: ms"] = 1000 * max(first)
    return figures


def processes() -> dict[str, float]:
    """Return the time of whole processes."""

    def run(*arguments: str) -> float:
        return seconds(
            lambda: subprocess.run([*PROGRAM, *arguments], check=True, capture_output=True)  # noqa: S603
        )

    return {
        "lethal --help: s": run("--help"),
        "lethal count, single sources: s": run("count", "20:6/6Tx2/2+3/3"),
        "lethal count, shared blocker (CP-SAT): s": run("count", "examples/baloth.toml"),
    }


def commit() -> str:
    """Return the commit that is measured."""
    command = ["git", "describe", "--always", "--dirty"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()  # noqa: S603


def main() -> None:
    """Measure everything, print it, and write the file."""
    figures = enumeration() | iteration() | best() | combats() | processes()
    record = {
        "commit": commit(),
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "processor": _processor(),
        "figures": {name: round(value, 3) for name, value in figures.items()},
    }
    FIGURES.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
    for name, value in figures.items():
        print(f"{value:>14,.3f}  {name}")


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{len(names)} x {names[0]}" if names else platform.processor()


if __name__ == "__main__":
    main()
