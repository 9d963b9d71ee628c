"""Keeping what is being written whole when Ctrl-C arrives."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator
    from types import FrameType


@contextmanager
def held_back() -> Generator[None]:
    """Let Ctrl-C wait until the block is done."""
    if threading.current_thread() is not threading.main_thread():
        # Signals are handled in the main thread only.
        yield
        return
    arrived: list[int] = []

    def remember(number: int, frame: FrameType | None) -> None:
        del frame
        arrived.append(number)

    before = signal.signal(signal.SIGINT, remember)
    try:
        with _uninterrupted():
            yield
    finally:
        signal.signal(signal.SIGINT, before)
    if arrived:
        signal.raise_signal(signal.SIGINT)


@contextmanager
def _uninterrupted() -> Generator[None]:
    """Keep the signal away from this thread.

    Python's buffers write only a part of something large to a pipe when one arrives meanwhile.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
