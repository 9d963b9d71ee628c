"""Which ways to count and to list are compared, and the process that runs one of them.

    python benchmarks/approaches.py APPROACH BOARD LIMIT

A process runs one approach on one board, so that its peak memory is its own. It prints what it
found as one line of JSON, and is ended by its own alarm when the first run takes too long.
"""

from __future__ import annotations

import json
import resource
import signal
import sys
from collections import deque
from dataclasses import dataclass
from importlib import import_module
from itertools import count
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lethal_models import DamageStep

SHORT = 1.0
"""Seconds that the runs of an approach take together, unless the first takes longer."""
MOST_RUNS = 25
MOST_MEMORY = 8 << 30


@dataclass(frozen=True, slots=True)
class Approach:
    """One way to count or to list.

    Attributes:
        name: What tables call it.
        module: Where it is; importing it imports the library that it needs.
        function: From a damage step to the number of assignments, or to an iterator over them.
        what: Whether it belongs to the table of counts or to that of rows.
        enumerates: Whether its time grows with the number of assignments.
        peer: Whether this program has to beat it.
    """

    name: str
    module: str
    function: str
    what: Literal["count", "rows"]
    enumerates: bool = True
    peer: bool = True


DIAGRAM = "lethal: diagram"
TUPLES = "lethal: diagram, tuples"
COLUMNS = "lethal: diagram, int8 columns"
APPROACHES = (
    Approach(DIAGRAM, "ours", "count", "count", enumerates=False, peer=False),
    Approach(
        "lethal: CP-SAT, effect classes",
        "by_cpsat",
        "classes_counted",
        "count",
        enumerates=False,
        peer=False,
    ),
    Approach(
        "lethal's components, each by the generator",
        "ours",
        "components_by_hand",
        "count",
        peer=False,
    ),
    Approach("isl", "peers.integer_points", "count", "count", enumerates=False),
    Approach("Normaliz", "peers.lattice_points", "count", "count", enumerates=False),
    Approach("clingo", "peers.answer_sets", "count", "count"),
    Approach(COLUMNS, "ours", "columns", "rows", peer=False),
    Approach(TUPLES, "ours", "tuples", "rows", peer=False),
    Approach(
        "lethal: CP-SAT, effect classes, tuples", "by_cpsat", "classes_listed", "rows", peer=False
    ),
    Approach("CP-SAT, the model of the whole step", "by_cpsat", "model_listed", "rows"),
    Approach("generator written by hand", "peers.by_hand", "generated", "rows"),
    Approach("python-constraint", "peers.constraints", "rows", "rows"),
    Approach("clingo, tuples", "peers.answer_sets", "rows", "rows"),
    Approach("itertools, all combinations", "peers.by_hand", "brute_force", "rows"),
)


def run(approach: Approach, step: DamageStep, limit: float) -> dict[str, object]:
    """Return how many assignments an approach finds, and the median of its times."""
    try:
        function: Callable[[DamageStep], int | Iterator[object]] = getattr(
            import_module(approach.module), approach.function
        )
    except ImportError as error:
        return {"status": "not installed", "why": str(error)}
    signal.setitimer(signal.ITIMER_REAL, limit)
    times: list[float] = []
    number = 0
    while not times or (len(times) <= MOST_RUNS and sum(times) < SHORT):
        start = perf_counter()
        try:
            found = function(step)
            number = found if isinstance(found, int) else length(found)
        except Exception as error:  # noqa: BLE001 - libraries raise what they like
            refused = type(error).__name__ in {"RefusedError", "TooWideError"}
            return {"status": "refused" if refused else "failed", "why": str(error)[:200]}
        times.append(perf_counter() - start)
        signal.setitimer(signal.ITIMER_REAL, 0)
    # The first of several runs fills caches and is left out.
    seconds = median(times[1:] or times)
    return {"status": "done", "count": str(number), "seconds": seconds, "runs": len(times)}


def length(rows: Iterator[object]) -> int:
    """Pass over everything at the speed of C, and return how many there were."""
    counter = count()
    deque(zip(rows, counter, strict=False), 0)
    return next(counter)


def main(name: str, board: str, limit: str) -> None:
    """Run one approach on one board."""
    import lethal

    step = lethal.assignments(board).step
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    (approach,) = (approach for approach in APPROACHES if approach.name == name)
    print(json.dumps(run(approach, step, float(limit))))


if __name__ == "__main__":
    main(*sys.argv[1:])
