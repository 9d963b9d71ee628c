"""`lethal show`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from lethal_models import parse
from lethal_models.files import read_mapping
from program import lethal

if TYPE_CHECKING:
    from pathlib import Path


def test_a_combat_and_its_damage_step_are_told_in_words() -> None:
    result = lethal("show", "m12:20:6/6Tx2/2-1+3/3,1/1x0,0/4")
    assert (result.code, result.err) == (0, "")
    assert (
        result.out
        == """\
rules m12: Magic 2012, damage assignment order, 1 from deathtouch is lethal damage
the active player: 20 life
the defending player: 20 life

a1 6/6, trample, blocked by
  b1 2/2, 1 damage
  b2 3/3
a2 1/1, blocked, no blocker left
a3 0/4, not blocked

combat damage step (510.1)
a1 assigns 6
  to b1
  to b2, once lethal damage is assigned to b1: 1
  to the defending player, once lethal damage is assigned to b1: 1; b2: 3
b1 assigns 2
  to a1
b2 assigns 3
  to a1
a2 is blocked, and no creature is blocking it now
a3 would assign 0, so it assigns no damage

results: 4
  destroyed: b1, b2; damage to defending: 2; life of active: 20; life of defending: 18
  destroyed: b1, b2; damage to defending: 1; life of active: 20; life of defending: 19
  destroyed: b1, b2; life of active: 20; life of defending: 20
  destroyed: b1; life of active: 20; life of defending: 20
"""
    )


def test_banding_shows_who_divides() -> None:
    result = lethal("show", "20:3/3x1/1B")
    assert "a1 assigns 3, divided by the defending player (702.22j)" in result.out.splitlines()


THORN = "You may have this creature assign its combat damage as though it weren't blocked"
FORMATION = (
    "Rather than the attacking player, you assign the combat damage of each creature attacking you"
)
WAYS: dict[str, object] = {
    "format": 1,
    "players": {
        "active": {},
        "defending": {"abilities": [FORMATION]},
    },
    "attackers": [
        {"id": "a", "power": 2, "toughness": 2, "keywords": [THORN], "blocked_by": ["b"]},
        {"id": "gone", "power": 1, "toughness": 2, "keywords": [THORN], "blocked": True},
    ],
    "blockers": [{"id": "b", "power": 1, "toughness": 1}],
}


def test_ways_to_divide_are_shown_one_by_one(tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    file.write_text(json.dumps(WAYS), encoding="utf-8")
    _, _, shown = lethal("show", file).out.partition("combat damage step (510.1)\n")
    step, _, _ = shown.partition("\nresults:")
    assert (
        step
        == """\
a assigns 2, divided by the defending player, whose ability says so
  all of it as though it weren't blocked
    to the defending player
  or as usual
    to b
gone assigns 1, divided by the defending player, whose ability says so
  all of it as though it weren't blocked
    to the defending player
  or nothing at all
b assigns 1
  to a
"""
    )


def test_ways_to_divide_are_in_the_json(tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    file.write_text(json.dumps(WAYS), encoding="utf-8")
    record = lethal("show", file, "--format", "json").json
    assert read_mapping(record["board"]).combat == read_mapping(WAYS).combat
    player: dict[str, object] = {"id": "defending", "relies_on": {}}
    blocker: dict[str, object] = {"id": "b", "relies_on": {}}
    assert [source.get("ways") for source in record["sources"]] == [
        [[player], [blocker]],
        [[player], []],
        None,
    ]
    assert record["sources"][0]["recipients"] == [blocker, player]


def test_two_damage_steps_are_told_apart() -> None:
    board = "20:2/2F,3/3"
    assert "first-strike damage step (510.4)" in lethal("show", board).out
    assert "\ncombat damage step (510.1)" in lethal("show", board, "--step", "regular").out


def test_rules_change_what_is_shown() -> None:
    result = lethal("show", "20:2/2", "--rules", "2005-06-01")
    assert result.out.startswith(
        "rules 2005-06-01: Eighth Edition, free division, deathtouch does not help to assign\n"
    )
    assert "combat damage step (310.1)" in result.out


def test_titles_names_and_left_permanents_are_shown(tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    board = {
        "format": 1,
        "title": "A title [bold]with brackets[/]",
        "players": {"active": {"poison": 3}, "defending": {}},
        "attackers": [
            {"id": "a", "name": "Ajani's Bear", "power": 2, "toughness": 2, "attacks": "j"}
        ],
        "planeswalkers": [{"id": "j", "name": "Jace", "loyalty": 0}],
    }
    file.write_text(json.dumps(board), encoding="utf-8")
    lines = lethal("show", file).out.splitlines()
    assert lines[0] == "A title [bold]with brackets[/]"
    assert "the active player: 20 life, 3 poison" in lines
    assert "Jace: has left combat" in lines
    assert "Ajani's Bear (a) 2/2 attacks j, not blocked" in lines


@pytest.mark.parametrize("format_", ["json", "jsonl"])
def test_json_is_a_board_file_with_its_step(format_: str) -> None:
    text = "m12:20:6/6Tx2/2+3/3"
    result = lethal("show", text, "--format", format_)
    record = result.json
    assert result.code == 0
    assert (record["type"], record["step"]) == ("board", "regular")
    assert read_mapping(record["board"]).combat == parse(text)
    assert record["sources"] == [
        {
            "id": "a1",
            "amount": 6,
            "assigner": "active",
            "deathtouch": False,
            "recipients": [
                {"id": "b1", "relies_on": {}},
                {"id": "b2", "relies_on": {"b1": 2}},
                {"id": "defending", "relies_on": {"b1": 2, "b2": 3}},
            ],
        },
        *(
            {
                "id": blocker,
                "amount": amount,
                "assigner": "defending",
                "deathtouch": False,
                "recipients": [{"id": "a1", "relies_on": {}}],
            }
            for blocker, amount in (("b1", 2), ("b2", 3))
        ),
    ]
