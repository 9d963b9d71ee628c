"""Wishes: what somebody wants of an assignment, edge by edge or in total.

    a1:b1=2,p>=1 a2:b1<=3 p>=5

fixes what a1 assigns to b1, asks for at least 1 from a1 to the defending player, at most 3 from
a2 to b1, and at least 5 to the defending player from all sources together. Every assignment text
is also a wish; what a wish leaves out is open.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from lethal_models import Assignment, DamageStep, TextError
from lethal_models.assignment import recipient_id, recipient_word
from lethal_models.errors import LethalError, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Mapping

Operator: TypeAlias = Literal["=", ">=", "<="]

_TOO_LARGE = 10**18
_TERM = re.compile(r"([^\s:,=<>]+)(=|>=|<=)(\d{1,18})")


@dataclass(frozen=True, slots=True)
class Wish:
    """One condition; `source` None means the total of all sources."""

    source: str | None
    recipient: str
    operator: Operator
    amount: int

    def holds_for(self, amount: int) -> bool:
        """Return whether an amount is as wished."""
        if self.operator == "=":
            return amount == self.amount
        return amount >= self.amount if self.operator == ">=" else amount <= self.amount

    def __str__(self) -> str:
        prefix = f"{self.source}:" if self.source else ""
        return f"{prefix}{recipient_word(self.recipient)}{self.operator}{self.amount}"


WishLike: TypeAlias = "str | Assignment | Mapping[str, Mapping[str, int]]"
"""A wish text, or an assignment of which only the written entries are fixed."""


class UnknownIdError(LethalError, ValueError):
    """A source or recipient that does not take part in the damage step."""

    def __init__(self, what: str, id_: str, known: tuple[str, ...]) -> None:
        self.what: str = what
        self.id: str = id_
        self.known: tuple[str, ...] = known
        super().__init__(what, id_, known)

    def __str__(self) -> str:
        words = [recipient_word(id_) for id_ in self.known]
        known = f"; there are {', '.join(words)}" if words else ""
        return f"there is no {self.what} {self.id!r}{did_you_mean(self.id, words) or known}"


def parse_wishes(wishes: WishLike) -> tuple[Wish, ...]:
    """Return the conditions of a wish.

    >>> [str(wish) for wish in parse_wishes("a1:b1=2,p>=1 p<=5")]
    ['a1:b1=2', 'a1:p>=1', 'p<=5']

    Raises:
        TextError: It is not a wish; says where and why.
    """
    if isinstance(wishes, str):
        return tuple(_parse(wishes))
    fixed = wishes.as_dict() if isinstance(wishes, Assignment) else wishes
    read = tuple(
        Wish(source, recipient_id(recipient), "=", amount)
        for source, division in fixed.items()
        for recipient, amount in division.items()
    )
    for wish in read:
        if not 0 <= wish.amount < _TOO_LARGE:
            message = "an amount is a number from 0 on with at most 18 digits"
            raise TextError("wish", str(wish), 0, message)
    return read


def _parse(text: str) -> list[Wish]:
    wishes: list[Wish] = []
    for group in re.finditer(r"\S+", text):
        source, colon, terms = group[0].rpartition(":")
        at = group.start() + len(source) + len(colon)
        if colon and not source:
            raise TextError("wish", text, group.start(), "expected a source before ':'")
        for term in terms.split(","):
            match = _TERM.fullmatch(term)
            if not match:
                message = f"expected RECIPIENT=AMOUNT, >= or <=, found {term!r}"
                raise TextError("wish", text, at, message)
            operator: Operator = "=" if match[2] == "=" else ">=" if match[2] == ">=" else "<="
            recipient = recipient_id(match[1])
            wishes.append(Wish(source or None, recipient, operator, int(match[3])))
            at += len(term) + 1
    return wishes


def check_ids(step: DamageStep, wishes: tuple[Wish, ...]) -> None:
    """Raise `UnknownIdError` for an id that is not on the board, or not a source of the step."""
    for wish in wishes:
        if wish.source is not None and wish.source not in step.source:
            raise UnknownIdError("source", wish.source, tuple(step.source))
        if wish.recipient not in step.labels:
            raise UnknownIdError("recipient", wish.recipient, tuple(step.labels))
