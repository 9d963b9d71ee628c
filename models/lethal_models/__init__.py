"""What a combat is, and which combat damage assignments are legal, without any solver."""

from lethal_models.assigning import WhichStep, damage_step
from lethal_models.assignment import Assignment, Edge
from lethal_models.board import ACTIVE, DEFENDING, Battle, Planeswalker, Player
from lethal_models.combat import Combat
from lethal_models.combatants import Attacker, Blocker, Bystander
from lethal_models.creature import Creature
from lethal_models.damage_step import DamageStep, Gate, Idle, Need, Recipient, Role, Source, Way
from lethal_models.errors import (
    BoardError,
    EventError,
    LethalError,
    Problem,
    StepError,
    TextError,
    UnknownRulesError,
    UnsayableError,
)
from lethal_models.events import Action, Event, Moment
from lethal_models.legality import Violation, violations
from lethal_models.notation import parse
from lethal_models.ruleset import CURRENT, ERAS, Ruleset, ruleset
from lethal_models.sayable import write_notation

__all__ = [
    "ACTIVE",
    "CURRENT",
    "DEFENDING",
    "ERAS",
    "Action",
    "Assignment",
    "Attacker",
    "Battle",
    "Blocker",
    "BoardError",
    "Bystander",
    "Combat",
    "Creature",
    "DamageStep",
    "Edge",
    "Event",
    "EventError",
    "Gate",
    "Idle",
    "LethalError",
    "Moment",
    "Need",
    "Planeswalker",
    "Player",
    "Problem",
    "Recipient",
    "Role",
    "Ruleset",
    "Source",
    "StepError",
    "TextError",
    "UnknownRulesError",
    "UnsayableError",
    "Violation",
    "Way",
    "WhichStep",
    "damage_step",
    "parse",
    "ruleset",
    "violations",
    "write_notation",
]
