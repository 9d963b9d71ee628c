"""What is wrong with the claims about results: they may be about nothing on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lethal_models.errors import Problem, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lethal_models.combat import Combat
    from lethal_models.errors import Path
    from lethal_models.files.expectation import Claims, Expectation, ResultClaim

_OF_PLAYERS = frozenset(("losers", "life", "damage", "poison", "life_gained"))
_OF_PERMANENTS = frozenset(("loyalty", "defense"))


def claim_problems(expect: Expectation, combat: Combat) -> Iterator[Problem]:
    """Yield every id in a claim about results that the board does not have."""
    groups: list[tuple[Path, Claims]] = [(("expect",), expect)]
    groups += [(("expect", "under", rules), claims) for rules, claims in expect.under.items()]
    for path, claims in groups:
        for key, claim in _results(claims):
            yield from _unknown((*path, *key), claim, combat)


def _results(claims: Claims) -> Iterator[tuple[Path, ResultClaim]]:
    if claims.always is not None:
        yield ("always",), claims.always
    for name, listed in (("reaches", claims.reaches), ("never", claims.never)):
        for i, claim in enumerate(listed):
            yield (name, i), claim


def _unknown(path: Path, claim: ResultClaim, combat: Combat) -> Iterator[Problem]:
    creatures = {*combat.last_known, *(b.creature.id for b in combat.bystanders)}
    for key, id_ in claim.names():
        if key in _OF_PLAYERS:
            known, what = set(combat.player), "player"
        elif key in _OF_PERMANENTS:
            known, what = set(combat.permanents), "planeswalker or battle"
        else:
            known, what = creatures, "creature"
        if id_ not in known:
            message = f"there is no {what} {id_!r}{did_you_mean(id_, known)}"
            yield Problem((*path, key), message)
