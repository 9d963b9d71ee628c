"""Texts: collections of them, and how words are compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def texts(value: Iterable[str], what: str) -> tuple[str, ...]:
    """Return a collection of texts, and refuse one text in its place.

    Raises:
        TypeError: It is a single text, whose letters would be taken one by one.
    """
    if isinstance(value, str):
        message = f"{what} is a collection of texts, not the text {value!r}"
        raise TypeError(message)
    return tuple(value)


def folded(text: str) -> str:
    """Return a text as words are compared: lower case, plain apostrophes, single spaces."""
    return " ".join(text.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").split())
