"""What comes of damage at once: state-based actions, old triggers, and the result so far."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from lethal_models.course.log import Entry, Kind
from lethal_models.course.sentences import settled_entries
from lethal_models.course.state_based import Settled, deathtouch_triggers, state_based_actions
from lethal_models.dealing import gain, life_gained, touched_by_deathtouch
from lethal_models.outcome import Outcome, result_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lethal_models.combat import Combat
    from lethal_models.dealing import Hit


def settled_damage(
    board: Combat, before: Combat, hurt: Combat, hits: Sequence[Hit]
) -> tuple[Settled, Outcome, Iterable[Entry]]:
    """Return what state-based actions and triggers make of damage, its result, and entries.

    Before Magic 2010 lifelink and deathtouch were triggers (502.68, 502.63): they come after
    state-based actions, if the game is not over, and only of what is still on the battlefield.
    """
    settled = state_based_actions(hurt, touched_by_deathtouch(hits))
    entries = settled_entries(hurt, settled)
    result = result_of(before, hurt, hits, (), ())
    if hurt.rules.damage_on_stack:
        over = game_is_over(board, settled.combat)
        present = [] if over else [hit for hit in hits if hit.source.id in hurt.on_battlefield]
        life = life_gained(present, before.effects)
        gained = {p: n for p, n in life.items() if p in settled.combat.player}
        result = replace(result, life_gained=gained)
        settled, more = _triggered(settled, gained, touched_by_deathtouch(present))
        entries = chain(entries, more)
    # Who loses or leaves does so with the life they have now.
    life = {player.id: player.life for player in (*before.players, *hurt.players)}
    conceded = tuple(p.id for p in before.players if p.id not in hurt.player)
    return settled, replace(result, losers=(*conceded, *settled.losers), life=life), entries


def _triggered(
    settled: Settled, gained: Mapping[str, int], touched: tuple[str, ...]
) -> tuple[Settled, Iterable[Entry]]:
    """Lifelink and deathtouch as the triggers they were before Magic 2010."""
    after = gain(settled.combat, gained)
    destroyed = deathtouch_triggers(after, touched)
    last = state_based_actions(destroyed.combat)
    whole = Settled(
        last.combat,
        (*settled.died, *destroyed.died, *last.died),
        (*settled.regenerated, *destroyed.regenerated, *last.regenerated),
        (*settled.losers, *last.losers),
    )
    entries = [
        Entry(Kind.LIFE, f"{after.labels[p]} gains {n} life", recipient=p, amount=n)
        for p, n in gained.items()
    ]
    return whole, chain(
        entries, settled_entries(after, destroyed), settled_entries(destroyed.combat, last)
    )


def game_is_over(board: Combat, combat: Combat) -> bool:
    """Return whether the active player has left, or all others have."""
    return board.active_player not in combat.player or len(combat.players) == 1
