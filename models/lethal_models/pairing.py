"""Who blocks whom, written on the attacker, on the blocker, or on both.

The lists are also the damage assignment orders of the eras that have them. What is left out
follows the order of the board. Members of a band are blocked together (702.22h): a block of
one is a block of all.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from lethal_models.errors import Path, Problem, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lethal_models.combatants import Attacker, Blocker

Bands: TypeAlias = "Sequence[Sequence[str]]"


def pair(
    attackers: Sequence[Attacker], blockers: Sequence[Blocker], bands: Bands
) -> tuple[tuple[Attacker, ...], tuple[Blocker, ...]]:
    """Return both sides with every block filled in; takes what `pairing_problems` accepts."""
    blockers_of, attackers_of = _facing(attackers, blockers, bands)
    mates = _mates(bands)
    blocked_ids = {a.creature.id for a in attackers if a.blocked}
    paired_attackers: list[Attacker] = []
    for attacker in attackers:
        id_ = attacker.creature.id
        blocked_by = _merged(attacker.blocked_by, blockers_of[id_])
        # An effect that makes one member of a band blocked does so to all (702.22i).
        blocked = bool(blocked_by) or not blocked_ids.isdisjoint((id_, *mates.get(id_, ())))
        paired_attackers.append(replace(attacker, blocked_by=blocked_by, blocked=blocked))
    paired_blockers: list[Blocker] = []
    for blocker in blockers:
        blocks = _merged(blocker.blocks, attackers_of[blocker.creature.id])
        blocking = blocker.blocking or bool(blocks)
        paired_blockers.append(replace(blocker, blocks=blocks, blocking=blocking))
    return tuple(paired_attackers), tuple(paired_blockers)


def pairing_problems(
    attackers: Sequence[Attacker], blockers: Sequence[Blocker], bands: Bands
) -> Iterator[Problem]:
    """Yield everything that is wrong with who blocks whom."""
    attacker_of = {a.creature.id: a for a in attackers}
    blocker_of = {b.creature.id: b for b in blockers}
    yield from _band_problems(bands, attacker_of)
    mates = _mates(bands)
    for i, attacker in enumerate(attackers):
        path: Path = ("attackers", i, "blocked_by")
        yield from _list_problems(path, attacker.blockers, blocker_of, "blocker")
        own = {attacker.creature.id, *mates.get(attacker.creature.id, ())}
        for k, id_ in enumerate(attacker.blockers):
            blocker = blocker_of.get(id_)
            if blocker and blocker.blocks is not None and own.isdisjoint(blocker.blocks):
                yield _one_sided(
                    (*path, k), id_, attacker.creature.id, f"the 'blocks' of {id_!r} leaves it out"
                )
    for j, blocker in enumerate(blockers):
        path = ("blockers", j, "blocks")
        yield from _list_problems(path, blocker.attackers, attacker_of, "attacker")
        for k, id_ in enumerate(blocker.attackers):
            own = {id_, *mates.get(id_, ())} & attacker_of.keys()
            written = [attacker_of[mate].blocked_by for mate in own]
            if written and all(
                names is not None and blocker.creature.id not in names for names in written
            ):
                yield _one_sided(
                    (*path, k),
                    blocker.creature.id,
                    id_,
                    f"the 'blocked_by' of {id_!r} leaves it out",
                )
    yield from _capacity_problems(attackers, blockers, bands)


def _one_sided(path: Path, blocker: str, attacker: str, but: str) -> Problem:
    return Problem(
        path,
        f"{blocker!r} blocks {attacker!r} here, but {but}; write the block on one side only, or "
        "the same on both",
    )


def _band_problems(bands: Bands, attacker_of: dict[str, Attacker]) -> Iterator[Problem]:
    for i, band in enumerate(bands):
        yield from _list_problems(("bands", i), band, attacker_of, "attacker")
        targets = {attacker_of[member].attacks for member in band if member in attacker_of}
        if len(targets) > 1:
            yield Problem(("bands", i), "the members of a band attack the same thing (702.22d)")
    for member, count in Counter(m for band in bands for m in dict.fromkeys(band)).items():
        if count > 1:
            yield Problem(("bands",), f"{member!r} is in {count} bands; it can be in one (702.22c)")


def _capacity_problems(
    attackers: Sequence[Attacker], blockers: Sequence[Blocker], bands: Bands
) -> Iterator[Problem]:
    """A creature blocks one attacker unless it says otherwise (509.1a); a band counts as one."""
    _, attackers_of = _facing(attackers, blockers, bands)
    band_number = {member: i for i, band in enumerate(bands) for member in band}
    for j, blocker in enumerate(blockers):
        if blocker.can_block is None:
            continue
        id_ = blocker.creature.id
        blocked = {band_number.get(a, a) for a in attackers_of[id_]}
        if len(blocked) > blocker.can_block:
            yield Problem(
                ("blockers", j, "blocks" if blocker.blocks is not None else "id"),
                f"{id_!r} blocks {len(blocked)} attackers but can block {blocker.can_block}; "
                f"if it may block more, write can_block = {len(blocked)}",
            )


def _facing(
    attackers: Sequence[Attacker], blockers: Sequence[Blocker], bands: Bands
) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Return who blocks each attacker and whom each blocker blocks, in the order of the board.

    It does not matter which side says so; a block of one member of a band is one of all.
    """
    mates = _mates(bands)
    said = [(a.creature.id, b) for a in attackers for b in a.blockers]
    said += [(a, b.creature.id) for b in blockers for a in b.attackers]
    pairs = {(mate, b) for a, b in said for mate in mates.get(a, (a,))}
    attacker_rank = {a.creature.id: i for i, a in enumerate(attackers)}
    blocker_rank = {b.creature.id: i for i, b in enumerate(blockers)}
    known = [(a, b) for a, b in pairs if a in attacker_rank and b in blocker_rank]
    blockers_of: dict[str, list[str]] = {a: [] for a in attacker_rank}
    attackers_of: dict[str, list[str]] = {b: [] for b in blocker_rank}
    for a, b in sorted(known, key=lambda pair: (attacker_rank[pair[0]], blocker_rank[pair[1]])):
        blockers_of[a].append(b)
        attackers_of[b].append(a)
    return blockers_of, attackers_of


def _mates(bands: Bands) -> dict[str, Sequence[str]]:
    return {member: band for band in bands for member in band}


def _merged(said: tuple[str, ...] | None, all_of_them: list[str]) -> tuple[str, ...]:
    """Return what was said, in its order, then the rest in the order of the board."""
    first = said or ()
    return first + tuple(id_ for id_ in all_of_them if id_ not in first)


def _list_problems(
    path: Path, ids: Sequence[str], known: dict[str, Attacker] | dict[str, Blocker], what: str
) -> Iterator[Problem]:
    seen: set[str] = set()
    for k, id_ in enumerate(ids):
        if id_ not in known:
            yield Problem((*path, k), f"there is no {what} {id_!r}{did_you_mean(id_, known)}")
        elif id_ in seen:
            yield Problem((*path, k), f"{id_!r} is listed twice")
        seen.add(id_)
