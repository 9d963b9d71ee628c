"""Leaving: combat (506.4; 306.2 before Magic 2010), the battlefield, the game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lethal_models.combat import Gone
from lethal_models.combatants import Bystander

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from lethal_models.combat import Combat


def remove_from_combat(combat: Combat, leaving: Collection[str]) -> Combat:
    """Return a combat that some creatures have left; they stay on the battlefield.

    What they blocked stays blocked (509.1h), and a band goes on without them (702.22e).
    """
    controllers, creatures = combat.controllers, combat.creatures
    bystanders = [
        Bystander(creature, controllers[id_])
        for id_, creature in creatures.items()
        if id_ in leaving
    ]
    return _out_of_combat(combat, leaving).changed(bystanders=(*combat.bystanders, *bystanders))


def leave_battlefield(combat: Combat, leaving: Collection[str], *, died: bool = True) -> Combat:
    """Return a combat whose battlefield some creatures have left; what they were is kept."""
    if not leaving:
        return combat
    gone = [
        Gone(creature, combat.controllers[id_], died)
        for id_, creature in combat.on_battlefield.items()
        if id_ in leaving
    ]
    return _out_of_combat(combat, leaving).changed(
        bystanders=tuple(b for b in combat.bystanders if b.creature.id not in leaving),
        gone=(*combat.gone, *gone),
    )


def leave_game(combat: Combat, leaving: Collection[str]) -> Combat:
    """Return a combat that players have left with all they control (800.4a).

    What attacks them or theirs attacks nothing any more (800.4e).
    """
    theirs = [id_ for id_ in combat.on_battlefield if combat.controllers[id_] in leaving]
    after = leave_battlefield(combat, theirs, died=False)
    return after.changed(
        players=tuple(player for player in combat.players if player.id not in leaving),
        planeswalkers=tuple(
            replace(w, loyalty=0) if w.controller in leaving else w for w in combat.planeswalkers
        ),
        battles=tuple(
            replace(b, defense=0) if b.protector in leaving else b for b in combat.battles
        ),
    )


def _out_of_combat(combat: Combat, leaving: Collection[str]) -> Combat:
    if not any(id_ in combat.creatures for id_ in leaving):
        return combat

    def staying(ids: Iterable[str]) -> tuple[str, ...]:
        return tuple(id_ for id_ in ids if id_ not in leaving)

    return combat.changed(
        attackers=tuple(
            replace(a, blocked_by=staying(a.blockers))
            for a in combat.attackers
            if a.creature.id not in leaving
        ),
        blockers=tuple(
            replace(b, blocks=staying(b.attackers))
            for b in combat.blockers
            if b.creature.id not in leaving
        ),
        bands=tuple(band for members in combat.bands if len(band := staying(members)) > 1),
    )
