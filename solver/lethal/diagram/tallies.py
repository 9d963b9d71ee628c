"""Sums that several sources add to, and what is paid for them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from lethal.diagram.layers import DEAD

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(eq=False, slots=True)
class Tally:
    """A sum that several sources add to, up to a number.

    Attributes:
        number: The number.
        permanent: The permanent that is met there, if some source relies on it.
        bonus: What is paid when the number is reached.
        per_point: What is paid for every point up to it.
        positions: The sources that add to it or rely on it.
        relying: Those that rely on it.
        most: The most that each can add.
        shift: The position of its lowest bit in a state: twice the sum, and 1 if it is relied on.
    """

    number: int
    permanent: str = ""
    bonus: int = 0
    per_point: int = 0
    positions: set[int] = field(default_factory=set[int])
    relying: set[int] = field(default_factory=set[int])
    most: Counter[int] = field(default_factory=Counter[int])
    shift: int = 0

    @property
    def width(self) -> int:
        """The number of its bits."""
        return (2 * self.number + 1).bit_length()

    def after(self, position: int) -> TallyStage:
        """Return what is known of it after a source."""
        still = 0
        for other, most in self.most.items():
            if other > position:
                still += most
        return TallyStage(
            self.number,
            self.bonus,
            self.per_point,
            still,
            position < max(self.positions),
            bool(self.relying) and position < max(self.relying),
        )


class TallyStage(NamedTuple):
    """A tally after one of its sources, looking ahead; see `coupling.Stage`.

    Attributes:
        number: The number up to which it counts.
        bonus: What is paid when that is reached.
        per_point: What is paid for every point up to it.
        still: The most that later sources can add.
        open: Whether any later source has to do with it.
        wanted: Whether a later source may rely on it.
    """

    number: int
    bonus: int
    per_point: int
    still: int
    open: bool
    wanted: bool

    def follow(self, code: int, effect: int) -> tuple[int, int]:
        """Return the code after the source, or `DEAD`, and what is paid."""
        number, bonus, per_point, still, is_open, wanted = self
        before = code >> 1
        total = before + (effect >> 1)
        relied_on = (code | effect) & 1
        if total >= number:
            paid = (number - before) * per_point + (bonus if before < number else 0)
            return (number << 1 if is_open else 0), paid
        paid = (total - before) * per_point
        hopeless = total + still < number
        if hopeless and relied_on:
            return DEAD, 0
        matters = per_point or (not hopeless and (bonus or relied_on or wanted))
        return (total << 1 | relied_on if is_open and matters else 0), paid


class Column:
    """A tally in the effects of a source."""

    def __init__(self, tally: Tally, position: int, effects: Iterable[int]) -> None:
        self.shift: int = tally.shift
        self.mask: int = ((1 << tally.width) - 1) << tally.shift
        self.codes: list[int] = [(effect & self.mask) >> self.shift for effect in effects]
        self._stage: TallyStage = tally.after(position)
        self._different: set[int] = set(self.codes)
        self._tables: dict[int, dict[int, tuple[int, int]]] = {}

    def table(self, part: int) -> dict[int, tuple[int, int]]:
        """Return for every code of an effect where it leads from a state, and what is paid."""
        code = (part & self.mask) >> self.shift
        table = self._tables.get(code)
        if table is None:
            table = self._tables[code] = {}
            for effect in self._different:
                to, paid = self._stage.follow(code, effect)
                table[effect] = (to << self.shift if to < DEAD else DEAD), paid
        return table
