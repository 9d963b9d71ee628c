"""The BOARD argument, and every way in which a board can be bad."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from program import lethal, real_lethal

BALOTH = Path(__file__).parents[2] / "examples" / "baloth.toml"
TOML = 'format = 1\n[[attackers]]\nid = "a"\npower = 2\ntoughness = 2\n'
JSON = json.dumps({"format": 1, "attackers": [{"id": "a", "power": 2, "toughness": 2}]})
COMMANDS = [["count"], ["enumerate"], ["ranges"], ["best"], ["show"], ["check"]]


def test_a_board_is_a_file() -> None:
    assert lethal("count", BALOTH).out == "80\n"
    assert real_lethal("enumerate", BALOTH).out.count("\n") == 80


@pytest.mark.parametrize("ending", ["toml", "TOML", "json", "JSON"])
def test_the_ending_says_the_language(tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"board.{ending}"
    file.write_text(TOML if ending.lower() == "toml" else JSON, encoding="utf-8")
    assert lethal("enumerate", file).out == "a:p=2\n"


@pytest.mark.parametrize("text", [TOML, JSON, f"\n  {JSON}", f"\ufeff{TOML}", f"\ufeff{JSON}"])
def test_a_dash_reads_either_language_from_standard_input(text: str) -> None:
    assert lethal("enumerate", "-", stdin=text).out == "a:p=2\n"
    assert real_lethal("enumerate", "-", stdin=text.encode()).out == "a:p=2\n"


def test_rules_of_the_command_line_win_over_those_of_the_board() -> None:
    assert lethal("count", BALOTH, "--rules", "foundations").out == "180\n"
    text = 'rules = "nonsense"\n' + TOML
    assert lethal("count", "-", "--rules", "m12", stdin=text).out == "1\n"


BAD = [
    ("20:2", "notation '20:2', character 4: "),
    ("board", "board 'board', character 1: not a .toml or .json file, and not notation like "),
    ("", "board '', character 1: not a .toml or .json file, and not notation like "),
    ("none.toml", "none.toml: cannot read the board file: no such file or directory"),
    ("none.json", "none.json: cannot read the board file: no such file or directory"),
    ("20:p=2/2", "'20:p=2/2': attackers[0].id: 'p' stands for the defending player"),
    ("m13:20:2/2", "notation 'm13:20:2/2', character 1: unknown rules 'm13'"),
    ("eighth:20+j=1:2/2", "'eighth:20+j=1:2/2': planeswalkers[0]: there are no planeswalkers"),
    ("\0.toml", "\0.toml: cannot read the board file: "),
    ("\ud800:2/2", "notation '\\ud800:2/2', character 1: expected the defending player's life"),
    ("20:" + "9" * 5000 + "/1", "notation '20:999"),
]


@pytest.mark.parametrize(("board", "sentence"), BAD)
def test_a_bad_board_is_refused_in_one_sentence(board: str, sentence: str) -> None:
    result = lethal("count", board)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(f"lethal: {sentence}")
    assert result.err.count("\n") == 1


BAD_FILES: list[tuple[bytes, list[str]]] = [
    (b"", ["standard input: the board file is empty; it starts with format = 1"]),
    (b"\xff", ["standard input:1:1: byte 0xff is not UTF-8; save the file as UTF-8"]),
    (b"format", ["standard input:1:7: not TOML: expected '=' after a key in a key/value pair"]),
    (b"{", ["standard input:1:2: not JSON: expecting property name enclosed in double quotes"]),
    (b'{"a": 1, "a": 2}', ["standard input:1:10: the key 'a' is given twice"]),
    (b"[" * 100_000, ["standard input:1:3: not TOML: "]),
    (b'{"a":' + b"[" * 100_000, ["standard input: the board file is nested too deeply"]),
    (b"#" * 10_000_000, ["standard input: the board file is too large: at most 1 MB are read"]),
    (b"format = 1", ["standard input:1:1: nothing attacks: the board needs [[attackers]]"]),
    (
        f"{TOML}powr = 1\ntoughnes = 1\nattacks = 'me'".encode(),
        [
            "standard input:6:1: unknown key 'powr'; did you mean 'power'?",
            "standard input:7:1: unknown key 'toughnes'; did you mean 'toughness'?",
            "standard input:8:11: 'me' is not a defending player, planeswalker or battle",
        ],
    ),
]


@pytest.mark.parametrize(("data", "lines"), BAD_FILES)
def test_a_bad_file_is_refused_with_one_line_for_every_problem(
    data: bytes, lines: list[str]
) -> None:
    result = lethal("count", "-", stdin=data)
    assert (result.code, result.out) == (2, "")
    shown = result.err.splitlines()
    assert len(shown) == len(lines)
    for found, expected in zip(shown, lines, strict=True):
        assert found.startswith(f"lethal: {expected}")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_refuses_a_bad_board_and_writes_nothing(
    tmp_path: Path, command: list[str]
) -> None:
    file = tmp_path / "result"
    words = [*command, "20:2/-1", *(["a1:p=2"] if command == ["check"] else []), "-o", str(file)]
    result = lethal(*words)
    assert (result.code, result.out) == (2, "")
    assert result.err == (
        "lethal: '20:2/-1': attackers[0].toughness: toughness is -1; it must be at least 0\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_the_real_program_shows_no_traceback() -> None:
    for board in ("20:2", "none.toml", "20:p=2/2"):
        result = real_lethal("count", board)
        assert (result.code, result.out) == (2, "")
        assert result.err.startswith("lethal: ")
        assert result.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--by", "bob"], "there is no player 'bob'"),
        (["--by", "defendng"], "there is no player 'defendng'; did you mean 'defending'?"),
        (["--step", "first"], "there is no first-strike damage step: no creature in combat has "),
    ],
)
def test_a_view_that_the_board_does_not_have_is_refused(words: list[str], sentence: str) -> None:
    result = lethal("count", "20:2/2", *words)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(f"lethal: {sentence}")
    assert result.err.count("\n") == 1
