"""One layer of a diagram: what a source can do, as far as the others can tell.

Divisions of a source that add the same to every coupling permanent and rely on the same ones
form a class. Its *effect* is one integer with a field of bits for every coupling permanent,
aligned with the fields of the states of the diagram: twice the damage added, and 1 if it is
relied on (`coupling.Stage`).

The lowest bits of effects and states are local to a source. They are 0 between sources. A source
with very many divisions is cut into several layers, each for some of its recipients; between
those, the local bits are

    2 * (damage left to assign) + (whether recipients that rely on something get nothing)
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from lethal.diagram.shares import Share, listing_of, sizes_of
from lethal.divisions import division
from lethal.reliance import reliances, threshold

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    import numpy as np
    import numpy.typing as npt

    from lethal_models import DamageStep, Recipient, Source

Row: TypeAlias = tuple[int, ...]

DEAD = 1 << 4096
"""More than any state; sums with it stay more."""
MOST_KEPT = 200_000
"""Targets of a layer that are kept: they are asked for again and again."""


@dataclass(frozen=True, slots=True)
class Field:
    """The bits of states and effects that are about one thing, such as a coupling permanent.

    Attributes:
        shift: The position of its lowest bit.
        mask: Its bits, at their positions.
        follow: From its code in a state and in an effect to its code after the layer; None for a
            dead end.
    """

    shift: int
    mask: int
    follow: Callable[[int, int], int | None]


@dataclass(eq=False)
class Table:
    """The divisions of a layer from one local state on, by their effects.

    Attributes:
        sizes: Effect to the number of divisions.
        fields: The fields of the layer.
        lister: Lists the divisions in lexicographic order, with their effects.
        followed: For a field's shift and a code before, the codes of effects to new bits.
    """

    sizes: Mapping[int, int]
    fields: tuple[Field, ...]
    lister: Callable[[], tuple[list[Row], list[int]]]
    followed: dict[tuple[int, int], dict[int, int]] = field(
        default_factory=dict[tuple[int, int], dict[int, int]], init=False, repr=False
    )
    _columns: npt.NDArray[np.signedinteger] | None = field(default=None, init=False, repr=False)

    @cached_property
    def effects(self) -> tuple[int, ...]:
        """The different effects."""
        return tuple(self.sizes)

    @cached_property
    def rows(self) -> list[Row]:
        """The divisions in lexicographic order."""
        return self._listing[0]

    @cached_property
    def classes(self) -> list[int]:
        """For every one of `rows` the position of its effect in `effects`."""
        position = {effect: k for k, effect in enumerate(self.effects)}
        return [position[effect] for effect in self._listing[1]]

    @cached_property
    def _listing(self) -> tuple[list[Row], list[int]]:
        return self.lister()

    @cached_property
    def array_of_classes(self) -> npt.NDArray[np.int64]:
        """`classes` as an array."""
        import numpy as np

        return np.array(self.classes, np.int64)

    def array_of_rows(self, dtype: type[np.signedinteger]) -> npt.NDArray[np.signedinteger]:
        """Return `rows` as an array with one row for every recipient."""
        if self._columns is None or self._columns.dtype != dtype:
            import numpy as np

            self._columns = np.ascontiguousarray(np.array(self.rows, dtype).T)
        return self._columns

    @cached_property
    def codes(self) -> list[tuple[Field, list[int], set[int]]]:
        """For every field its codes in `effects`, and which different ones there are."""
        found: list[tuple[Field, list[int], set[int]]] = []
        for f in self.fields:
            codes = [(effect & f.mask) >> f.shift for effect in self.effects]
            found.append((f, codes, set(codes)))
        return found


@dataclass(eq=False)
class Layer:
    """What one source can do, or as much of it as concerns some of its recipients.

    Attributes:
        step: The step, for its needs.
        source: The source.
        fields: What the layer has to do with.
        relied_on: The bit of every coupling permanent that the source relies on.
        adds: Recipient to what an amount above 0 adds to the effect, at the positions of fields.
        local: The number of local bits in the states of the diagram.
        part: The recipients, as positions among those of the source.
        fixed: The source's division where that has been decided.
    """

    step: DamageStep
    source: Source
    fields: tuple[Field, ...]
    relied_on: Mapping[str, int]
    adds: Mapping[str, Callable[[int], int]]
    local: int
    part: range
    fixed: Row | None = None
    _tables: dict[int, Table] = field(default_factory=dict[int, Table], init=False, repr=False)
    _moves: dict[int, dict[int, int]] = field(
        default_factory=dict[int, dict[int, int]], init=False, repr=False
    )
    _targets: dict[int, list[int]] = field(
        default_factory=dict[int, list[int]], init=False, repr=False
    )
    work: int = field(default=0, init=False, repr=False)

    @cached_property
    def mask(self) -> int:
        """The bits of a state that this layer changes."""
        whole = self.starts and self.ends
        return sum(f.mask for f in self.fields) | (0 if whole else self._low)

    @property
    def _low(self) -> int:
        return (1 << self.local) - 1

    @property
    def starts(self) -> bool:
        """Whether this is the first layer of its source."""
        return self.part.start == 0

    @property
    def ends(self) -> bool:
        """Whether this is the last layer of its source."""
        return self.part.stop == len(self.source.recipients)

    @property
    def number(self) -> int:
        """The number of divisions of the whole source, by a formula."""
        return division(self.step, self.source, frozenset(self.relied_on)).count()

    def table(self, state: int) -> Table:
        """Return the divisions that are possible from a state on."""
        local = self.source.amount << 1 if self.starts else state & self._low
        table = self._tables.get(local)
        if table is None:
            table = self._tables[local] = self._table(local)
        return table

    def _table(self, local: int) -> Table:
        if self.fixed is not None or len(self.source.ways) > 1:
            rows, effects = self._list_ways()
            return Table(Counter(effects), self.fields, lambda: (rows, effects))
        shares = list(self._shares())
        return Table(
            sizes_of(shares, local, self._low, ends=self.ends),
            self.fields,
            lambda: listing_of(shares, local, self._low, ends=self.ends),
        )

    def targets(self, state: int) -> list[int]:
        """Return where the effects of the state's table lead.

        Args:
            state: A state, or at least the bits of it that this layer changes.

        Returns:
            Their new bits for every effect; at least `DEAD` for a dead end.
        """
        part = state & self.mask
        targets = self._targets.get(part)
        if targets is None:
            targets = self._find_targets(part)
            if len(targets) * len(self._targets) < MOST_KEPT:
                self._targets[part] = targets
        return targets

    def _find_targets(self, part: int) -> list[int]:
        table = self.table(part)
        low = self._low
        targets = [effect & low for effect in table.effects]
        for f, codes, different in table.codes:
            code = (part & f.mask) >> f.shift
            new = table.followed.get((f.shift, code))
            if new is None:
                follow = {effect: f.follow(code, effect) for effect in different}
                new = {e: DEAD if to is None else to << f.shift for e, to in follow.items()}
                table.followed[f.shift, code] = new
            targets = [a + new[b] for a, b in zip(targets, codes, strict=True)]
        return targets

    def moves(self, part: int) -> dict[int, int]:
        """Return where the layer leads from the bits that it changes: new bits to divisions."""
        moves = self._moves.get(part)
        if moves is None:
            moves = self._moves[part] = {}
            sizes = self.table(part).sizes
            self.work += len(sizes)
            for target, size in zip(self.targets(part), sizes.values(), strict=True):
                if target < DEAD:
                    moves[target] = moves.get(target, 0) + size
        return moves

    # --- What assigning means ---------------------------------------------------------------

    def _list_ways(self) -> tuple[list[Row], list[int]]:
        """List the divisions of a source with several ways, and their effects."""
        adds = [self.adds.get(recipient.id) for recipient in self.source.recipients]
        relied_on = reliances(self.source, self.relied_on)

        def effect(row: Row) -> int:
            added = sum([add(n) for add, n in zip(adds, row, strict=True) if add and n])
            return added | relied_on(row)

        if self.fixed is not None:
            return [self.fixed], [effect(self.fixed)]
        rows = list(division(self.step, self.source, frozenset(self.relied_on)).rows())
        return rows, list(map(effect, rows))

    def _shares(self) -> Iterator[Share]:
        """Yield what it means to assign to each recipient of the source's only way."""
        thresholds = self._thresholds()
        private = thresholds.keys()
        for recipient in self.source.recipients[self.part.start : self.part.stop]:
            yield Share(
                relied_on=self._bits(recipient),
                gated=not private.isdisjoint(recipient.relies_on),
                threshold=thresholds.get(recipient.id, 0),
                adds=self.adds.get(recipient.id),
            )

    def _thresholds(self) -> dict[str, int]:
        """Return what the permanents need that only this source has to do with."""
        alone = self.source.relies_on - self.relied_on.keys()
        needs = {p: threshold(self.step, self.source, p) for p in alone}
        return {permanent: need for permanent, need in needs.items() if need}

    def _bits(self, recipient: Recipient) -> int:
        return sum([self.relied_on.get(permanent, 0) for permanent in recipient.relies_on])
