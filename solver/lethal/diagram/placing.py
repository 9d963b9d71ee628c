"""Where coupling permanents have their bits in the states of a diagram."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lethal.diagram.layers import Field

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lethal.diagram.coupling import Coupling


@dataclass(frozen=True, slots=True)
class Placed:
    """A coupling permanent at one of its sources.

    Attributes:
        coupling: The permanent.
        number: Which of its sources that is.
        shift: The position of its lowest bit in states and effects.
    """

    coupling: Coupling
    number: int
    shift: int

    def field(self, *, within: bool = False) -> Field:
        """Return its bits after the source, or while the source still goes on."""
        mask = ((1 << self.coupling.bits) - 1) << self.shift
        stage = self.coupling.stage(self.number)
        return Field(self.shift, mask, stage.within.follow if within else stage.follow)


def place(number: int, coupled: Sequence[Coupling], lowest: int) -> list[list[Placed]]:
    """Give every coupling permanent bits of the states, from its first source to its last.

    Args:
        number: The number of sources.
        coupled: The permanents.
        lowest: The lowest bit that may be used.

    Returns:
        What each source has to do with.
    """
    placed: list[list[Placed]] = [[] for _ in range(number)]
    starting: dict[int, list[Coupling]] = {}
    for coupling in coupled:
        starting.setdefault(coupling.positions[0], []).append(coupling)
    taken: list[tuple[int, int, int]] = []
    for position in range(number):
        # Bits are free again when the last source has been passed.
        taken = [(shift, width, last) for shift, width, last in taken if last >= position]
        for coupling in starting.get(position, ()):
            shift = _first_fit(sorted(taken), coupling.bits, lowest)
            taken.append((shift, coupling.bits, coupling.positions[-1]))
            for k, of in enumerate(coupling.positions):
                placed[of].append(Placed(coupling, k, shift))
    return placed


def _first_fit(taken: Sequence[tuple[int, int, int]], width: int, lowest: int) -> int:
    at = lowest
    for shift, size, _ in taken:
        if at + width <= shift:
            break
        at = max(at, shift + size)
    return at
