"""The combat rules of every era since 1999, one table.

Eight rulesets follow one another. They share everything except the columns of `ERAS`.

An era chosen by name speaks with its final text: its rule numbers are those of its last day.
A date gives the era in force on that day and the numbers of that day.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from itertools import pairwise

from lethal_models.errors import UnknownRulesError
from lethal_models.rule_numbers import rule_number


class Deathtouch(StrEnum):
    """What deathtouch does while damage is *assigned*."""

    NOTHING = "nothing"
    """Before 2009-07: a trigger after the damage; trample needs the full toughness."""
    IGNORES_ORDER = "ignores order"
    """Magic 2010 only (702.2b): the source divides freely; 1 damage is not lethal damage.

    The latter is from a contemporary list of rules; an announcement has an example against it.
    """
    LETHAL = "lethal"
    """Since Magic 2011 (702.2b, now 702.2c): any damage from the source is lethal damage."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The rules of one era, read on one day.

    Attributes:
        name: The era's name, `"m12"`.
        title: Its name in words.
        start: The first day of the era.
        damage_assignment_order: Whether a creature that faces several opponents must give each
            lethal damage before the next (509.2, 510.1c as they were from 2009 to 2024).
        deathtouch: What deathtouch does to the assignment.
        lifelink_with_damage: Whether lifelink's life comes with the damage (702.15); before Magic
            2010 it was a trigger, too late for a player at 0.
        planeswalkers: Whether planeswalkers exist and can be attacked.
        battles: Whether battles exist.
        damage_on_stack: Whether combat damage is put on the stack, and players may respond before
            it is dealt (310.1-310.4); then who assigned in the first step does not assign in the
            second (310.5), instead of who had first or double strike.
        powerless_do_not_assign: Whether creatures with power 0 or less then count as not having
            assigned (310.2a of Lorwyn).
        blocked_by_creatures_only: Whether trample reaches past "blocked by nothing" only if
            blockers were removed (502.9c before Lorwyn).
        trample_over_planeswalkers: Whether that ability exists.
        as_of: The day whose text is cited.
        text: The era's name or the date, as it was chosen; gives the same ruleset again.
    """

    name: str
    title: str
    start: date
    damage_assignment_order: bool
    deathtouch: Deathtouch
    lifelink_with_damage: bool
    planeswalkers: bool
    battles: bool
    trample_over_planeswalkers: bool
    damage_on_stack: bool = False
    powerless_do_not_assign: bool = False
    blocked_by_creatures_only: bool = False
    as_of: date = date.max
    text: str = ""

    @property
    def bands_by_quality(self) -> bool:
        """Whether "bands with other [quality]" is about other creatures of that quality (702.22j).

        Before Magic 2010 it was about those that have the same ability (502.11).
        """
        return self.start >= _MAGIC_2010

    def number(self, rule: str) -> str:
        """Return the number of a rule (a key of `rule_numbers.NUMBERS`) in this text."""
        return rule_number(rule, self.as_of)

    def __str__(self) -> str:
        return self.text


_MAGIC_2010 = date(2009, 7, 11)
"""The day on which damage left the stack."""

_NOTHING, _FREE, _LETHAL = Deathtouch

# Columns: name, title, first day, damage assignment order, deathtouch, lifelink with damage,
# planeswalkers, and battles together with trample over planeswalkers.
# fmt: off
_TABLE: tuple[tuple[str, str, date, bool, Deathtouch, bool, bool, bool], ...] = (
    ("sixth",       "Sixth Edition",  date(1999, 4, 23),  False, _NOTHING, False, False, False),
    ("eighth",      "Eighth Edition", date(2003, 7, 1),   False, _NOTHING, False, False, False),
    ("lorwyn",      "Lorwyn",         date(2007, 10, 1),  False, _NOTHING, False, True,  False),
    ("alara",       "Alara Reborn",   date(2009, 5, 1),   False, _NOTHING, False, True,  False),
    ("m10",         "Magic 2010",     date(2009, 7, 11),  True,  _FREE,    True,  True,  False),
    ("m11",         "Magic 2011",     date(2010, 7, 16),  True,  _LETHAL,  True,  True,  False),
    # Battles and trample over planeswalkers arrived inside this era (2023 and 2021); a board that
    # has them is read under the whole of it.
    ("m12",         "Magic 2012",     date(2011, 7, 15),  True,  _LETHAL,  True,  True,  True),
    # The texts only bracket this switch between 2024-04-12 and 2025-02-07; the day is that of the
    # set's release.
    ("foundations", "Foundations",    date(2024, 11, 15), False, _LETHAL,  True,  True,  True),
)
# fmt: on

_NEWEST = tuple(
    Ruleset(
        name,
        title,
        start,
        order,
        deathtouch,
        lifelink,
        walkers,
        newest,
        newest,
        damage_on_stack=start < _MAGIC_2010,
        powerless_do_not_assign=name == "lorwyn",
        blocked_by_creatures_only=not walkers,
        text=name,
    )
    for name, title, start, order, deathtouch, lifelink, walkers, newest in _TABLE
)

ERAS: tuple[Ruleset, ...] = (
    *(replace(era, as_of=after.start - timedelta(days=1)) for era, after in pairwise(_NEWEST)),
    _NEWEST[-1],
)
"""The rulesets in order of time, each with its final text."""

CURRENT: Ruleset = ERAS[-1]
"""The rules of today."""

NAMES: tuple[str, ...] = (*(era.name for era in ERAS), "current")
"""Every name that `ruleset` accepts."""


def ruleset(chosen: str | date) -> Ruleset:
    """Return the rules with a name, or those in force on a date from 1999-04-23 on.

    >>> ruleset("m12").number("trample"), ruleset("2012-03-01").number("trample")
    ('702.19b', '702.18b')
    >>> ruleset("current").name
    'foundations'

    Raises:
        UnknownRulesError: `chosen` is neither, or a date before the first text.
    """
    if isinstance(chosen, str):
        word = chosen.strip().lower()
        if word == "current":
            return CURRENT
        for era in ERAS:
            if word == era.name:
                return era
        try:
            day = date.fromisoformat(word)
        except ValueError:
            raise UnknownRulesError(chosen, NAMES) from None
    else:
        day = chosen
    if day < ERAS[0].start:
        reason = f"the first rules known here are those of {ERAS[0].start}"
        raise UnknownRulesError(day.isoformat(), NAMES, reason)
    era = next(era for era in reversed(ERAS) if era.start <= day)
    return replace(era, as_of=day, text=day.isoformat())


def as_ruleset(rules: Ruleset | str | date) -> Ruleset:
    """Return rules as they are, by name or by date."""
    return rules if isinstance(rules, Ruleset) else ruleset(rules)
