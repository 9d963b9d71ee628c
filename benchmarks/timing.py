"""Timing work, and the memory of a process."""

from __future__ import annotations

import ctypes
from collections import deque
from contextlib import suppress
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

M_MMAP_THRESHOLD = -3
"""What glibc calls the size from which on memory is got for one array alone."""


def seconds(work: Callable[[], object], runs: int = 7) -> float:
    """Return the median time of some work, after one run that is not counted."""
    times: list[float] = []
    for _ in range(runs + 1):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return median(times[1:])


def times_as_fast(work: Callable[[], object], other: Callable[[], object], runs: int = 7) -> float:
    """Return by how much some work is faster than other work.

    They take turns, so that a machine that is busy for a while slows down both.
    """
    ratios: list[float] = []
    for _ in range(runs + 1):
        start = perf_counter()
        other()
        middle = perf_counter()
        work()
        ratios.append((middle - start) / (perf_counter() - middle))
    return median(ratios[1:])


def take_new_memory() -> None:
    """Let arrays from now on be written to memory that is new to the process, and given back.

    Else it depends on what was freed before whether an array is in such memory, which takes many
    times as long to write. Only glibc can be told; elsewhere nothing changes.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, 128 << 10)


def drain(rows: Iterable[object]) -> None:
    """Pass over everything."""
    deque(rows, 0)
