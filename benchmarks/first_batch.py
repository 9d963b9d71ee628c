"""Take the first batch of a board with very many assignments, and print what that took.

    python benchmarks/first_batch.py

To be run as a process of its own, whose peak memory it tells. Imports are not timed.
"""

from __future__ import annotations

import json
import re
import resource
from importlib import import_module
from pathlib import Path
from time import perf_counter

import lethal
from boards import BEYOND, random_board

for name in ("lethal.columns", "lethal.damage_assignments", "lethal_models.graph"):
    import_module(name)


def peak_megabytes() -> float:
    """Return the peak memory of this process; Linux knows it without that of the parent."""
    status = Path("/proc/self/status")
    found = re.search(r"VmHWM:\s*(\d+)", status.read_text()) if status.exists() else None
    kilobytes = int(found[1]) if found else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return kilobytes / 1024


def main() -> None:
    """Parse the board, take the batch, print."""
    combat = lethal.parse(random_board(1, *BEYOND, "current"))
    start = perf_counter()
    legal = lethal.assignments(combat)
    batch = next(legal.all.to_batches())
    time = perf_counter() - start
    found = {
        "digits": len(str(legal.count())),
        "ms": 1000 * time,
        "rows": batch.shape[1],
        "MB": peak_megabytes(),
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
