"""Assignments: how much every source assigns to every recipient, and their text.

    a1:b1=2,b2=2,p=2 a2:p=3

`p` is the defending player; every other recipient appears by its id.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from lethal_models.board import DEFENDING, RESERVED, recipient_id, recipient_word
from lethal_models.errors import TextError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Edge: TypeAlias = tuple[str, str]
"""A source and a recipient, as ids."""

_ENTRY = re.compile(r"([^\s:,=<>]+)=(-?\d{1,30})")


class Assignment:
    """An immutable assignment of combat damage; entries that are left out are 0.

    Two assignments are equal when they assign the same, whatever zero entries they list.
    Engines make millions of them: one is two references, to a shared tuple of edges and to its
    own row of amounts.

    >>> assignment = Assignment.parse("a1:b1=2,p=1")
    >>> assignment["a1", "defending"], assignment["a1", "b2"]
    (1, 0)
    >>> assignment == Assignment.of({"a1": {"b1": 2, "b2": 0, "defending": 1}})
    True
    """

    __slots__ = ("_amounts", "_edges")

    def __init__(self, edges: tuple[Edge, ...], amounts: tuple[int, ...]) -> None:
        """Make an assignment of `amounts`, one for each edge."""
        self._edges = edges
        self._amounts = amounts

    @classmethod
    def of(cls, amounts: Mapping[str, Mapping[str, int]]) -> Assignment:
        """Make an assignment from source to recipient to amount; `p` is understood.

        Raises:
            TextError: An amount is not a whole number, or the defending player's share is given
                twice, under both names.
        """
        entries: dict[Edge, int] = {}
        for source, division in amounts.items():
            for recipient, amount in division.items():
                edge = (source, recipient_id(recipient))
                if edge in entries:
                    message = f"{source!r} assigns to {DEFENDING!r} twice, also as {RESERVED!r}"
                    raise TextError("assignment", str(dict(amounts)), 0, message)
                if type(amount) is not int:
                    message = f"{amount!r} is not a whole number of damage"
                    raise TextError("assignment", str(dict(amounts)), 0, message)
                entries[edge] = amount
        return cls(tuple(entries), tuple(entries.values()))

    @classmethod
    def parse(cls, text: str) -> Assignment:
        """Read the text form.

        Raises:
            TextError: It is not one; says where and why.
        """
        entries: dict[Edge, int] = {}
        for group in re.finditer(r"\S+", text):
            source, colon, division = group[0].partition(":")
            at = group.start() + len(source) + 1
            if not colon or not source:
                message = f"expected SOURCE:RECIPIENT=AMOUNT,…, found {group[0]!r}"
                raise TextError("assignment", text, group.start(), message)
            for entry in division.split(","):
                match = _ENTRY.fullmatch(entry)
                if not match:
                    message = f"expected RECIPIENT=AMOUNT, found {entry!r}"
                    raise TextError("assignment", text, at, message)
                edge = (source, recipient_id(match[1]))
                if edge in entries:
                    message = f"{source!r} assigns to {match[1]!r} twice"
                    raise TextError("assignment", text, at, message)
                entries[edge] = int(match[2])
                at += len(entry) + 1
        return cls(tuple(entries), tuple(entries.values()))

    def items(self) -> Iterator[tuple[Edge, int]]:
        """Yield every edge with an amount other than 0."""
        return ((e, n) for e, n in zip(self._edges, self._amounts, strict=True) if n)

    def as_dict(self) -> dict[str, dict[str, int]]:
        """Return source to recipient to amount, without zeros."""
        divisions: dict[str, dict[str, int]] = {}
        for (source, recipient), amount in self.items():
            divisions.setdefault(source, {})[recipient] = amount
        return divisions

    @property
    def edges(self) -> tuple[Edge, ...]:
        """The edges that it was made with, zeros included."""
        return self._edges

    @property
    def row(self) -> tuple[int, ...]:
        """The amounts in the order in which the assignment was made, zeros included."""
        return self._amounts

    def __getitem__(self, edge: Edge) -> int:
        return next((n for e, n in self.items() if e == edge), 0)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Assignment):
            return NotImplemented
        if self._edges is other._edges:
            return self._amounts == other._amounts
        return dict(self.items()) == dict(other.items())

    def __hash__(self) -> int:
        return hash(frozenset(self.items()))

    def __str__(self) -> str:
        return " ".join(
            f"{source}:" + ",".join(f"{recipient_word(r)}={n}" for r, n in division.items())
            for source, division in self.as_dict().items()
        )

    def __repr__(self) -> str:
        return f"Assignment.parse({str(self)!r})"

    def __reduce__(self) -> tuple[type[Assignment], tuple[tuple[Edge, ...], tuple[int, ...]]]:
        return Assignment, (self._edges, self._amounts)
