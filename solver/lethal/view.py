"""One player's part of a damage step: the combat, the sources and their components."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from lethal.components import ENGINES, Component, Engine, components_of
from lethal.diagram.build import MOST_NODES
from lethal.loading import CombatLike, load
from lethal_models import Assignment, DamageStep, StepError, damage_step
from lethal_models.course.steps import ready
from lethal_models.errors import did_you_mean

if TYPE_CHECKING:
    from lethal_models import Combat, Edge, Source, WhichStep


class View:
    """The sources that a player has a say in.

    Attributes:
        board: The combat as it was given.
        combat: The one in which the damage is assigned, after what triggered when blockers were
            declared and the events at that moment.
        by: Whose choices.
        engine: Which engines may be used.
        most_nodes: When a diagram is too large.
        whole_step: The damage step, with everybody's sources.
    """

    def __init__(
        self,
        board: CombatLike,
        by: str = "active",
        step: WhichStep | None = None,
        engine: Engine = "auto",
        most_nodes: int = MOST_NODES,
    ) -> None:
        """Make the view.

        Args:
            board: A combat, notation, the path of a board file, or its contents.
            by: Whose choices: a player's id, or "both". A component in which both players
                assign, because of banding, belongs to each of them as a whole: neither part
                can be judged without the other. The rules do not say who announces when there.
            step: "first" or "regular"; by default the first in which anybody assigns.
            engine: "diagram" counts and lists every component by a formula or a decision
                diagram; "cpsat" by CP-SAT; "auto" by the diagram unless it would be too large.
            most_nodes: When a diagram is too large; `lethal.diagram.build.nodes_in` says how many
                nodes some memory has room for.

        Raises:
            BoardError: The board makes no sense.
            EventError: One of its events is impossible.
            StepError: There is no such player or step.
        """
        if step not in {None, "first", "regular"}:
            message = f"there is no damage step {step!r}: it is 'first' or 'regular'"
            raise StepError(message)
        if engine not in ENGINES:
            message = f"there is no engine {engine!r}: it is one of {', '.join(ENGINES)}"
            raise StepError(message)
        start = load(board)
        situation = ready(start)
        combat = situation.combat
        if situation.over:
            message = "the combat is over before any damage is assigned"
            raise StepError(message)
        players = [player.id for player in combat.players]
        if by not in {*players, "both"}:
            known = (*players, "both")
            message = f"there is no player {by!r}{did_you_mean(by, known)}"
            raise StepError(message)
        self.board: Combat = start
        self.combat: Combat = combat
        self.by: str = by
        self.engine: Engine = engine
        self.most_nodes: int = most_nodes
        self.whole_step: DamageStep = damage_step(combat, step)

    def __getstate__(self) -> dict[str, object]:
        """Return what pickling keeps: not what was found, which may be large, or hold functions."""
        kept = ("board", "combat", "by", "engine", "most_nodes", "whole_step")
        return {name: vars(self)[name] for name in kept}

    @cached_property
    def components(self) -> tuple[Component, ...]:
        """The independent parts, in canonical order."""
        return tuple(
            component
            for component in components_of(self.whole_step, self.engine, self.most_nodes)
            if self.by == "both" or any(s.assigner == self.by for s in component.sources)
        )

    @cached_property
    def step(self) -> DamageStep:
        """The damage step, with the sources of this view only."""
        chosen = set(self.sources)
        return self.whole_step.part(tuple(s for s in self.whole_step.sources if s in chosen))

    @cached_property
    def sources(self) -> tuple[Source, ...]:
        """The sources in canonical order."""
        return tuple(source for component in self.components for source in component.sources)

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """The edges in canonical order; rows have one amount for each."""
        return tuple(edge for component in self.components for edge in component.edges)

    def assignment(self, row: tuple[int, ...]) -> Assignment:
        """Return the assignment of a row of amounts in the order of `edges`."""
        return Assignment(self.edges, row)

    @property
    def engines(self) -> tuple[str, ...]:
        """The engines that have done some work so far: "diagram", "cpsat" or both."""
        return tuple(sorted({used for c in self.components if (used := c.used)}))
