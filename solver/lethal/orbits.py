"""Assignments up to symmetry: one of every orbit, with the size of the orbit.

Within a fight, two assignments are of one orbit when swapping creatures that can be swapped turns
one into the other (`symmetry`). Fights that are copies of each other may be swapped as wholes, so
that an orbit of the board is a multiset of orbits of their kind of fight.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import chain, combinations_with_replacement, permutations, product
from math import comb, factorial, prod
from typing import TYPE_CHECKING, TypeAlias

from lethal.limits import Deadline
from lethal.product import product_rows
from lethal.results import Listing, TooManyError
from lethal.symmetry import Symmetries

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lethal.components import Component
    from lethal.numbered import Numbered
    from lethal.symmetry import Fight, Renaming
    from lethal_models import Assignment, Edge, Source

Row: TypeAlias = tuple[int, ...]
Key: TypeAlias = tuple[Row, ...]

MOST_ROWS = 2_000_000
"""Assignments of one fight that are looked at."""
MOST_PERMUTATIONS = 5_040
"""Ways to rename the sources of a fight that are tried for each of them."""


@dataclass(frozen=True, slots=True)
class Orbit:
    """Assignments that are the same but for which of identical creatures is which.

    Attributes:
        assignment: The first of them in canonical order, fight by fight.
        size: How many there are.
    """

    assignment: Assignment
    size: int


@dataclass(frozen=True)
class _Kind:
    """A fight and its copies.

    Attributes:
        edges: The edges of the first one, and those of every copy in the same order.
        orbits: One row of every orbit of the first one, and how many rows it has.
    """

    edges: tuple[tuple[Edge, ...], ...]
    orbits: tuple[tuple[Row, int], ...]

    @property
    def count(self) -> int:
        """How many multisets of orbits there are, one orbit for each copy."""
        return comb(len(self.orbits) + len(self.edges) - 1, len(self.edges))

    def together(self) -> Iterator[tuple[dict[Edge, int], int]]:
        """Yield the orbits of all copies together: the amounts of one, and its size."""
        copies = len(self.edges)
        for chosen in combinations_with_replacement(range(len(self.orbits)), copies):
            arrangements = factorial(copies)
            for number in Counter(chosen).values():
                arrangements //= factorial(number)
            size = arrangements * prod(self.orbits[k][1] for k in chosen)
            rows = (self.orbits[k][0] for k in chosen)
            pairs = chain.from_iterable(map(zip, self.edges, rows))
            yield dict(pairs), size


class Orbits:
    """The assignments of a view up to symmetry: a view itself.

    >>> import lethal
    >>> orbits = lethal.assignments("20:2/2x1/1+1/1+1/1").orbits()
    >>> [(str(orbit.assignment), orbit.size) for orbit in orbits]
    [('a1:b3=2', 3), ('a1:b2=1,b3=1', 3)]
    """

    def __init__(self, legal: Numbered) -> None:
        self._legal: Numbered = legal
        self._symmetries: Symmetries = Symmetries(legal)
        self._kinds: tuple[_Kind, ...] | None = None

    def find(self, deadline: Deadline) -> tuple[_Kind, ...]:
        """Find the orbits of every fight, once.

        Raises:
            TimeoutReached: The deadline passed.
            TooManyError: A fight has very many assignments, or very many symmetries.
        """
        if self._kinds is None:
            copies = self._symmetries.copies()
            self._kinds = tuple([self._kind(alike, deadline) for alike in copies])
        return self._kinds

    def _kind(self, copies: Sequence[tuple[Fight, Renaming]], deadline: Deadline) -> _Kind:
        first = copies[0][0]
        sources = [self._legal.sources[k] for k in first.sources]
        edges = tuple((s.id, recipient.id) for s in sources for recipient in s.recipients)
        every = tuple(
            tuple((renaming.get(s, s), renaming.get(r, r)) for s, r in edges)
            for _, renaming in copies
        )
        return _Kind(every, tuple(self._orbits(first, sources, edges, deadline)))

    def _orbits(
        self,
        fight: Fight,
        sources: Sequence[Source],
        edges: tuple[Edge, ...],
        deadline: Deadline,
    ) -> Iterator[tuple[Row, int]]:
        """Yield the first row of every orbit of a fight, and its size."""
        classes = [members for members in self._symmetries.classes(fight) if len(members) > 1]
        rows = self._rows(sources, edges, deadline)
        if not classes:
            yield from ((row, 1) for row in rows)
            return
        key = _canonical_form(edges, classes)
        if key is None:
            raise TooManyError([self._legal.step.labels[s.id] for s in sources], MOST_ROWS)
        sizes: dict[Key, int] = {}
        first: dict[Key, Row] = {}
        for row in rows:
            form = key(row)
            sizes[form] = sizes.get(form, 0) + 1
            first.setdefault(form, row)
        yield from ((row, sizes[form]) for form, row in first.items())

    def _rows(
        self, sources: Sequence[Source], edges: tuple[Edge, ...], deadline: Deadline
    ) -> Iterator[Row]:
        """Return the rows of a fight, which is made of whole components, in order."""
        ids = {source.id for source in sources}
        components = [c for c in self._legal.components if c.sources[0].id in ids]
        given = tuple(edge for component in components for edge in component.edges)
        rows = self._not_too_many(components, deadline)
        if given == edges:
            return rows
        place = [given.index(edge) for edge in edges]
        return iter(sorted(tuple([row[k] for k in place]) for row in rows))

    def _not_too_many(self, components: Sequence[Component], deadline: Deadline) -> Iterator[Row]:
        """Yield the rows of some components.

        Raises:
            TooManyError: There are too many: at once where numbers are known.
        """
        deadline.check()
        names = [self._legal.step.labels[s.id] for c in components for s in c.sources]
        too_many = TooManyError(names, prod(c.upper_bound for c in components))
        factors = [component.factor(deadline) for component in components]
        if prod(factor.count for factor in factors if factor.count is not None) > MOST_ROWS:
            raise too_many
        for number, row in enumerate(product_rows(factors)):
            if number == MOST_ROWS:
                raise too_many
            deadline.check()
            yield row

    @property
    def count(self) -> int:
        """The exact number of orbits.

        Raises:
            TooManyError: A fight has very many assignments, or very many symmetries.
        """
        return prod(kind.count for kind in self.find(Deadline()))

    def __iter__(self) -> Iterator[Orbit]:
        return self._listed(Deadline())

    def listing(self, limit: int | None = None, timeout: float | None = None) -> Listing[Orbit]:
        """Return an iterator that ends at a limit, and says whether it did.

        Args:
            limit: The most orbits to give.
            timeout: The most seconds to take.

        Raises:
            TooManyError: A fight has very many assignments, or very many symmetries.
        """
        deadline = Deadline.after(timeout)
        return Listing(self._listed(deadline), limit, deadline)

    def _listed(self, deadline: Deadline) -> Iterator[Orbit]:
        edges = self._legal.edges
        for parts in _products([kind.together for kind in self.find(deadline)]):
            amounts: dict[Edge, int] = {}
            size = 1
            for part, number in parts:
                amounts |= part
                size *= number
            yield Orbit(self._legal.assignment(tuple([amounts[e] for e in edges])), size)

    def __repr__(self) -> str:
        return f"<Orbits of {self._legal!r}>"


Parts: TypeAlias = "tuple[tuple[dict[Edge, int], int], ...]"


def _products(
    factors: Sequence[Callable[[], Iterator[tuple[dict[Edge, int], int]]]],
) -> Iterator[Parts]:
    """Yield the product of factors that are passed over again and again, the last one fastest."""
    if not factors:
        yield ()
        return
    for head in factors[0]():
        for tail in _products(factors[1:]):
            yield (head, *tail)


def _canonical_form(
    edges: tuple[Edge, ...], classes: Sequence[Sequence[str]]
) -> Callable[[Row], Key] | None:
    """Return a function from rows to what all rows of an orbit have in common.

    Creatures that only receive damage are sorted by what they get; those that assign damage too
    are renamed in every way. None where these are very many.
    """
    assigning = {source for source, _ in edges}
    active = [c for c in classes if any(id_ in assigning for id_ in c)]
    passive = [c for c in classes if c not in active]
    if prod(factorial(len(members)) for members in active) > MOST_PERMUTATIONS:
        return None
    position = {edge: k for k, edge in enumerate(edges)}
    # For every renaming, where each amount comes from.
    renamed: list[list[int]] = []
    for choice in product(*map(permutations, active)):
        pairs = (zip(c, p, strict=True) for c, p in zip(active, choice, strict=True))
        names = dict(chain.from_iterable(pairs))
        renamed.append([position[names.get(s, s), names.get(r, r)] for s, r in edges])
    sorted_out = {id_ for members in passive for id_ in members}
    fixed = [k for k, (_, recipient) in enumerate(edges) if recipient not in sorted_out]
    columns = [
        [[k for k, (_, recipient) in enumerate(edges) if recipient == id_] for id_ in members]
        for members in passive
    ]

    def form(row: Row) -> Key:
        forms: list[Key] = []
        for places in renamed:
            moved = [row[k] for k in places]
            parts = [tuple([moved[k] for k in fixed])]
            for members in columns:
                parts += sorted(tuple([moved[k] for k in of]) for of in members)
            forms.append(tuple(parts))
        return min(forms)

    return form
