"""Board files: what they say, and every mistake with its line, column and sentence."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lethal_models import (
    ACTIVE,
    CURRENT,
    DEFENDING,
    Assignment,
    Attacker,
    Battle,
    Blocker,
    BoardError,
    Bystander,
    Combat,
    Creature,
    Planeswalker,
    Player,
    UnsayableError,
    ruleset,
    write_notation,
)
from lethal_models.files import (
    LARGEST_FILE,
    BoardFile,
    BoardFileError,
    load,
    read_board,
    read_mapping,
    write_board,
)
from lethal_models.files.writing import board_data
from strategies import combats, examples

if TYPE_CHECKING:
    from collections.abc import Mapping

BEAR: Mapping[str, Any] = {"id": "bear", "power": 2, "toughness": 2}
ELF: Mapping[str, Any] = {"id": "elf", "power": 1, "toughness": 1}


def refusal(text: str | bytes, *, is_json: bool = False) -> list[str]:
    """Return the lines of the error that a board file causes."""
    data = text.encode() if isinstance(text, str) else text
    with pytest.raises(BoardFileError) as caught:
        read_board(data, "f", is_json=is_json)
    return str(caught.value).splitlines()


def json_refusal(**keys: Any) -> list[str]:  # noqa: ANN401 - JSON
    """Return the lines of the error for keys written as indented JSON, one space a level."""
    return refusal(json.dumps({"format": 1} | keys, indent=1), is_json=True)


def combat_of(text: str, *, is_json: bool = False) -> Combat:
    """Return the combat in a board file."""
    return read_board(text.encode(), "f", is_json=is_json).combat


EVERYTHING = """\
format = 1
title = "Everything"
rules = "m12"
bands = [["hero", "bear"]]

[players.active]
life = 12
poison = 1
[players.defending]
life = 9

[[attackers]]
id = "hero"
name = "Benalish Hero"
power = 1
toughness = 1
keywords = ["Banding", "FIRST  strike", "can\u2019t be blocked"]
attacks = "jace"
blocked_by = ["wall"]
[[attackers]]
id = "bear"
power = 2
toughness = 2
damage = 1
value = -4
colors = ["green"]
attacks = "jace"
[[attackers]]
id = "ghost"
power = 1
toughness = 1
attacks = "siege"
blocked = true

[[blockers]]
id = "wall"
power = 0
toughness = 4
keywords = ["protection from Red"]
can_block = "any"
[[blockers]]
id = "idler"
power = 1
toughness = 1
blocks = []

[[creatures]]
id = "watcher"
power = 3
toughness = 3
controller = "defending"
tapped = true
summoning_sick = true

[[planeswalkers]]
id = "jace"
name = "Jace Beleren"
loyalty = 3
[[battles]]
id = "siege"
name = "Siege"
defense = 5
"""


def test_everything_that_a_file_can_say_is_read() -> None:
    hero = Creature(
        "hero",
        1,
        1,
        frozenset({"banding", "first strike", "can't be blocked"}),
        name="Benalish Hero",
    )
    bear = Creature("bear", 2, 2, damage=1, value=-4, colors=frozenset({"green"}))
    wall = Creature("wall", 0, 4, frozenset({"protection from red"}))
    assert combat_of(EVERYTHING) == Combat(
        (
            Attacker(hero, "jace", ("wall",), blocked=True),
            Attacker(bear, "jace", ("wall",), blocked=True),
            Attacker(Creature("ghost", 1, 1), "siege", (), blocked=True),
        ),
        (
            Blocker(wall, ("hero", "bear"), None),
            Blocker(Creature("idler", 1, 1), (), 1),
        ),
        ruleset("m12"),
        (Player(ACTIVE, 12, 1), Player(DEFENDING, 9)),
        (Planeswalker("jace", 3, DEFENDING, "Jace Beleren"),),
        (Battle("siege", 5, DEFENDING, "Siege"),),
        (("hero", "bear"),),
        (Bystander(Creature("watcher", 3, 3), DEFENDING, tapped=True, summoning_sick=True),),
        "Everything",
    )


def test_json_says_the_same_as_toml() -> None:
    combat = combat_of(EVERYTHING)
    assert combat_of(json.dumps(board_data(combat)), is_json=True) == combat


def test_almost_everything_has_a_default() -> None:
    combat = read_mapping({"format": 1, "attackers": [BEAR]}).combat
    assert combat == Combat((Attacker(Creature("bear", 2, 2)),))
    assert combat.rules is CURRENT
    assert combat.players == (Player(ACTIVE, 20), Player(DEFENDING, 20))


def test_a_file_with_one_other_opponent_attacks_that_one() -> None:
    board = {"format": 1, "players": {"bob": {"life": 3}}, "attackers": [BEAR]}
    combat = read_mapping(board).combat
    assert combat.players == (Player(ACTIVE), Player("bob", 3))
    assert combat.attackers[0].attacks == "bob"


def test_the_schema_is_published() -> None:
    schema = BoardFile.model_json_schema()
    assert schema["properties"]["rules"] == {
        "default": "current",
        "title": "Rules",
        "type": "string",
    }
    assert schema["required"] == ["format"]
    assert schema["additionalProperties"] is False


@pytest.mark.parametrize("rules", ['"2012-03-01"', "2012-03-01"])
def test_rules_may_be_a_date_as_text_or_as_toml_has_dates(rules: str) -> None:
    text = f'format = 1\nrules = {rules}\n[[attackers]]\nid = "a"\npower = 1\ntoughness = 1\n'
    assert combat_of(text).rules.as_of == date(2012, 3, 1)
    assert combat_of(text).rules.name == "m12"


def test_rules_given_besides_replace_those_of_the_file() -> None:
    assert read_board(EVERYTHING.encode(), "f", CURRENT).combat.rules is CURRENT


BASE = """\
format = 1
[[attackers]]
id = "bear"
power = 2
toughness = 2
{attacker}
[[blockers]]
id = "elf"
power = 1
toughness = 1
{blocker}
"""


@pytest.mark.parametrize(
    ("attacker", "blocker"),
    [
        ('blocked_by = ["elf"]', ""),
        ("", 'blocks = ["bear"]'),
        ('blocked_by = ["elf"]', 'blocks = ["bear"]'),
    ],
)
def test_a_block_is_written_on_either_side_or_both(attacker: str, blocker: str) -> None:
    combat = combat_of(BASE.format(attacker=attacker, blocker=blocker))
    assert combat.attackers[0].blockers == ("elf",)
    assert combat.blockers[0].attackers == ("bear",)


def test_a_block_on_one_side_is_refused_when_the_other_side_leaves_it_out() -> None:
    problem = (
        "'elf' blocks 'bear' here, but the '{}' of {} leaves it out; write the block on one side "
        "only, or the same on both"
    )
    text = BASE.format(attacker='blocked_by = ["elf"]', blocker="blocks = []")
    assert refusal(text) == [f"f:6:15: {problem.format('blocks', repr('elf'))}"]
    text = BASE.format(attacker="blocked_by = []", blocker='blocks = ["bear"]')
    assert refusal(text) == [f"f:11:11: {problem.format('blocked_by', repr('bear'))}"]
    assert json_refusal(
        attackers=[{**BEAR, "blocked_by": ["elf"]}], blockers=[{**ELF, "blocks": []}]
    ) == [f"f:9:5: {problem.format('blocks', repr('elf'))}"]


def test_open_blocks_are_refused_with_what_to_write() -> None:
    sentence = (
        "no block is declared, though there are creatures that could; write blocked_by = [] on an "
        "attacker if nobody blocks"
    )
    assert refusal(BASE.format(attacker="", blocker="")) == [f"f:2:1: {sentence}"]
    assert json_refusal(attackers=[BEAR], blockers=[ELF]) == [f"f:4:3: {sentence}"]
    bystander = {**ELF, "controller": "defending"}
    assert json_refusal(attackers=[BEAR], creatures=[bystander]) == [f"f:4:3: {sentence}"]


@pytest.mark.parametrize(
    "creatures",
    [
        [{**ELF, "controller": "active"}],
        [{**ELF, "controller": "defending", "tapped": True}],
    ],
)
def test_who_cannot_block_leaves_no_block_open(creatures: list[object]) -> None:
    board = {"format": 1, "attackers": [BEAR], "creatures": creatures}
    assert not read_mapping(board).combat.attackers[0].blocked


def test_nobody_blocks_when_the_file_says_so() -> None:
    combat = combat_of(BASE.format(attacker="blocked_by = []", blocker=""))
    assert not combat.attackers[0].blocked


def test_nothing_attacking_is_refused() -> None:
    sentence = "nothing attacks: the board needs [[attackers]]"
    assert refusal("format = 1\n") == [f"f:1:1: {sentence}"]
    assert refusal(' {"format": 1}', is_json=True) == [f"f:1:2: {sentence}"]


BAD_KEYS = [
    ("powr = 1", "powr", "unknown key 'powr'; did you mean 'power'?"),
    ("attack = 1", "attack", "unknown key 'attack'; did you mean 'attacks'?"),
    (
        "zzz = 1",
        "zzz",
        (
            "unknown key 'zzz'; there are id, name, power, toughness, keywords, damage, value, "
            "colors, commander, types, attacks, blocked_by, blocked"
        ),
    ),
]


@pytest.mark.parametrize(("line", "key", "sentence"), BAD_KEYS)
def test_an_unknown_key_is_shown_where_it_stands(line: str, key: str, sentence: str) -> None:
    assert refusal(BASE.format(attacker=f"  {line}", blocker="blocks = []")) == [
        f"f:6:3: {sentence}"
    ]
    assert json_refusal(attackers=[{**BEAR, key: 1}]) == [f"f:8:4: {sentence}"]


def test_an_unknown_table_is_shown_at_its_header() -> None:
    assert refusal(BASE.format(attacker="blocked_by = []", blocker="[player]\nlife = 3")) == [
        "f:11:1: unknown key 'player'; did you mean 'players'?"
    ]
    assert refusal(BASE.format(attacker="blocked_by = []", blocker="[[blocker]]\nid = 3")) == [
        "f:11:1: unknown key 'blocker'; did you mean 'blockers'?"
    ]


BAD_VALUES: list[tuple[str, object, str]] = [
    ("power", "two", "expected a whole number, found 'two'"),
    ("power", 1.5, "expected a whole number, found 1.5"),
    ("power", True, "expected a whole number, found true"),
    ("power", [1], "expected a whole number, found a list"),
    ("power", 10**9, "power is 1000000000; it must be at most 100000000"),
    ("power", -(10**9), "power is -1000000000; it must be at least -100000000"),
    ("power", 10**40, f"power is {10**40}; it must be at most 100000000"),
    ("toughness", -1, "toughness is -1; it must be at least 0"),
    ("toughness", 10**9, "toughness is 1000000000; it must be at most 100000000"),
    ("damage", -1, "damage is -1; it must be at least 0"),
    ("value", 10**9, "value is 1000000000; it must be at most 100000000"),
    ("name", 3, "expected a text, found 3"),
    ("keywords", "trample", "expected a list, [ … ], found 'trample'"),
    ("blocked", 1, "expected true or false, found 1"),
    ("blocked", "yes", "expected true or false, found 'yes'"),
    ("attacks", "nobody", "'nobody' is not a defending player, planeswalker or battle"),
    ("attacks", "active", "'active' is not a defending player, planeswalker or battle"),
    (
        "attacks",
        "defnding",
        "'defnding' is not a defending player, planeswalker or battle; did you mean 'defending'?",
    ),
    ("colors", ["grene"], "'grene' is not a colour; did you mean 'green'?"),
    ("id", "p", "'p' stands for the defending player; choose another id"),
    ("id", "active", "'active' is already the id of something else on this board"),
    (
        "id",
        "a b",
        (
            "'a b' cannot be an id: use letters, digits, and _ - ' . between them; a title goes "
            "into 'name'"
        ),
    ),
    (
        "id",
        "",
        (
            "'' cannot be an id: use letters, digits, and _ - ' . between them; a title goes into "
            "'name'"
        ),
    ),
]


@pytest.mark.parametrize(("key", "value", "sentence"), BAD_VALUES)
def test_a_bad_value_is_shown_where_it_stands(key: str, value: object, sentence: str) -> None:
    creature: dict[str, object] = {"id": "bear", "power": 2, "toughness": 2} | {key: value}
    written = [f"{k} = {json.dumps(v)}" for k, v in creature.items()]
    line = list(creature).index(key) + 3
    text = "\n".join(["format = 1", "[[attackers]]", *written, ""])
    assert refusal(text) == [f"f:{line}:{len(key) + 4}: {sentence}"]
    # Indented, the creature starts in line 4 and its values behind `   "key": `.
    assert json_refusal(attackers=[creature]) == [f"f:{line + 2}:{len(key) + 8}: {sentence}"]


FORMATION = (
    "rather than the attacking player, you assign the combat damage of each creature attacking you"
)


def test_a_players_abilities_are_read_in_any_case() -> None:
    text = BASE.format(attacker="blocked_by = []", blocker="")
    text += f'[players.defending]\nabilities = ["{FORMATION.capitalize()}"]\n'
    assert combat_of(text).players[1].abilities == {FORMATION}


def test_an_unknown_ability_is_an_error_at_its_place() -> None:
    text = BASE.format(attacker="blocked_by = []", blocker="")
    wrong = FORMATION.replace("you assign", "you asign")
    text += f'[players.defending]\nabilities = ["{wrong}"]\n'
    assert refusal(text) == [f"f:13:14: unknown ability {wrong!r}; did you mean {FORMATION!r}?"]
    with pytest.raises(BoardError, match=r"players\.active\.abilities: unknown ability 'x'"):
        Combat(
            (Attacker(Creature("a", 1, 1)),),
            players=(Player(ACTIVE, abilities=frozenset({"x"})), Player(DEFENDING)),
        )


@pytest.mark.parametrize(
    ("type_", "sentence"),
    [
        ("Wolf", "write 'wolf'"),
        ("time  lord", "write 'time lord'"),
        ("", "'' is not a type: types are words like 'wolf' or 'legendary'"),
        ("2", "'2' is not a type: types are words like 'wolf' or 'legendary'"),
    ],
)
def test_types_are_words_in_lower_case(type_: str, sentence: str) -> None:
    text = BASE.format(attacker=f'types = ["{type_}"]', blocker='blocks = ["bear"]')
    assert refusal(text) == [f"f:6:9: {sentence}"]


def test_types_and_abilities_survive_and_the_line_has_no_words_for_abilities() -> None:
    wolf = Creature("a", 1, 1, frozenset({"bands with other wolves"}), types=frozenset({"wolf"}))
    players = (Player(ACTIVE), Player(DEFENDING, abilities=frozenset({FORMATION})))
    combat = Combat((Attacker(wolf),), players=players)
    assert combat_of(write_board(combat)) == combat
    with pytest.raises(UnsayableError):
        write_notation(replace(combat, attackers=(Attacker(Creature("a", 1, 1)),)))


def test_a_single_text_is_no_collection_of_abilities() -> None:
    with pytest.raises(TypeError, match="abilities is a collection of texts"):
        Player(ACTIVE, abilities=FORMATION)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("keyword", "sentence"),
    [
        ("trampel", "unknown keyword 'trampel'; did you mean 'trample'?"),
        ("xyzzy", "unknown keyword 'xyzzy'"),
        ("frenzy 2", "unknown keyword 'frenzy 2'"),
        (
            "protection from demons",
            (
                "protection from 'demons' is not supported: it can be from white, blue, black, "
                "red, green, creatures, everything"
            ),
        ),
    ],
)
def test_an_unknown_keyword_is_an_error_at_its_place(keyword: str, sentence: str) -> None:
    text = BASE.format(
        attacker=f'keywords = ["trample",\n  "{keyword}"]', blocker='blocks = ["bear"]'
    )
    assert refusal(text) == [f"f:7:3: {sentence}"]
    # Line 8 opens the list of keywords.
    assert json_refusal(attackers=[{**BEAR, "keywords": ["trample", keyword]}]) == [
        f"f:10:5: {sentence}"
    ]


def test_a_missing_key_is_shown_at_its_table() -> None:
    text = 'format = 1\n\n[[attackers]]\nid = "a"\npower = 1\n'
    assert refusal(text) == ["f:3:1: the key 'toughness' is missing"]
    assert json_refusal(attackers=[{"id": "a", "power": 1}]) == [
        "f:4:3: the key 'toughness' is missing"
    ]


def test_a_missing_format_is_shown_at_the_start() -> None:
    text = '[[attackers]]\nid = "a"\npower = 1\ntoughness = 1\n'
    assert refusal(text) == ["f:1:1: the key 'format' is missing"]


@pytest.mark.parametrize(("value", "shown"), [("2", "2"), ("true", "true"), ("1.0", "1.0")])
def test_another_format_is_refused(value: str, shown: str) -> None:
    text = f'format = {value}\n[[attackers]]\nid = "a"\npower = 1\ntoughness = 1\n'
    assert refusal(text) == [f"f:1:10: format is {shown}; this program reads format = 1"]


@pytest.mark.parametrize("key", ["blocked_by", "blocks"])
def test_an_unknown_id_in_a_list_of_blocks_is_shown(key: str) -> None:
    attacker = 'blocked_by = ["elf",\n"elk"]' if key == "blocked_by" else ""
    blocker = 'blocks = ["bear", "beer"]\ncan_block = 2' if key == "blocks" else ""
    expected = {
        "blocked_by": "f:7:1: there is no blocker 'elk'; did you mean 'elf'?",
        "blocks": "f:11:19: there is no attacker 'beer'; did you mean 'bear'?",
    }
    assert refusal(BASE.format(attacker=attacker, blocker=blocker)) == [expected[key]]


def test_an_unknown_id_in_a_band_is_shown() -> None:
    text = 'format = 1\nbands = [\n  ["bear", "beer"],\n]\n' + BASE.format(
        attacker="blocked_by = []", blocker=""
    ).removeprefix("format = 1\n")
    assert refusal(text) == ["f:3:12: there is no attacker 'beer'; did you mean 'bear'?"]
    assert json_refusal(bands=[["bear", "beer"]], attackers=[BEAR]) == [
        "f:6:4: there is no attacker 'beer'; did you mean 'bear'?"
    ]


@pytest.mark.parametrize("key", ["blocked_by", "blocks"])
def test_the_same_id_twice_in_a_list_is_shown(key: str) -> None:
    if key == "blocked_by":
        text = BASE.format(attacker='blocked_by = ["elf", "elf"]', blocker="")
        assert refusal(text) == ["f:6:22: 'elf' is listed twice"]
    else:
        text = BASE.format(attacker="", blocker='blocks = ["bear", "bear"]')
        assert refusal(text) == ["f:11:19: 'bear' is listed twice"]


def test_the_same_id_for_two_things_is_shown_at_the_second() -> None:
    text = BASE.format(attacker="blocked_by = []", blocker="").replace('"elf"', '"bear"')
    sentence = "'bear' is already the id of something else on this board"
    assert refusal(text) == [f"f:8:6: {sentence}"]
    assert json_refusal(attackers=[BEAR], battles=[{"id": "bear", "defense": 3}]) == [
        f"f:12:10: {sentence}"
    ]


def test_a_blocker_blocks_one_attacker_unless_it_says_more() -> None:
    ox = {**BEAR, "id": "ox"}
    sentence = "'elf' blocks 2 attackers but can block 1; if it may block more, write can_block = 2"
    blocker = {**ELF, "blocks": ["bear", "ox"]}
    # Line 20 of the indented text is `   "blocks": [`.
    assert json_refusal(attackers=[BEAR, ox], blockers=[blocker]) == [f"f:20:14: {sentence}"]
    said_above = [{**BEAR, "blocked_by": ["elf"]}, {**ox, "blocked_by": ["elf"]}]
    # Now line 23 is `   "id": "elf"`.
    assert json_refusal(attackers=said_above, blockers=[ELF]) == [f"f:23:10: {sentence}"]
    for enough in (2, 3, "any"):
        board = {"format": 1, "attackers": said_above, "blockers": [{**ELF, "can_block": enough}]}
        assert read_mapping(board).combat.blockers[0].attackers == ("bear", "ox")


def test_a_band_counts_as_one_attacker() -> None:
    ox = {**BEAR, "id": "ox"}
    board = {
        "format": 1,
        "bands": [["bear", "ox"]],
        "attackers": [BEAR, ox],
        "blockers": [{**ELF, "blocks": ["bear"]}],
    }
    combat = read_mapping(board).combat
    assert combat.blockers[0].attackers == ("bear", "ox")
    assert all(attacker.blockers == ("elf",) for attacker in combat.attackers)
    bull = {**BEAR, "id": "bull"}
    with pytest.raises(BoardError, match="'elf' blocks 2 attackers but can block 1"):
        read_mapping(
            board
            | {
                "attackers": [BEAR, ox, bull],
                "blockers": [{**ELF, "blocks": ["bear", "ox", "bull"]}],
            }
        )


@pytest.mark.parametrize("value", [0, -1, 10**9])
def test_how_many_attackers_can_be_blocked_is_at_least_one(value: int) -> None:
    blocker: dict[str, object] = {**ELF, "blocks": [], "can_block": value}
    with pytest.raises(BoardError, match=r"^blockers\[0\]\.can_block: can_block is -?\d+; it must"):
        read_mapping({"format": 1, "attackers": [BEAR], "blockers": [blocker]})


@pytest.mark.parametrize("value", ["all", True, 1.5, None])
def test_how_many_attackers_can_be_blocked_is_a_number_or_any(value: object) -> None:
    blocker: dict[str, object] = {**ELF, "blocks": [], "can_block": value}
    with pytest.raises(BoardError, match='can_block is a number of attackers or "any", not '):
        read_mapping({"format": 1, "attackers": [BEAR], "blockers": [blocker]})


def test_bands_have_rules_of_their_own() -> None:
    ox = {**BEAR, "id": "ox", "attacks": "jace"}
    walkers = [{"id": "jace", "loyalty": 3}]
    with pytest.raises(BoardError) as caught:
        read_mapping(
            {
                "format": 1,
                "attackers": [BEAR, ox],
                "planeswalkers": walkers,
                "bands": [["bear", "ox"], ["bear"]],
            }
        )
    assert str(caught.value).splitlines() == [
        "bands[0]: the members of a band attack the same thing (702.22d)",
        "bands: 'bear' is in 2 bands; it can be in one (702.22c)",
    ]


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        ('"m13"', "unknown rules 'm13': give a date from 1999-04-23 on (YYYY-MM-DD) or one of"),
        ('"1999-04-22"', "no rules for '1999-04-22': the first rules known here are those of"),
        ("1998-01-01", "no rules for '1998-01-01': the first rules known here are those of"),
        ("12", "rules are the name of an era or a date, not 12"),
        ("true", "rules are the name of an era or a date, not True"),
        ("2012-03-01T10:00:00", "rules are the name of an era or a date, not 2012-03-01 10:00:00"),
        ("10:00:00", "rules are the name of an era or a date, not datetime.time(10, 0)"),
    ],
)
def test_unknown_rules_are_shown_where_they_stand(rules: str, line: str) -> None:
    (found,) = refusal(
        f'format = 1\nrules = {rules}\n[[attackers]]\nid = "a"\npower = 1\ntoughness = 1\n'
    )
    assert found.startswith(f"f:2:9: {line}")


@pytest.mark.parametrize(
    ("rules", "last_without"),
    [("sixth", True), ("eighth", True), ("2007-09-30", True), ("2007-10-01", False)],
)
def test_planeswalkers_exist_from_lorwyn_on(rules: str, *, last_without: bool) -> None:
    board: dict[str, object] = {
        "format": 1,
        "rules": rules,
        "attackers": [BEAR],
        "planeswalkers": [{"id": "jace", "loyalty": 3}],
    }
    if last_without:
        with pytest.raises(BoardError) as caught:
            read_mapping(board)
        assert str(caught.value) == (
            f"planeswalkers[0]: there are no planeswalkers under the rules {rules}; they exist "
            "from lorwyn on"
        )
    else:
        assert read_mapping(board).combat.planeswalkers


def test_battles_are_refused_under_older_rules_at_their_place() -> None:
    text = (
        'format = 1\nrules = "m10"\n[[attackers]]\nid = "a"\npower = 1\ntoughness = 1\n'
        'keywords = ["trample over planeswalkers"]\n[[battles]]\nid = "s"\ndefense = 3\n'
    )
    assert refusal(text) == [
        (
            "f:7:12: there is no trample over planeswalkers under the rules m10; it exists in m12 "
            "(from 2021) and foundations"
        ),
        (
            "f:8:1: there are no battles under the rules m10; they exist in m12 (from 2023) and "
            "foundations"
        ),
    ]
    assert combat_of(text.replace("m10", "m12")).battles == (Battle("s", 3),)


def test_controllers_and_protectors_are_players() -> None:
    assert json_refusal(
        attackers=[BEAR],
        blockers=[{**ELF, "blocks": [], "controller": "active"}],
        creatures=[{**ELF, "id": "other", "controller": "bob"}],
        planeswalkers=[{"id": "jace", "loyalty": 1, "controller": "defnding"}],
        battles=[{"id": "siege", "defense": 1, "protector": "active"}],
    ) == [
        "f:16:18: 'active' is not a defending player",
        "f:24:18: 'bob' is not a player",
        "f:31:18: 'defnding' is not a defending player; did you mean 'defending'?",
        "f:38:17: 'active' is not a defending player",
    ]


def test_several_problems_are_told_at_once_in_the_order_of_the_text() -> None:
    text = """\
format = 1
rules = "m12"
[[attackers]]
id = "a"
power = 1
toughness = -1
colour = "red"
blocked = true    # a comment
[[attackers]]
id = "a"
power = 1
toughness = 1
attacks = "b"
blocked_by = ["c"]
"""
    assert refusal(text) == [
        "f:6:13: toughness is -1; it must be at least 0",
        "f:7:1: unknown key 'colour'; did you mean 'colors'?",
        "f:10:6: 'a' is already the id of something else on this board",
        "f:13:11: 'b' is not a defending player, planeswalker or battle",
        "f:14:15: there is no blocker 'c'",
    ]


def test_places_are_right_in_inline_tables_and_arrays_over_several_lines() -> None:
    text = """\
format = 1
attackers = [ # [[attackers]]
  {id = "a", power = 1, toughness = -1, powr = "}#"},
  {id = "b",  power = 'x', toughness = 3 }, # c
  {id = "c", power = 1},
]
[players]
defending = {life = 3, lif = 4}
[players . "active"]
'poisn' = 1
"""
    assert refusal(text) == [
        "f:3:37: toughness is -1; it must be at least 0",
        "f:3:41: unknown key 'powr'; did you mean 'power'?",
        "f:4:23: expected a whole number, found 'x'",
        "f:5:3: the key 'toughness' is missing",
        "f:8:24: unknown key 'lif'; did you mean 'life'?",
        "f:10:1: unknown key 'poisn'; did you mean 'poison'?",
    ]


def test_places_are_right_behind_strings_that_look_like_toml() -> None:
    text = '''\
format = 1
title = """
[[attackers]]
power = "x" \\""" # no comment
""""
[[attackers]]
id = \'\'\'a\'\'\'
name = 'power = 1 # "'
power = 1_0
toughness = +1
damage = -0x1
'''
    assert refusal(text.replace("-0x1", "-1")) == ["f:11:10: damage is -1; it must be at least 0"]


def test_places_are_right_in_tables_out_of_order_and_dotted_keys() -> None:
    text = """\
format = 1
players.bob.lif = 3
[[attackers]]
id = "a"
power = 1
toughness = 1
[expect.under.m12]
count = -1
[[attackers]]
id = "b"
power = 1
toughness = 1
[expect]
cuont = 3
"""
    assert refusal(text) == [
        "f:2:13: unknown key 'lif'; did you mean 'life'?",
        "f:8:9: input should be greater than or equal to 0",
        "f:14:1: unknown key 'cuont'; did you mean 'count'?",
    ]


def test_windows_line_ends_and_a_byte_order_mark_change_no_place() -> None:
    text = BASE.format(attacker="powr = 1", blocker="blocks = []\ntitle = 3").replace("\n", "\r\n")
    expected = [
        "f:6:1: unknown key 'powr'; did you mean 'power'?",
        (
            "f:12:1: unknown key 'title'; there are id, name, power, toughness, keywords, damage, "
            "value, colors, commander, types, blocks, can_block, controller"
        ),
    ]
    assert refusal(text) == expected
    assert refusal(b"\xef\xbb\xbf" + text.encode()) == expected
    assert refusal(b'\xef\xbb\xbf{"format": 2,\r\n"attackers": 3}', is_json=True) == [
        "f:1:12: format is 2; this program reads format = 1",
        "f:2:14: expected a list, [ … ], found 3",
    ]


def test_a_file_that_is_no_toml_says_where() -> None:
    assert refusal("format = 1\ntitle = \n") == ["f:2:9: not TOML: invalid value"]
    (line,) = refusal('format = 1\n\ntitle = "a\n')
    assert line.startswith("f:3:11: not TOML: ")
    (line,) = refusal("format = 1\nbands = [")
    assert line.startswith("f:2:10: not TOML: ")


def test_a_file_that_is_no_json_says_where() -> None:
    assert refusal('{"format": 1,\n "title" "x"}', is_json=True) == [
        "f:2:10: not JSON: expecting ':' delimiter"
    ]
    assert refusal('{"format": ', is_json=True) == ["f:1:12: not JSON: expecting value"]


def test_a_key_that_json_has_twice_is_shown_at_the_second() -> None:
    text = '{"format": 1, "attackers": [\n{"id": "a", "power": 1, "power": 2, "toughness": 1}]}'
    assert refusal(text, is_json=True) == ["f:2:25: the key 'power' is given twice"]


@pytest.mark.parametrize("text", ["[]", ' ["format"]', "3", '"format"', "null"])
def test_json_that_is_no_object_is_refused(text: str) -> None:
    assert refusal(text, is_json=True) == ["f:1:1: a board file is a JSON object, { … }"]


def test_a_file_that_is_not_utf_8_says_which_byte() -> None:
    sentence = "byte 0xff is not UTF-8; save the file as UTF-8"
    assert refusal(b'format = 1\ntitle = "\xc3\xa4\xff"') == [f"f:2:11: {sentence}"]
    assert refusal(b'\xef\xbb\xbftitle = "\xff"') == [f"f:1:10: {sentence}"]
    assert refusal("format = 1".encode("utf-16")) == [f"f:1:1: {sentence}"]


@pytest.mark.parametrize("data", [b"", b"\n \t\r\n", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("is_json", [False, True])
def test_an_empty_file_says_how_one_starts(data: bytes, *, is_json: bool) -> None:
    assert refusal(data, is_json=is_json) == [
        "f: the board file is empty; it starts with format = 1"
    ]


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    sentence = "the board file is too large: at most 1 MB are read"
    assert LARGEST_FILE == 1_000_000
    assert refusal(b"#" * (LARGEST_FILE + 1)) == [f"f: {sentence}"]
    file = tmp_path / "large.toml"
    file.write_bytes(b"#" * 10_000_000)
    with pytest.raises(BoardFileError) as caught:
        load(file)
    assert str(caught.value) == f"{file}: {sentence}"


def test_a_file_just_small_enough_is_read() -> None:
    text = 'format = 1\n[[attackers]]\nid = "a"\npower = 1\ntoughness = 1\n#'
    assert combat_of(text + "x" * (LARGEST_FILE - len(text))).attackers


@pytest.mark.parametrize(
    ("text", "is_json"),
    [
        ("format = 1\nx = " + "[" * 100_000, False),
        ("format = 1\nx = " + "[" * 100_000 + "]" * 100_000, False),
        ('{"x": ' + "[" * 100_000 + "]" * 100_000 + "}", True),
    ],
)
def test_a_file_that_is_nested_too_deeply_is_refused(text: str, *, is_json: bool) -> None:
    assert refusal(text, is_json=is_json) == ["f: the board file is nested too deeply"]


@pytest.mark.parametrize("is_json", [False, True])
def test_deep_nesting_that_can_be_read_has_its_place(*, is_json: bool) -> None:
    nested = "[" * 150 + "]" * 150
    text = f'{{"x": {nested}, "format": 1}}' if is_json else f"format = 1\nx = {nested}\n"
    assert any(
        ": unknown key 'x'; there are format, " in line for line in refusal(text, is_json=is_json)
    )


@pytest.mark.parametrize("is_json", [False, True])
def test_a_number_of_thousands_of_digits_is_shown(*, is_json: bool) -> None:
    digits = "9" * 5000
    text = f'{{"format":\n{digits}}}' if is_json else f"format = 1\nx = {digits}\n"
    place = "2:1" if is_json else "2:5"
    assert refusal(text, is_json=is_json) == [f"f:{place}: a number has too many digits"]


@pytest.mark.parametrize("escape", [r"\ud800", r"\u001b", r"\u0000"])
def test_what_no_terminal_should_see_is_refused(escape: str) -> None:
    attackers = '[{"id": "a", "power": 1, "toughness": 1}]'
    text = f'{{"format": 1, "title": "{escape}", "attackers": {attackers}}}'
    (line,) = refusal(text, is_json=True)
    assert line.startswith("f:1:24: ")
    assert "has a character in it that no text may have" in line
    assert line.isprintable()


def test_wrong_values_do_not_hide_what_is_wrong_elsewhere() -> None:
    text = BASE.format(
        attacker='keywords = ["trampel"]\nblocked_by = ["elves"]\nnmae = "x"',
        blocker='damage = "much"\nvalue = 1.5\n[expect]\ncount = -1',
    ).replace("format = 1", "format = 2\nrules = 'm13'")
    kinds = [line.split(":", 3)[3].split("; did")[0] for line in refusal(text)]
    assert kinds[0] == " format is 2; this program reads format = 1"
    assert kinds[1].startswith(" unknown rules 'm13'")
    assert kinds[2:] == [
        " unknown keyword 'trampel'",
        " there is no blocker 'elves'",
        " unknown key 'nmae'",
        " expected a whole number, found 'much'",
        " expected a whole number, found 1.5",
        " input should be greater than or equal to 0",
    ]


def test_a_missing_power_does_not_hide_what_is_wrong_elsewhere() -> None:
    text = BASE.format(attacker='blocked_by = ["elves"]', blocker="")
    assert refusal(text.replace("power = 2\n", "")) == [
        "f:2:1: the key 'power' is missing",
        "f:5:15: there is no blocker 'elves'",
    ]


def test_problems_that_follow_from_a_broken_list_of_blockers_are_not_told() -> None:
    text = BASE.format(attacker="blocked_by = [1]", blocker='blocks = ["bear"]')
    assert refusal(text) == ["f:6:15: expected a text, found 1"]


def test_hundreds_of_problems_are_all_told() -> None:
    creatures = "".join(
        f'[[attackers]]\nid = "a{i}"\npower = 1\ntoughness = -1\n' for i in range(1000)
    )
    assert refusal(f"format = 1\n{creatures}") == [
        f"f:{4 * i + 5}:13: toughness is -1; it must be at least 0" for i in range(1000)
    ]


def test_a_json_object_of_very_many_keys_is_read_in_no_time() -> None:
    keys = ",".join(f'"k{i}": 0' for i in range(60_000))
    (*_, last) = refusal(f'{{{keys}, "k0": 1}}', is_json=True)
    assert last.endswith("the key 'k0' is given twice")


def test_a_mapping_shows_paths_instead_of_places() -> None:
    with pytest.raises(BoardError) as caught:
        read_mapping({"format": 1, "attackers": [BEAR, {**ELF, "toughness": -1}]})
    assert str(caught.value) == "attackers[1].toughness: toughness is -1; it must be at least 0"


@pytest.mark.parametrize(
    ("name", "reason"), [("none.toml", "no such file or directory"), ("d.toml", "is a directory")]
)
def test_a_file_that_cannot_be_read_says_why(tmp_path: Path, name: str, reason: str) -> None:
    (tmp_path / "d.toml").mkdir()
    with pytest.raises(BoardFileError) as caught:
        load(tmp_path / name)
    assert str(caught.value) == f"{tmp_path / name}: cannot read the board file: {reason}"


def test_the_ending_of_a_file_says_its_language(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(EVERYTHING, encoding="utf-8")
    (tmp_path / "a.JSON").write_text(
        json.dumps(board_data(combat_of(EVERYTHING))), encoding="utf-8"
    )
    assert load(tmp_path / "a.toml") == load(str(tmp_path / "a.JSON"))


def test_claims_are_read_with_the_board() -> None:
    text = BASE.format(
        attacker='blocked_by = ["elf"]',
        blocker='[expect]\ncount = 1\nincludes = ["bear:elf=2", {bear = {elf = 2}}]\n',
    )
    expect = read_board(text.encode(), "f").expect
    assert expect is not None
    assert (expect.count, expect.by, expect.step) == (1, "active", None)
    assert expect.includes == [Assignment.parse("bear:elf=2")] * 2


def test_a_written_board_is_read_back() -> None:
    combat = combat_of(EVERYTHING)
    assert combat_of(write_board(combat)) == combat
    assert write_board(combat).startswith('format = 1\ntitle = "Everything"\nrules = "m12"\n')


@given(combats())
@examples(1)
def test_any_combat_is_the_same_when_written_and_read_back(combat: Combat) -> None:
    assert combat_of(write_board(combat)) == combat
    assert combat_of(json.dumps(board_data(combat)), is_json=True) == combat


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=20))
@settings(deadline=None)
def test_any_title_and_name_survive(text: str) -> None:
    creature = Creature("a", 1, 1, name=text)
    combat = Combat((Attacker(creature),), title=text)
    assert combat_of(write_board(combat)) == combat
    assert combat_of(json.dumps(board_data(combat)), is_json=True) == combat


@pytest.mark.parametrize("rules", ["sixth", "2012-03-01", "foundations"])
def test_rules_survive_by_name_and_by_date(rules: str) -> None:
    combat = Combat((Attacker(Creature("a", 1, 1)),), rules=ruleset(rules))
    assert combat_of(write_board(combat)).rules == combat.rules


def test_players_besides_the_two_survive() -> None:
    creature = Creature("a", 1, 1)
    players = (Player(ACTIVE, 3), Player("bob", 7, 2), Player("eve"))
    combat = Combat((Attacker(creature, "eve"),), players=players)
    assert combat_of(write_board(combat)) == combat
    nobody_blocks = replace(combat, blockers=(Blocker(Creature("b", 1, 1), (), 2, "bob"),))
    assert combat_of(write_board(nobody_blocks)) == nobody_blocks


@pytest.mark.parametrize("example", sorted(Path(__file__).parent.parent.glob("examples/*.toml")))
def test_the_examples_are_boards(example: Path) -> None:
    assert load(example).combat.attackers
