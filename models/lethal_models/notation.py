"""Reading the one-line notation; `sayable` has the grammar and writes it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lethal_models.board import ACTIVE, DEFENDING, Battle, Planeswalker, Player
from lethal_models.combat import Combat
from lethal_models.combatants import Attacker, Blocker
from lethal_models.creature import Creature
from lethal_models.errors import BoardError, TextError, UnknownRulesError, did_you_mean
from lethal_models.keywords import LETTERS
from lethal_models.ruleset import CURRENT, Ruleset, ruleset
from lethal_models.sayable import LABEL, PERMANENT_LABEL

if TYPE_CHECKING:
    from typing import NoReturn

_NUMBER = r"\d{1,30}"
_LIFE = re.compile(rf"-?{_NUMBER}")
_PERMANENT = re.compile(rf"({PERMANENT_LABEL.pattern})=({_NUMBER})(B?)")
_CREATURE = re.compile(
    rf"(?:({LABEL.pattern})=)?(-?{_NUMBER})/(-?{_NUMBER})([A-Z]*)(?:-({_NUMBER}))?"
)


def parse(text: str, rules: Ruleset | None = None) -> Combat:
    """Return the combat that a line of notation describes.

    Args:
        text: The notation.
        rules: The rules to use instead of those that the text names.

    >>> combat = parse("m12:20:7/7x3/3-2+b=2/4+5/5,4/4xb+2/1")
    >>> [attacker.blockers for attacker in combat.attackers]
    [('b1', 'b', 'b3'), ('b', 'b4')]
    >>> str(combat)
    'm12:20:7/7x3/3-2+b=2/4+5/5,4/4xb+2/1'

    Raises:
        TextError: The text is not notation; says where and why.
        BoardError: It is, but the board makes no sense.
    """
    return _Reader(text, rules).read()


@dataclass(slots=True)
class _Reader:
    """One pass over a text; `blockers` grows as creatures are first mentioned."""

    text: str
    rules: Ruleset | None
    blockers: dict[str, Creature] = field(default_factory=dict)

    def read(self) -> Combat:
        *era, head, body = self._fields()
        rules = self._rules(era[0]) if era else CURRENT
        start = len(era[0]) + 1 if era else 0
        life, walkers, battles = self._head(head, start)
        attackers = self._attackers(body, start + len(head) + 1)
        blocks_of: dict[str, list[str]] = {id_: [] for id_ in self.blockers}
        for attacker in attackers:
            for id_ in attacker.blockers:
                blocks_of[id_].append(attacker.creature.id)
        blockers = tuple(
            Blocker(creature, tuple(blocks_of[id_]), len(blocks_of[id_]))
            for id_, creature in self.blockers.items()
        )
        try:
            return Combat(
                attackers,
                blockers,
                self.rules or rules,
                (Player(ACTIVE), Player(DEFENDING, life)),
                walkers,
                battles,
            )
        except BoardError as error:
            raise BoardError(error.problems, repr(self.text)) from None

    def _fields(self) -> list[str]:
        fields = self.text.split(":")
        if len(fields) not in {2, 3}:
            forms = "LIFE:ATTACKERS or RULES:LIFE:ATTACKERS, as in 20:6/6Tx2/2+3/3"
            self._fail(0, f"notation is {forms}")
        return fields

    def _rules(self, era: str) -> Ruleset:
        try:
            return ruleset(era)
        except UnknownRulesError as error:
            self._fail(0, str(error))

    def _head(
        self, head: str, start: int
    ) -> tuple[int, tuple[Planeswalker, ...], tuple[Battle, ...]]:
        life, *permanents = head.split("+")
        if not _LIFE.fullmatch(life):
            self._fail(start, f"expected the defending player's life, found {life!r}")
        walkers: list[Planeswalker] = []
        battles: list[Battle] = []
        at = start + len(life) + 1
        for permanent in permanents:
            match = _PERMANENT.fullmatch(permanent)
            if not match:
                self._fail(
                    at,
                    f"expected a planeswalker like j=4 or a battle like k=5B, found {permanent!r} "
                    "(no x in these labels)",
                )
            if match[3]:
                battles.append(Battle(match[1], int(match[2])))
            else:
                walkers.append(Planeswalker(match[1], int(match[2])))
            at += len(permanent) + 1
        return int(life), tuple(walkers), tuple(battles)

    def _attackers(self, body: str, at: int) -> tuple[Attacker, ...]:
        attackers: list[Attacker] = []
        for number, part in enumerate(body.split(","), 1):
            creature, rest = self._creature(part, at, f"a{number}")
            attackers.append(self._attack(creature, rest, at + len(part) - len(rest)))
            at += len(part) + 1
        return tuple(attackers)

    def _attack(self, creature: Creature, rest: str, at: int) -> Attacker:
        attacks = DEFENDING
        if rest.startswith("@"):
            match = PERMANENT_LABEL.match(rest, 1)
            if not match:
                self._fail(at + 1, "expected the label of a planeswalker or battle after @")
            attacks = match[0]
            at, rest = at + match.end(), rest[match.end() :]
        if not rest:
            return Attacker(creature, attacks)
        if not rest.startswith("x"):
            self._fail(at, f"expected @, x, a comma or the end, found {rest!r}")
        if rest == "x0":
            return Attacker(creature, attacks, (), blocked=True)
        blocked_by: list[str] = []
        at += 1
        for block in rest[1:].split("+"):
            blocked_by.append(self._block(block, at, blocked_by))
            at += len(block) + 1
        return Attacker(creature, attacks, tuple(blocked_by), blocked=True)

    def _block(self, block: str, at: int, earlier: list[str]) -> str:
        if "/" not in block:
            if block in earlier:
                self._fail(at, f"{block!r} already blocks this attacker")
            if block not in self.blockers:
                hint = did_you_mean(block, self.blockers)
                expected = "a blocker like 2/2, or the label of an earlier one"
                self._fail(at, f"expected {expected}, found {block!r}{hint}")
            return block
        creature, rest = self._creature(block, at, f"b{len(self.blockers) + 1}")
        if rest:
            self._fail(at + len(block) - len(rest), f"expected + or the end, found {rest!r}")
        if creature.id in self.blockers:
            self._fail(at, f"{creature.id!r} is already a blocker; a bare label blocks again")
        self.blockers[creature.id] = creature
        return creature.id

    def _creature(self, part: str, at: int, unlabelled: str) -> tuple[Creature, str]:
        match = _CREATURE.match(part)
        if not match:
            self._fail(at, f"expected a creature like 2/2 or elf=1/1T, found {part!r}")
        label, power, toughness, letters, damage = match.groups()
        for i, letter in enumerate(letters):
            if letter not in LETTERS:
                known = ", ".join(f"{key} {word}" for key, word in LETTERS.items())
                self._fail(at + match.start(4) + i, f"no keyword {letter!r}; there are {known}")
            if letter in letters[:i]:
                self._fail(at + match.start(4) + i, f"keyword {letter!r} is given twice")
        creature = Creature(
            label or unlabelled,
            int(power),
            int(toughness),
            frozenset(LETTERS[letter] for letter in letters),
            int(damage or 0),
        )
        return creature, part[match.end() :]

    def _fail(self, position: int, message: str) -> NoReturn:
        raise TextError("notation", self.text, position, message)
