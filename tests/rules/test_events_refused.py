"""Every impossible event and choice is refused in one sentence, with its place in the file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from lethal_models.files import read_board
from program import lethal, real_lethal

if TYPE_CHECKING:
    from pathlib import Path

BOARD = """\
format = 1
rules = "foundations"
[[attackers]]
id = "bear"
power = 2
toughness = 2
blocked_by = ["elf"]
[[attackers]]
id = "ogre"
power = 3
toughness = 3
[[blockers]]
id = "elf"
power = 1
toughness = 1
[[creatures]]
id = "hero"
power = 1
toughness = 1
controller = "active"
[[creatures]]
id = "guard"
power = 1
toughness = 1
controller = "defending"
[[planeswalkers]]
id = "jace"
loyalty = 0
"""
FENCER = """\
[[attackers]]
id = "fencer"
power = 1
toughness = 1
keywords = ["first strike"]
"""
MARK = "§"
"""What stands where an error is expected."""


def event(line: str, at: str = "declare blockers") -> str:
    """Return an event of the file, marked at its header unless it is elsewhere."""
    mark = "" if MARK in line or MARK in at else MARK
    return f"{mark}[[events]]\n{line}" + (f'\nat = "{at}"\n' if at else "\n")


def marked(text: str) -> tuple[str, str]:
    """Return a text without its mark, and the line and column where that stood."""
    before, mark, behind = text.partition(MARK)
    assert mark
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    return before + behind, f"{line}:{column}"


def refused(text: str, message: str, file: Path) -> None:
    """Check that both commands refuse a board, and leave nothing behind."""
    text, place = marked(text)
    file.write_text(text, encoding="utf-8")
    result_file = file.with_name("result.txt")
    for command in ("play", "outcomes"):
        for words in ([], ["-o", result_file], ["--format", "jsonl"]):
            result = lethal(command, file, *words)
            assert (result.code, result.out) == (2, "")
            assert result.err == f"lethal: {file}:{place}: {message}\n"
            assert not result_file.exists()
    assert list(file.parent.iterdir()) == [file]


# --- What a file cannot say ------------------------------------------------------------------

UNSAYABLE = [
    ('do = §"pmup"\ncreature = "elf"', "there is no action 'pmup'; did you mean 'pump'?"),
    ('do = §"prevents"', "there is no action 'prevents'; did you mean 'prevent'?"),
    ('do = §""', "there is no action ''; it is one of pump, set, damage, prevent, "),
    ("do = §1", "action is a text, not 1"),
    ('creature = "elf"', "the key 'do' is missing"),
    ('do = "pump"\npower = 1', "'pump' needs 'creature'"),
    ('do = "pump"\ncreature = "elf"', "'pump' needs 'power' or 'toughness'"),
    ('do = "set"\ncreature = "elf"', "'set' needs 'power' or 'toughness'"),
    ('do = "damage"\nto = "elf"', "'damage' needs 'amount'"),
    ('do = "damage"\namount = 1', "'damage' needs 'to'"),
    ('do = "add"', "'add' needs 'amount'"),
    ('do = "gain"\ncreature = "elf"', "'gain' needs 'keyword'"),
    ('do = "change controller"\ncreature = "elf"', "'change controller' needs 'player'"),
    ('do = "put attacking"\ncreature = "hero"', "'put attacking' needs 'attacks'"),
    ('do = "put blocking"\ncreature = "guard"', "'put blocking' needs 'blocks'"),
    ('do = "gain life"\nplayer = "active"', "'gain life' needs 'amount'"),
    ('do = "leave the game"', "'leave the game' needs 'player'"),
    ('do = "tap"\ncreature = "elf"\npower = §1', "'tap' has no 'power'; it takes creature"),
    (
        'do = "prevent"\ncreature = §"elf"',
        "'prevent' has no 'creature'; it takes by, to, amount",
    ),
    (
        'do = "block"\ncreature = "elf"\nblocks = "ogre"\nattacks = §"defending"',
        "'block' has no 'attacks'; it takes creature, blocks, place",
    ),
    ('do = "tap"\ncreature = "elf"\n§creatur = "elf"', "unknown key 'creatur'; did you mean"),
    (
        'do = "tap"\ncreature = §"elff"',
        "there is no such thing as 'elff'; did you mean 'elf'?",
    ),
    ('do = "damage"\nto = §"jacob"\namount = 1', "there is no such thing as 'jacob'; did you"),
    ('do = "prevent"\nby = §"nobody"', "there is no such thing as 'nobody'"),
    ('do = "block"\ncreature = "elf"\nblocks = §"orge"', "there is no such thing as 'orge'; did"),
    (
        'do = "gain life"\nplayer = §"activ"\namount = 1',
        "there is no player 'activ'; did you mean 'active'?",
    ),
    ('do = "leave the game"\nplayer = §"elf"', "there is no player 'elf'"),
    (
        'do = "gain"\ncreature = "elf"\nkeyword = §"trampel"',
        "unknown keyword 'trampel'; did you mean 'trample'?",
    ),
    ('do = "gain"\ncreature = "elf"\nkeyword = §"toxic"', "toxic needs its number: write"),
    ('do = "gain life"\nplayer = "active"\namount = §-1', "amount is -1; it must be at least 0"),
    ('do = "prevent"\namount = §-1', "amount is -1; it must be at least 0"),
    ('do = "double"\namount = §-2', "amount is -2; it must be at least 1"),
    (
        f'do = "damage"\nto = "elf"\namount = §{10**30}',
        f"amount is {10**30}; it must be at most 100000000",
    ),
    (
        'do = "lose life"\nplayer = "active"\namount = §100_000_001',
        "amount is 100000001; it must be at most 100000000",
    ),
    (
        f'do = "pump"\ncreature = "elf"\npower = §{10**30}',
        f"power is {10**30}; it must be at most 100000000",
    ),
    (
        f'do = "set"\ncreature = "elf"\ntoughness = §{-(10**30)}',
        f"toughness is {-(10**30)}; it must be at least -100000000",
    ),
    ('do = "prevent"\namount = §1.0', "expected a whole number, found 1.0"),
    ('do = "prevent"\namount = §true', "expected a whole number, found true"),
    ('do = "prevent"\namount = §"1"', "expected a whole number, found '1'"),
    (
        'do = "put blocking"\ncreature = "guard"\nblocks = "bear"\nplace = §0',
        "place is 0; it must be at least 1",
    ),
    (
        'do = "put blocking"\ncreature = §"elf"\nblocks = "bear"',
        "'elf' is put onto the battlefield: describe it under [[creatures]]",
    ),
    (
        'do = "put attacking"\ncreature = §"ogre"\nattacks = "defending"',
        "'ogre' is put onto the battlefield: describe it under [[creatures]]",
    ),
    ('do = "tap"\ncreature = "elf"\nstep = §"first"', "only events at 'damage on the stack' name"),
    ('do = §"counter"', "there is nothing to counter: combat damage does not use the stack"),
]


@pytest.mark.parametrize(("line", "message"), UNSAYABLE)
def test_an_event_that_makes_no_sense_is_refused_where_it_stands(line: str, message: str) -> None:
    text, place = marked(BOARD + event(line))
    for command in ("play", "outcomes", "count"):
        result = lethal(command, "-", stdin=text)
        assert (result.code, result.out) == (2, "")
        assert result.err.startswith(f"lethal: standard input:{place}: {message}")
        assert result.err.count("\n") == 1


def test_an_unknown_moment_is_refused_with_the_nearest(tmp_path: Path) -> None:
    line = 'do = "tap"\ncreature = "elf"\nat = §"declare blocker"'
    message = "there is no moment 'declare blocker'; did you mean 'declare blockers'?"
    refused(BOARD + event(line, ""), message, tmp_path / "board.toml")
    line = 'do = "tap"\ncreature = "elf"\nat = §"tomorrow"'
    moments = "declare blockers, damage on the stack, first strike damage"
    message = f"there is no moment 'tomorrow'; it is one of {moments}"
    refused(BOARD + event(line, ""), message, tmp_path / "board.toml")


def test_a_missing_moment_is_refused(tmp_path: Path) -> None:
    line = 'do = "tap"\ncreature = "elf"'
    refused(BOARD + event(line, ""), "the key 'at' is missing", tmp_path / "board.toml")


@pytest.mark.parametrize("rules", ["m10", "m11", "m12", "foundations", "2009-07-11"])
def test_damage_is_on_the_stack_before_magic_2010_only(rules: str, tmp_path: Path) -> None:
    line = 'do = "tap"\ncreature = "elf"\nat = §"damage on the stack"'
    text = BOARD.replace("foundations", rules) + event(line, "")
    message = (
        f"combat damage does not use the stack under the rules {rules}; it did before 2009-07-11 "
        "(sixth to alara)"
    )
    refused(text, message, tmp_path / "board.toml")


def test_damage_is_on_the_stack_until_the_day_before() -> None:
    line = 'do = "tap"\ncreature = "elf"\nat = "damage on the stack"'
    text = BOARD.replace("foundations", "2009-07-10") + event(line, "").replace(MARK, "")
    assert lethal("play", "-", stdin=text).code == 0


@pytest.mark.parametrize("rules", ["lorwyn", "alara"])
@pytest.mark.parametrize("at", ["declare blockers", "damage on the stack"])
def test_damage_on_the_stack_cannot_be_countered(rules: str, at: str, tmp_path: Path) -> None:
    # 310.3.
    text = BOARD.replace("foundations", rules) + event('do = §"counter"', at)
    message = "combat damage is neither a spell nor an ability: it cannot be countered (310.3)"
    refused(text, message, tmp_path / "board.toml")


def test_a_creature_is_put_onto_the_battlefield_once(tmp_path: Path) -> None:
    first = event('do = "put blocking"\ncreature = "guard"\nblocks = "bear"').replace(MARK, "")
    second = event('do = "put blocking"\ncreature = §"guard"\nblocks = "ogre"')
    message = "'guard' is put onto the battlefield twice"
    refused(BOARD + first + second, message, tmp_path / "board.toml")


def test_everything_that_is_wrong_is_told_at_once() -> None:
    first = event('do = "prevent"\namount = -1').replace(MARK, "")
    second = event('do = "tap"\ncreature = "nobody"').replace(MARK, "")
    result = lethal("play", "-", stdin=BOARD + first + second)
    assert result.code == 2
    lines = result.err.splitlines()
    assert [line.rsplit(": ", 1)[1] for line in lines] == [
        "amount is -1; it must be at least 0",
        "there is no such thing as 'nobody'",
    ]


def test_a_number_of_thousands_of_digits_is_refused() -> None:
    line = f'do = "prevent"\namount = {"9" * 5000}'
    result = lethal("play", "-", stdin=BOARD + event(line).replace(MARK, ""))
    assert result.code == 2
    assert result.err.endswith(": a number has too many digits\n")


# --- What cannot happen then -----------------------------------------------------------------

NOT_THEN = [
    (
        'do = "put blocking"\ncreature = "guard"\nblocks = "bear"\nplace = 3',
        "place is 3, and the last place in that order is 2",
    ),
    (
        'do = "block"\ncreature = "elf"\nblocks = "ogre"\nplace = 100_000_000',
        "place is 100000000, and the last place in that order is 1",
    ),
    (
        'do = "block"\ncreature = "elf"\nblocks = "ogre"\nown_place = 3',
        "own_place is 3, and the last place in that order is 2",
    ),
    ('do = "put blocking"\ncreature = "hero"\nblocks = "bear"', "hero's controller is not"),
    (
        'do = "put attacking"\ncreature = "guard"\nattacks = "defending"',
        "only creatures of the active player attack",
    ),
    (
        'do = "put attacking"\ncreature = "hero"\nattacks = "active"',
        "the active player cannot be attacked then",
    ),
    (
        'do = "put attacking"\ncreature = "hero"\nattacks = "jace"',
        "jace cannot be attacked then",
    ),
    ('do = "reselect"\ncreature = "bear"\nattacks = "jace"', "jace cannot be attacked then"),
    ('do = "reselect"\ncreature = "elf"\nattacks = "defending"', "elf is not attacking then"),
    ('do = "block"\ncreature = "elf"\nblocks = "bear"', "elf blocks that already"),
    ('do = "block"\ncreature = "ogre"\nblocks = "bear"', "ogre is attacking, so it cannot block"),
    ('do = "become blocked"\ncreature = "elf"', "elf is not attacking then"),
    ('do = "become unblocked"\ncreature = "hero"', "hero is not attacking then"),
    ('do = "become unblocked"\ncreature = "bear"', "bear cannot become unblocked while creatures"),
    ('do = "remove from combat"\ncreature = "hero"', "hero is not in combat then"),
]


def happening(do: str, at: str, message: str) -> str:
    return f"the event {do!r} at {at!r}: {message}"


@pytest.mark.parametrize("at", ["declare blockers", "first strike damage", "damage on the stack"])
@pytest.mark.parametrize(("line", "message"), NOT_THEN)
def test_what_cannot_happen_is_refused_when_it_should(line: str, message: str, at: str) -> None:
    rules = "alara" if at == "damage on the stack" else "foundations"
    text, place = marked(BOARD.replace("foundations", rules) + FENCER + event(line, at))
    do = line.split('"')[1]
    result = lethal("play", "-", stdin=text)
    assert (result.code, result.out) == (2, "")
    expected = happening(do, at, message)
    assert result.err.startswith(f"lethal: standard input:{place}: {expected}")
    assert result.err.count("\n") == 1
    # Every command whose step comes after it refuses it too.
    if at == "declare blockers":
        for words in (["outcomes", "-"], ["count", "-"], ["best", "-"], ["check", "-", "ogre:p=3"]):
            same = lethal(*words, stdin=text)
            assert (same.code, same.out, same.err) == (2, "", result.err)


LEAVING = ["destroy", "sacrifice", "return to hand", "exile", "stop being a creature"]
AFTERWARDS = [
    'do = "pump"\ncreature = "elf"\npower = 1',
    'do = "set"\ncreature = "elf"\npower = 1',
    'do = "damage"\nto = "elf"\namount = 1',
    'do = "destroy"\ncreature = "elf"',
    'do = "exile"\ncreature = "elf"',
    'do = "remove from combat"\ncreature = "elf"',
    'do = "gain"\ncreature = "elf"\nkeyword = "flying"',
    'do = "lose"\ncreature = "elf"\nkeyword = "flying"',
    'do = "regenerate"\ncreature = "elf"',
    'do = "tap"\ncreature = "elf"',
    'do = "change controller"\ncreature = "elf"\nplayer = "active"',
    'do = "block"\ncreature = "elf"\nblocks = "ogre"',
]


@pytest.mark.parametrize("leaving", LEAVING)
@pytest.mark.parametrize("line", AFTERWARDS)
def test_nothing_happens_to_a_creature_that_an_earlier_event_took_away(
    line: str, leaving: str
) -> None:
    gone = event(f'do = "{leaving}"\ncreature = "elf"').replace(MARK, "")
    text, place = marked(BOARD + gone + event(line))
    do = line.split('"')[1]
    for command in ("play", "outcomes"):
        result = lethal(command, "-", stdin=text)
        assert (result.code, result.out) == (2, "")
        message = happening(do, "declare blockers", "elf is not on the battlefield then")
        assert result.err == f"lethal: standard input:{place}: {message}\n"


def test_nothing_happens_to_an_attacker_that_has_left_combat(tmp_path: Path) -> None:
    gone = event('do = "remove from combat"\ncreature = "bear"').replace(MARK, "")
    for line in (
        'do = "become blocked"\ncreature = "bear"',
        'do = "reselect"\ncreature = "bear"\nattacks = "defending"',
        'do = "block"\ncreature = "elf"\nblocks = "bear"',
    ):
        message = happening(line.split('"')[1], "declare blockers", "bear is not attacking then")
        refused(BOARD + gone + event(line), message, tmp_path / "board.toml")


def test_nothing_happens_to_a_creature_before_it_enters(tmp_path: Path) -> None:
    early = event('do = "tap"\ncreature = "guard"')
    put = event('do = "put blocking"\ncreature = "guard"\nblocks = "bear"').replace(MARK, "")
    message = happening("tap", "declare blockers", "guard is not on the battlefield then")
    refused(BOARD + early + put, message, tmp_path / "board.toml")


def test_nothing_happens_to_a_player_who_has_left(tmp_path: Path) -> None:
    players = "".join(f"[players.{name}]\n" for name in ("active", "defending", "alice"))
    gone = event('do = "leave the game"\nplayer = "alice"').replace(MARK, "")
    again = event('do = "gain life"\nplayer = "alice"\namount = 1')
    message = happening("gain life", "declare blockers", "there is no player 'alice' then")
    refused(BOARD + players + gone + again, message, tmp_path / "board.toml")


def test_there_is_no_first_strike_damage_without_a_first_strike_step(tmp_path: Path) -> None:
    line = 'do = "tap"\ncreature = "elf"'
    message = "there is no first-strike damage step in this combat"
    expected = happening("tap", "first strike damage", message)
    refused(BOARD + event(line, "first strike damage"), expected, tmp_path / "board.toml")
    # Losing first strike before the step takes the step away.
    lose = 'do = "lose"\ncreature = "fencer"\nkeyword = "first strike"'
    text = BOARD + FENCER + event(lose).replace(MARK, "") + event(line, "first strike damage")
    refused(text, expected, tmp_path / "board.toml")


def test_first_damage_is_not_on_the_stack_without_a_first_strike_step(tmp_path: Path) -> None:
    line = 'do = "tap"\ncreature = "elf"\nstep = "first"'
    text = BOARD.replace("foundations", "alara") + event(line, "damage on the stack")
    message = "there is no first-strike damage step in this combat"
    expected = happening("tap", "damage on the stack", message)
    refused(text, expected, tmp_path / "board.toml")


def test_what_damage_has_made_impossible_is_an_error_of_play_and_no_event_of_outcomes() -> None:
    # The ogre may kill the elf, or the cat.
    board = BOARD.replace(
        'id = "ogre"', 'id = "ogre"\nkeywords = ["first strike"]\nblocked_by = ["imp", "cat"]'
    )
    for id_ in ("imp", "cat"):
        board += f'[[blockers]]\nid = "{id_}"\npower = 0\ntoughness = 3\n'
    line = 'do = "pump"\ncreature = "imp"\npower = 3'
    text, place = marked(board + event(line, "first strike damage"))
    result = lethal("play", "-", stdin=f'{text}[choices]\nfirst = "ogre:imp=3"\n')
    reason = (
        "imp is not on the battlefield then, because of damage; decide the damage under [choices], "
        "or see what `outcomes` makes of it"
    )
    message = happening("pump", "first strike damage", reason)
    assert (result.code, result.out) == (2, "")
    assert result.err == f"lethal: standard input:{place}: {message}\n"
    outcomes = lethal("outcomes", "-", "--format", "jsonl", stdin=text)
    assert outcomes.code == 0
    # Always the elf, by the bear; where the imp lives, it kills the ogre.
    destroyed = [tuple(record["outcome"]["destroyed"]) for record in outcomes.records[:-1]]
    assert sorted(destroyed) == [("elf", "imp"), ("ogre", "elf"), ("ogre", "elf", "cat")]


# --- Choices ---------------------------------------------------------------------------------

CHOICES = [
    ("bear:elf=1 ogre:p=3", "bear must assign exactly 2 damage, not 1 (510.1a)."),
    ("bear:elf=2", "ogre must assign exactly 3 damage, not 0 (510.1a)."),
    ("bear:p=2 ogre:p=3", "bear is blocked, so it may assign damage only to elf"),
    ("elf:bear=2", "elf must assign exactly 1 damage, not 2 (510.1a)."),
]


@pytest.mark.parametrize(("choice", "reason"), CHOICES)
def test_a_choice_that_is_illegal_is_refused_with_the_rule(
    choice: str, reason: str, tmp_path: Path
) -> None:
    text = f'{BOARD}[choices]\nregular = "{choice}"\n'
    for command in ("play", "outcomes"):
        result = lethal(command, "-", "-o", tmp_path / "result", stdin=text)
        assert (result.code, result.out) == (2, "")
        said = result.err.removeprefix("lethal: ")
        assert said.startswith(
            f"standard input:30:11: the choice for the regular damage is not legal: {reason}"
        )
        assert said.count("\n") == 1
        assert list(tmp_path.iterdir()) == []


def test_a_choice_for_a_creature_that_does_not_assign_in_that_step_is_refused() -> None:
    text = BOARD + FENCER + '[choices]\nfirst = "ogre:p=3"\n'
    for command in ("play", "outcomes"):
        result = lethal(command, "-", stdin=text)
        assert (result.code, result.out) == (2, "")
        said = result.err.removeprefix("lethal: ")
        assert ": the choice for the first-strike damage is not legal: ogre " in said


@pytest.mark.parametrize("who", ["hero", "nobody"])
def test_a_choice_for_something_that_is_not_in_combat_is_refused(who: str) -> None:
    text = f'{BOARD}[choices]\nregular = "{who}:p=1"\n'
    for command in ("play", "outcomes"):
        result = lethal(command, "-", stdin=text)
        assert (result.code, result.out) == (2, "")
        assert f"there is no creature {who!r}" in result.err
        assert result.err.count("\n") == 1


BAD_CHOICES = [
    ('regular = §"x"', "assignment 'x', character 1: expected SOURCE:RECIPIENT=AMOUNT"),
    (f'regular = §"ogre:p={10**30}"', "assignment 'ogre:p="),
    ("regular = §3", ""),
]


@pytest.mark.parametrize(("line", "message"), BAD_CHOICES)
def test_a_choice_that_is_no_assignment_is_refused_where_it_stands(line: str, message: str) -> None:
    text, place = marked(f"{BOARD}[choices]\n{line}\n")
    result = lethal("play", "-", stdin=text)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(f"lethal: standard input:{place}: {message}")
    assert result.err.count("\n") == 1


# --- Other ways to write a board -------------------------------------------------------------


def test_json_has_places_too() -> None:
    text = BOARD + event('do = "exile"\ncreature = "elf"') + event('do = "tap"\ncreature = "elf"')
    data = read_board(text.replace(MARK, "").encode(), "f").combat
    assert len(data.events) == 2
    board = {
        "format": 1,
        "attackers": [{"id": "bear", "power": 2, "toughness": 2, "blocked_by": ["elf"]}],
        "blockers": [{"id": "elf", "power": 1, "toughness": 1}],
        "events": [
            {"at": "declare blockers", "do": "exile", "creature": "elf"},
            {"at": "declare blockers", "do": "tap", "creature": "elf"},
        ],
    }
    text = json.dumps(board, indent=1)
    lines = text.splitlines()
    # The second event's brace stands three lines above its creature.
    line = len(lines) - lines[::-1].index('   "creature": "elf"') - 3
    result = lethal("play", "-", stdin=text)
    message = happening("tap", "declare blockers", "elf is not on the battlefield then")
    assert (result.code, result.out) == (2, "")
    assert result.err == f"lethal: standard input:{line}:3: {message}\n"


def test_the_program_as_a_process_of_its_own_says_the_same_and_no_more(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    line = 'do = "put blocking"\ncreature = "guard"\nblocks = "bear"\nplace = 3'
    text, place = marked(BOARD + event(line))
    file.write_text(text, encoding="utf-8")
    for command in ("play", "outcomes"):
        result = real_lethal(command, file, "-o", tmp_path / "result")
        assert (result.code, result.out) == (2, "")
        assert result.err == (
            f"lethal: {file}:{place}: the event 'put blocking' at 'declare blockers': place is 3, "
            "and the last place in that order is 2\n"
        )
        assert "Traceback" not in result.err
    assert list(tmp_path.iterdir()) == [file]
