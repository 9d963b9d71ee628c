"""The keywords that a creature may have, one table.

Keywords are written as Oracle text has them, in any case. A keyword that the program does not
know is an error, never ignored: leaving one out would silently give a wrong answer.
"""

from __future__ import annotations

import re

from lethal_models.errors import did_you_mean
from lethal_models.texts import folded

TRAMPLE = "trample"
TRAMPLE_OVER_PLANESWALKERS = "trample over planeswalkers"
FIRST_STRIKE = "first strike"
DOUBLE_STRIKE = "double strike"
DEATHTOUCH = "deathtouch"
LIFELINK = "lifelink"
INDESTRUCTIBLE = "indestructible"
INFECT = "infect"
WITHER = "wither"
BANDING = "banding"
TOXIC = "toxic"
DAMAGE_BY_TOUGHNESS = "assigns combat damage equal to its toughness rather than its power"
BUSHIDO = "bushido"
RAMPAGE = "rampage"
AFFLICT = "afflict"
FLANKING = "flanking"
EXALTED = "exalted"
BATTLE_CRY = "battle cry"
MELEE = "melee"
PROVOKE = "provoke"
CHANGELING = "changeling"
NO_COMBAT_DAMAGE = "assigns no combat damage"
AS_THOUGH_UNBLOCKED = (
    "you may have this creature assign its combat damage as though it weren't blocked"
)
DIVIDED_AS_YOU_CHOOSE = (
    "you may assign this creature's combat damage divided as you choose among defending player "
    "and/or any number of creatures they control"
)

LETTERS: dict[str, str] = {
    "T": TRAMPLE,
    "P": TRAMPLE_OVER_PLANESWALKERS,
    "F": FIRST_STRIKE,
    "S": DOUBLE_STRIKE,
    "D": DEATHTOUCH,
    "L": LIFELINK,
    "I": INDESTRUCTIBLE,
    "N": INFECT,
    "W": WITHER,
    "B": BANDING,
}
"""Letter in the one-line notation to keyword, in the order in which letters are written."""

WITHOUT_EFFECT_ON_DAMAGE: frozenset[str] = frozenset(
    (
        "flying",
        "reach",
        "menace",
        "fear",
        "intimidate",
        "shadow",
        "horsemanship",
        "skulk",
        "plainswalk",
        "islandwalk",
        "swampwalk",
        "mountainwalk",
        "forestwalk",
        "defender",
        "haste",
        "vigilance",
        "flash",
        "hexproof",
        "shroud",
        CHANGELING,
        "can't be blocked",
    )
)
"""Keywords that matter before damage, or not at all in combat: who may attack and block."""

TRIGGERED: frozenset[str] = frozenset((FLANKING, EXALTED, BATTLE_CRY, MELEE, PROVOKE))
"""Keywords that trigger on attacks and blocks, before damage: see `triggers`."""

ASSIGNING: frozenset[str] = frozenset(
    (DAMAGE_BY_TOUGHNESS, NO_COMBAT_DAMAGE, AS_THOUGH_UNBLOCKED, DIVIDED_AS_YOU_CHOOSE)
)
"""Abilities without a name of their own that change how much is assigned, or to what."""

KEYWORDS: frozenset[str] = (
    frozenset(LETTERS.values()) | ASSIGNING | TRIGGERED | WITHOUT_EFFECT_ON_DAMAGE
)
"""Every keyword without a parameter."""

DEFENDER_DIVIDES = (
    "rather than the attacking player, you assign the combat damage of each creature attacking you"
)
LETHAL_BY_POWER = (
    "lethal damage dealt to creatures you control is determined by their power rather than their "
    "toughness"
)
PLAYER_ABILITIES: frozenset[str] = frozenset((DEFENDER_DIVIDES, LETHAL_BY_POWER))
"""What permanents may say for the player who controls them."""

COLORS = ("white", "blue", "black", "red", "green")

_WITH_NUMBER = re.compile(r"([a-z ]+) (\d{1,9})")
TRIGGERED_NUMBERED: frozenset[str] = frozenset((BUSHIDO, RAMPAGE, AFFLICT))
"""Those of the triggered keywords that have a number behind them."""

NUMBERED: frozenset[str] = frozenset((TOXIC,)) | TRIGGERED_NUMBERED
"""Keywords with a number behind them: "toxic 1"."""

_BANDS_WITH_OTHER = re.compile(r"bands with other ([^\W\d_][\w' -]*)")
_PROTECTION = re.compile(r"protection from (\w+)")
_PROTECTION_FROM = (*COLORS, "creatures", "everything")


def parse_keyword(text: str) -> str:
    """Return a keyword as the program writes it.

    >>> parse_keyword("First Strike"), parse_keyword("protection from Green")
    ('first strike', 'protection from green')

    Raises:
        ValueError: The keyword is not known; the message says so and suggests the nearest.
    """
    word = folded(text)
    if word in KEYWORDS or _BANDS_WITH_OTHER.fullmatch(word):
        return word
    if (match := _WITH_NUMBER.fullmatch(word)) and match[1] in NUMBERED:
        return f"{match[1]} {int(match[2])}"
    if word in NUMBERED:
        message = f"{word} needs its number: write {word + ' 1'!r} or whatever it is"
        raise ValueError(message)
    if match := _PROTECTION.fullmatch(word):
        if match[1] in _PROTECTION_FROM:
            return word
        known = ", ".join(_PROTECTION_FROM)
        message = f"protection from {match[1]!r} is not supported: it can be from {known}"
        raise ValueError(message)
    message = f"unknown keyword {text!r}{did_you_mean(word, KEYWORDS | NUMBERED)}"
    raise ValueError(message)


def parse_ability(text: str) -> str:
    """Return a player's ability as the program writes it.

    Raises:
        ValueError: The ability is not known; the message says so and suggests the nearest.
    """
    word = folded(text)
    if word in PLAYER_ABILITIES:
        return word
    message = f"unknown ability {text!r}{did_you_mean(word, PLAYER_ABILITIES)}"
    raise ValueError(message)


def number_of(keywords: frozenset[str], keyword: str) -> int:
    """Return the numbers behind a keyword, added up; 0 without it.

    >>> number_of(frozenset({"toxic 1", "toxic 2"}), "toxic")
    3
    """
    parts = (split_number(word) for word in keywords)
    return sum(number for word, number in parts if word == keyword)


def split_number(keyword: str) -> tuple[str, int]:
    """Return a keyword and the number behind it, which is 0 if it has none.

    >>> split_number("bushido 2"), split_number("first strike")
    (('bushido', 2), ('first strike', 0))
    """
    match = _WITH_NUMBER.fullmatch(keyword)
    return (match[1], int(match[2])) if match else (keyword, 0)


def bands_with_other(keywords: frozenset[str]) -> frozenset[str]:
    """Return the qualities of "bands with other [quality]".

    >>> bands_with_other(frozenset({"bands with other wolves", "banding"}))
    frozenset({'wolves'})
    """
    found = (_BANDS_WITH_OTHER.fullmatch(word) for word in keywords)
    return frozenset(match[1] for match in found if match)


def protections(keywords: frozenset[str]) -> frozenset[str]:
    """Return the qualities that a set of keywords gives protection from."""
    return frozenset(match[1] for word in keywords if (match := _PROTECTION.fullmatch(word)))
