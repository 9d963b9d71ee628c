"""Lines of CSV from arrays of amounts, without a step in Python for every line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from lethal.diagram.columns import Columns

_ZERO, _COMMA, _NEWLINE = b"0,\n"


def csv_lines(columns: Columns) -> str:
    r"""Return a line for every column of an array.

    All numbers are written with as many digits as the largest, and leading zeros taken out.

    >>> csv_lines(np.array([[0, 12], [105, 7]]))
    '0,105\n12,7\n'
    """
    width, number = columns.shape
    if not width:
        return "\n" * number
    digits = len(str(columns.max(initial=0)))
    text = np.empty((number, width, digits + 1), np.uint8)
    rest = columns.T
    for place in reversed(range(digits)):
        text[:, :, place] = rest % 10 + _ZERO
        rest = rest // 10
    text[:, :, digits] = _COMMA
    text[:, -1, digits] = _NEWLINE
    if digits == 1:
        return text.tobytes().decode("ascii")
    kept = np.ones(text.shape, np.bool_)
    # A digit stays when the number is at least as large as 1 at its place; the last one always.
    for place in range(digits - 1):
        np.greater_equal(columns.T, 10 ** (digits - 1 - place), out=kept[:, :, place])
    return text[kept].tobytes().decode("ascii")
