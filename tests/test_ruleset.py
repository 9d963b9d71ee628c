"""The rules by name and by date, and the numbers that they had."""

from __future__ import annotations

import pickle
from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethal_models import CURRENT, ERAS, UnknownRulesError, ruleset
from lethal_models.rule_numbers import NUMBERS
from lethal_models.ruleset import NAMES, Deathtouch

FIRST_DAYS = [
    ("sixth", date(1999, 4, 23)),
    ("eighth", date(2003, 7, 1)),
    ("lorwyn", date(2007, 10, 1)),
    ("alara", date(2009, 5, 1)),
    ("m10", date(2009, 7, 11)),
    ("m11", date(2010, 7, 16)),
    ("m12", date(2011, 7, 15)),
    ("foundations", date(2024, 11, 15)),
]


def test_the_eras_are_eight_in_order_of_time() -> None:
    assert [(era.name, era.start) for era in ERAS] == FIRST_DAYS
    assert (*(name for name, _ in FIRST_DAYS), "current") == NAMES


@pytest.mark.parametrize(("name", "first_day"), FIRST_DAYS)
def test_an_era_starts_on_its_first_day(name: str, first_day: date) -> None:
    assert ruleset(first_day).name == name
    assert ruleset(first_day.isoformat()).name == name


@pytest.mark.parametrize(("earlier", "later"), [*pairwise(FIRST_DAYS)])
def test_an_era_lasts_until_the_day_before_the_next(
    earlier: tuple[str, date], later: tuple[str, date]
) -> None:
    last_day = later[1] - timedelta(days=1)
    assert ruleset(last_day).name == earlier[0]
    assert ruleset(earlier[0]).as_of == last_day


def test_the_last_era_has_no_end() -> None:
    assert ruleset("9999-12-31").name == "foundations"
    assert ruleset("foundations") == CURRENT == ruleset("current")


@pytest.mark.parametrize("text", ["M12", " m12 ", "m12"])
def test_names_are_read_in_any_case(text: str) -> None:
    assert ruleset(text) == ruleset("m12")


@pytest.mark.parametrize(
    ("name", "order", "deathtouch", "planeswalkers", "newest"),
    [
        ("sixth", False, Deathtouch.NOTHING, False, False),
        ("eighth", False, Deathtouch.NOTHING, False, False),
        ("lorwyn", False, Deathtouch.NOTHING, True, False),
        ("alara", False, Deathtouch.NOTHING, True, False),
        ("m10", True, Deathtouch.IGNORES_ORDER, True, False),
        ("m11", True, Deathtouch.LETHAL, True, False),
        ("m12", True, Deathtouch.LETHAL, True, True),
        ("foundations", False, Deathtouch.LETHAL, True, True),
    ],
)
def test_eras_differ_in_what_the_rules_say_they_do(
    name: str, *, order: bool, deathtouch: Deathtouch, planeswalkers: bool, newest: bool
) -> None:
    era = ruleset(name)
    assert era.damage_assignment_order is order
    assert era.deathtouch is deathtouch
    assert era.planeswalkers is planeswalkers
    assert era.battles is newest
    assert era.trample_over_planeswalkers is newest


DAYS = ("2005-01-01", "2009-07-11", "2011-07-15", "2017-08-25", "2022-01-01", "2026-04-17")
DRIFT = [
    # The columns of the drift table: classic, Magic 2010, Magic 2012, 2017-08, 2022, 2026-04.
    ("announcing", "310.1", "510.1", "510.1", "510.1", "510.1", "510.1"),
    ("amount", "310.2a", "510.1a", "510.1a", "510.1a", "510.1a", "510.1a"),
    ("unblocked attacker", "310.2b", "510.1b", "510.1b", "510.1b", "510.1b", "510.1b"),
    ("blocked attacker", "310.2c", "510.1c", "510.1c", "510.1c", "510.1c", "510.1c"),
    ("blocker", "310.2d", "510.1d", "510.1d", "510.1d", "510.1d", "510.1d"),
    ("trample", "502.9", "702.17", "702.18", "702.19", "702.19", "702.19"),
    ("trample and planeswalkers", "502.9", "702.17", "702.18", "702.19", "702.19", "702.19"),
    ("defending player divides", "502.10", "702.19", "702.20", "702.21", "702.22", "702.22"),
    ("active player divides", "502.10", "702.19", "702.20", "702.21", "702.22", "702.22"),
]


@pytest.mark.parametrize(("rule", "numbers"), [(row[0], row[1:]) for row in DRIFT])
def test_rules_drift_from_number_to_number(rule: str, numbers: tuple[str, ...]) -> None:
    for day, number in zip(DAYS, numbers, strict=True):
        found = ruleset(day).number(rule)
        # The table gives trample and banding without the letter of the paragraph.
        assert found.startswith(number), day
        assert found.removeprefix(number).isalpha() or found == number


@pytest.mark.parametrize(
    ("day", "rule", "number"),
    [
        ("2013-06-30", "trample", "702.18b"),
        ("2013-07-01", "trample", "702.19b"),
        ("2009-07-10", "two steps", "310.5"),
        ("2009-07-11", "two steps", "510.5"),
        ("2026-04-17", "two steps", "510.4"),
        ("2017-08-25", "trample", "702.19b"),
        ("2021-04-21", "active player divides", "702.21k"),
        ("2021-04-22", "active player divides", "702.22k"),
        ("2021-04-22", "defending player divides", "702.22j"),
        ("2021-06-17", "trample and planeswalkers", "702.19d"),
        ("2021-06-18", "trample and planeswalkers", "702.19f"),
        ("2021-06-18", "trample over planeswalkers", "702.19c"),
        ("2021-06-18", "planeswalker gone", "702.19e"),
        ("2009-07-10", "negative numbers", "104.1b"),
        ("2009-07-11", "negative numbers", "107.1b"),
    ],
)
def test_a_number_changes_on_one_day(day: str, rule: str, number: str) -> None:
    assert ruleset(day).number(rule) == number


def test_an_era_by_name_speaks_with_its_final_text() -> None:
    assert ruleset("m12").number("trample") == ruleset("2024-11-14").number("trample") == "702.19b"
    assert ruleset("2011-07-15").number("trample") == "702.18b"
    assert ruleset("m10").number("active player divides") == "702.19k"


def test_a_rule_that_does_not_exist_yet_has_its_first_number() -> None:
    assert ruleset("sixth").number("trample over planeswalkers") == "702.19c"


def test_numbers_are_listed_in_order_of_time() -> None:
    for history in NUMBERS.values():
        days = [day for day, _ in history]
        assert days == sorted(set(days))


@pytest.mark.parametrize("name", NAMES)
def test_the_text_of_an_era_gives_it_again(name: str) -> None:
    rules = ruleset(name)
    assert ruleset(str(rules)) == rules
    assert str(rules) == ("foundations" if name == "current" else name)
    assert pickle.loads(pickle.dumps(rules)) == rules  # noqa: S301 - our own


@given(st.dates(min_value=FIRST_DAYS[0][1]))
def test_the_text_of_a_date_gives_its_rules_again(day: date) -> None:
    rules = ruleset(day)
    assert str(rules) == day.isoformat()
    assert ruleset(str(rules)) == rules
    assert rules.start <= day == rules.as_of


@pytest.mark.parametrize(
    "text", ["", "m13", "2012", "2012-02-30", "yesterday", "01.03.2012", "2012-03-01T10:00"]
)
def test_what_is_no_era_and_no_date_is_refused(text: str) -> None:
    with pytest.raises(UnknownRulesError) as caught:
        ruleset(text)
    message = str(caught.value)
    assert message.startswith(f"unknown rules {text!r}: give a date from 1999-04-23 on ")
    assert "sixth, eighth, lorwyn, alara, m10, m11, m12, foundations, current" in message


def test_a_near_miss_is_suggested() -> None:
    with pytest.raises(UnknownRulesError, match=r"; did you mean 'foundations'\?$"):
        ruleset("fundations")


@pytest.mark.parametrize("day", [date(1999, 4, 22), date(1993, 8, 5), date.min])
def test_a_day_before_the_first_text_is_refused(day: date) -> None:
    expected = f"no rules for '{day}': the first rules known here are those of 1999-04-23"
    for chosen in (day, day.isoformat()):
        with pytest.raises(UnknownRulesError) as caught:
            ruleset(chosen)
        assert str(caught.value) == expected
