"""The numbers of the rules, as they were on any date.

The same rule has had up to five numbers since 1999. Messages cite the number of the chosen
date, found here by a name that never changes. Where the sources only bracket a renumbering
between two texts, the day of the later text is used. Numbers that no text of their time was seen
with follow from their neighbours: 104.1b before 2009-05, the letters of 702.17 and 702.19 in
Magic 2010, and what that text has for the keywords that trigger on attacks and blocks. Their
paragraphs of 502 before Magic 2010 were not seen; until then they have their first known number.
"""

from __future__ import annotations

from datetime import date

_CLASSIC = date(1999, 4, 23)
_M10 = date(2009, 7, 11)
_MIRRODIN_BESIEGED = date(2011, 2, 4)
_M12 = date(2011, 7, 15)
_M14 = date(2013, 7, 1)  # "indestructible" became 702.12 this month; what follows moved by one
_CONSPIRACY_2 = date(2016, 8, 26)
_HOUR_OF_DEVASTATION = date(2017, 7, 14)
_IXALAN = date(2017, 8, 25)  # the first text seen with first and double strike at 510.4
_STRIXHAVEN = date(2021, 4, 22)
_MODERN_HORIZONS_2 = date(2021, 6, 18)

NUMBERS: dict[str, tuple[tuple[date, str], ...]] = {
    "announcing": ((_CLASSIC, "310.1"), (_M10, "510.1")),
    "two steps": ((_CLASSIC, "310.5"), (_M10, "510.5"), (_IXALAN, "510.4")),
    "negative numbers": ((_CLASSIC, "104.1b"), (_M10, "107.1b")),
    "amount": ((_CLASSIC, "310.2a"), (_M10, "510.1a")),
    "unblocked attacker": ((_CLASSIC, "310.2b"), (_M10, "510.1b")),
    "blocked attacker": ((_CLASSIC, "310.2c"), (_M10, "510.1c")),
    "blocker": ((_CLASSIC, "310.2d"), (_M10, "510.1d")),
    "order of blockers": ((_M10, "509.2"),),
    "order of attackers": ((_M10, "509.3"),),
    "nothing attacked": ((_CLASSIC, "310.2b"), (_M10, "506.4c")),
    "trample": (
        (_CLASSIC, "502.9b"),
        (_M10, "702.17b"),
        (_M12, "702.18b"),
        (_M14, "702.19b"),
    ),
    # A trampler that attacks a planeswalker never reaches its controller. Before 2011 no text
    # with a number of its own for this was seen; the rule that names the recipients is cited.
    "trample and planeswalkers": (
        (_CLASSIC, "502.9b"),
        (_M10, "702.17b"),
        (_M12, "702.18d"),
        (_M14, "702.19d"),
        (_MODERN_HORIZONS_2, "702.19f"),
    ),
    "trample over planeswalkers": ((_MODERN_HORIZONS_2, "702.19c"),),
    "planeswalker gone": ((_MODERN_HORIZONS_2, "702.19e"),),
    # Banding on the other side: who divides an attacker's damage, who divides a blocker's.
    "defending player divides": (
        (_CLASSIC, "502.10h"),
        (_M10, "702.19j"),
        (_M12, "702.20j"),
        (_M14, "702.21j"),
        (_STRIXHAVEN, "702.22j"),
    ),
    "active player divides": (
        (_CLASSIC, "502.10h"),
        (_M10, "702.19k"),
        (_M12, "702.20k"),
        (_M14, "702.21k"),
        (_STRIXHAVEN, "702.22k"),
    ),
    # Keywords that trigger on attacks and blocks.
    "rampage": (
        (_M10, "702.20a"),
        (_M12, "702.21a"),
        (_M14, "702.22a"),
        (_STRIXHAVEN, "702.23a"),
    ),
    "flanking": (
        (_M10, "702.22a"),
        (_M12, "702.23a"),
        (_M14, "702.24a"),
        (_STRIXHAVEN, "702.25a"),
    ),
    "provoke": (
        (_M10, "702.36a"),
        (_M12, "702.37a"),
        (_M14, "702.38a"),
        (_STRIXHAVEN, "702.39a"),
    ),
    "bushido": (
        (_M10, "702.42a"),
        (_M12, "702.43a"),
        (_M14, "702.44a"),
        (_STRIXHAVEN, "702.45a"),
    ),
    "exalted": (
        (_M10, "702.80a"),
        (_M12, "702.81a"),
        (_M14, "702.82a"),
        (_STRIXHAVEN, "702.83a"),
    ),
    "battle cry": (
        (_MIRRODIN_BESIEGED, "702.88a"),
        (_M12, "702.89a"),
        (_M14, "702.90a"),
        (_STRIXHAVEN, "702.91a"),
    ),
    "melee": ((_CONSPIRACY_2, "702.120a"), (_STRIXHAVEN, "702.121a")),
    "afflict": ((_HOUR_OF_DEVASTATION, "702.129a"), (_STRIXHAVEN, "702.130a")),
}
"""Name of a rule to its numbers, each with the first day on which it was valid."""


def rule_number(rule: str, on: date) -> str:
    """Return the number that `rule` had on the day `on`.

    A day before the rule existed gives its first number: whoever asks what a newer card would
    have done under older rules still gets a rule to look up.

    >>> rule_number("trample", date(2005, 1, 1)), rule_number("trample", date(2026, 1, 1))
    ('502.9b', '702.19b')
    """
    history = NUMBERS[rule]
    return next((number for start, number in reversed(history) if start <= on), history[0][1])
