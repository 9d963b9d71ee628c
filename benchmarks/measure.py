"""Measure damage steps and whole combats, and what is promised of them.

    python benchmarks/measure.py [--dry]

Every figure is the median of several runs in this process or of this program as a whole process.
Compare ratios from one run: machines differ, and so do their moods. Writes
`benchmarks/figures.json`, and the promises in `docs/performance.md`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from itertools import islice
from statistics import median

import lethal
from boards import ALL_KINDS, COUPLED, PRODUCT, random_board
from lethal.cpsat.classes import effect_classes
from lethal.cpsat.enumeration import damage_rows
from lethal.limits import Deadline
from promised import targets
from report import put_section, targets_table, write
from timing import drain, seconds

PROGRAM = [sys.executable, "-m", "lethal"]


def enumeration() -> dict[str, float]:
    """Return assignments per second of coupled components, by both ways of CP-SAT."""
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
    """Return assignments per second, and what the first ones of a large board take."""
    count = lethal.assignments(PRODUCT).count()
    return {
        f"product of {count}: assignments/s": count
        / seconds(lambda: drain(lethal.assignments(PRODUCT)), runs=3),
        f"component of {lethal.assignments(COUPLED[0]).count()}: assignments/s": lethal.assignments(
            COUPLED[0]
        ).count()
        / seconds(lambda: drain(lethal.assignments(COUPLED[0]))),
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
        "lethal count, a single source: s": run("count", "20:6/6Tx2/2+3/3"),
        "lethal count, a shared blocker: s": run("count", "examples/baloth.toml"),
        "lethal count, 50 x 100: s": run("count", random_board(1, 50, 100, "current")),
    }


def main() -> None:
    """Measure everything, print it, and write the files."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--dry", action="store_true", help="write nothing")
    given = parser.parse_args()
    promised = targets()
    text = targets_table(promised)
    print(text)
    figures = enumeration() | iteration() | best() | combats() | processes()
    for name, value in figures.items():
        print(f"{value:>14,.3f}  {name}")
    if not given.dry:
        content = {"figures": {name: round(value, 3) for name, value in figures.items()}}
        origin = write("figures.json", "python benchmarks/measure.py", content, promised)
        put_section("promises", f"{text}\n\n{origin}")


if __name__ == "__main__":
    main()
