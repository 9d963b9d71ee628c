"""A combat: who attacks what, who blocks whom, under which rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from lethal_models.board import ACTIVE, DEFENDING, Battle, Planeswalker, Player
from lethal_models.errors import BoardError, UnsayableError
from lethal_models.events import ENTERING, Event
from lethal_models.keywords import LETHAL_BY_POWER
from lethal_models.pairing import pair
from lethal_models.ruleset import CURRENT, Ruleset, as_ruleset
from lethal_models.sayable import write_notation
from lethal_models.texts import texts
from lethal_models.wellformed import problems

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lethal_models.combatants import Attacker, Blocker, Bystander
    from lethal_models.creature import Creature
    from lethal_models.damage_effects import DamageEffect

MOST_PROBLEMS = 1_000
"""Problems that are looked for; a board with more is wrong in some other way."""

Member = TypeVar("Member", "Attacker", "Blocker", "Bystander")


class Stage(StrEnum):
    """How far a combat has come."""

    BLOCKS = "blocks"
    """Blocks are declared; what they trigger, and the events before damage, are still to come."""
    DAMAGE = "damage"
    """The first damage is about to be assigned."""
    REGULAR = "regular damage"
    """The regular damage is about to be assigned, the first-strike damage has been dealt."""
    OVER = "over"
    """All damage has been dealt."""


@dataclass(frozen=True, slots=True)
class Gone:
    """A creature that has left the battlefield, as it last was; `died` if it was destroyed."""

    creature: Creature
    controller: str
    died: bool = True


Permanent: TypeAlias = Planeswalker | Battle


@dataclass(frozen=True)
class Combat:
    """Attackers and blockers after blocks, when damage is about to be assigned.

    Attributes:
        attackers: The attacking creatures, in the order of the board.
        blockers: The creatures that block, in the order of the board.
        rules: The rules that hold; the name of an era or a date is taken too.
        players: The active player, whose id is "active", then the defending players in turn order.
        planeswalkers: Planeswalkers that may be attacked.
        battles: Battles that may be attacked.
        bands: Bands of attackers, as ids.
        bystanders: Creatures in play that are not in the combat.
        title: For people.
        events: What happens besides damage, in its order, as far as it is still to come.
        effects: Effects that change damage as it is dealt.
        stage: How far the combat has come.
        struck: Creatures whose damage was that of the first step: they assign in the regular one
            only with double strike (510.4).
        gone: Creatures that left the battlefield, as they last were.

    A block may be written on either side (see `pairing`); the combat has it on both.

    Raises:
        BoardError: The combat makes no sense; all problems at once.

    >>> from lethal_models.combatants import Attacker, Blocker
    >>> from lethal_models.creature import Creature
    >>> bear, elf = Creature("bear", 2, 2), Creature("elf", 1, 1)
    >>> combat = Combat((Attacker(bear),), (Blocker(elf, blocks=("bear",)),))
    >>> combat.attackers[0].blockers, combat.attackers[0].blocked
    (('elf',), True)
    >>> print(combat)
    20:bear=2/2xelf=1/1
    """

    attackers: tuple[Attacker, ...]
    blockers: tuple[Blocker, ...] = ()
    rules: Ruleset = CURRENT
    players: tuple[Player, ...] = (Player(ACTIVE), Player(DEFENDING))
    planeswalkers: tuple[Planeswalker, ...] = ()
    battles: tuple[Battle, ...] = ()
    bands: tuple[tuple[str, ...], ...] = ()
    bystanders: tuple[Bystander, ...] = ()
    title: str = ""
    events: tuple[Event, ...] = ()
    effects: tuple[DamageEffect, ...] = ()
    stage: Stage = Stage.BLOCKS
    struck: frozenset[str] = frozenset()
    gone: tuple[Gone, ...] = ()

    def __post_init__(self) -> None:
        for field in (
            "attackers",
            "blockers",
            "players",
            "planeswalkers",
            "battles",
            "bystanders",
            "events",
        ):
            object.__setattr__(self, field, tuple(getattr(self, field)))
        object.__setattr__(self, "bands", tuple(texts(band, "a band") for band in self.bands))
        object.__setattr__(self, "rules", as_ruleset(self.rules))
        for event in self.events:
            if not isinstance(event, Event):  # pyright: ignore[reportUnnecessaryIsInstance]
                message = f"an event is an Event, not {event!r}"
                raise TypeError(message)
        if found := tuple(islice(problems(self), MOST_PROBLEMS)):
            raise BoardError(found)
        attackers, blockers = pair(self.attackers, self.blockers, self.bands)
        object.__setattr__(self, "attackers", attackers)
        object.__setattr__(self, "blockers", blockers)

    def defending_player(self, attacker: Attacker) -> str:
        """508.5: the player attacked, the planeswalker's controller or the battle's protector."""
        permanent = self.permanents.get(attacker.attacks)
        if permanent is None:
            return attacker.attacks
        return permanent.protector if isinstance(permanent, Battle) else permanent.controller

    def changed(self, **fields: object) -> Combat:
        """Return the combat with other values of fields, which must fit together.

        Nothing is checked or filled in: for what happens in a combat that is well formed.
        """
        after = object.__new__(Combat)
        for name in self.__dataclass_fields__:
            object.__setattr__(after, name, fields.get(name, getattr(self, name)))
        return after

    @property
    def active_player(self) -> str:
        """The id of the player whose creatures attack."""
        return self.players[0].id

    def with_creatures(self, changed: Mapping[str, Creature]) -> Combat:
        """Return the combat with other values for creatures, by id."""
        if not changed:
            return self

        def new(members: tuple[Member, ...]) -> tuple[Member, ...]:
            if not any(member.creature.id in changed for member in members):
                return members
            return tuple(
                replace(member, creature=changed[member.creature.id])
                if member.creature.id in changed
                else member
                for member in members
            )

        return self.changed(
            attackers=new(self.attackers),
            blockers=new(self.blockers),
            bystanders=new(self.bystanders),
        )

    @cached_property
    def player(self) -> dict[str, Player]:
        """The players by id."""
        return {player.id: player for player in self.players}

    @cached_property
    def permanents(self) -> dict[str, Permanent]:
        """The planeswalkers and battles by id."""
        return {thing.id: thing for thing in (*self.planeswalkers, *self.battles)}

    @cached_property
    def creatures(self) -> dict[str, Creature]:
        """The creatures in combat by id, attackers first."""
        return {c.creature.id: c.creature for c in (*self.attackers, *self.blockers)}

    @cached_property
    def on_battlefield(self) -> dict[str, Creature]:
        """All creatures by id: those in combat, then the others."""
        others = {b.creature.id: b.creature for b in self.bystanders}
        for event in self.events:
            if event.do in ENTERING:
                others.pop(event.creature, None)
        return self.creatures | others

    @cached_property
    def last_known(self) -> dict[str, Creature]:
        """Every creature as it is, or as it was when it left the battlefield (310.4b, 608.2h)."""
        return {gone.creature.id: gone.creature for gone in self.gone} | self.on_battlefield

    @cached_property
    def controllers(self) -> dict[str, str]:
        """The player who controls each creature, or did when it left the battlefield."""
        gone = {gone.creature.id: gone.controller for gone in self.gone}
        attackers = {a.creature.id: self.active_player for a in self.attackers}
        others = {b.creature.id: b.controller for b in (*self.blockers, *self.bystanders)}
        return gone | attackers | others

    def lethal_damage(self, creature_id: str) -> int:
        """Return the marked damage that destroys a creature: its toughness.

        It is its power if its controller has that ability (Zilortha); then a creature with
        power 0 or less still needs 1 damage.
        """
        creature = self.on_battlefield[creature_id]
        if self.controllers[creature_id] in self._judging_by_power:
            return max(1, creature.power)
        return creature.toughness

    def need(self, creature_id: str) -> int:
        """Return the damage that a creature still lacks to have lethal damage."""
        return max(0, self.lethal_damage(creature_id) - self.on_battlefield[creature_id].damage)

    @cached_property
    def _judging_by_power(self) -> frozenset[str]:
        return frozenset(p.id for p in self.players if LETHAL_BY_POWER in p.abilities)

    @cached_property
    def labels(self) -> dict[str, str]:
        """What sentences call everything on the board, by id."""
        things = (*self.players, *self.last_known.values(), *self.permanents.values())
        things += tuple(b.creature for b in self.bystanders)
        return {thing.id: thing.label for thing in things}

    def __str__(self) -> str:
        """Return the one-line notation, or a short description where it has no words."""
        try:
            return write_notation(self)
        except UnsayableError:
            return (
                f"<{self.title or 'combat'}: {len(self.attackers)} attackers, "
                f"{len(self.blockers)} blockers, rules {self.rules}>"
            )
