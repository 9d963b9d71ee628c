"""`lethal play`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import lethal as api
from program import HUGE, Result, lethal, real_lethal

if TYPE_CHECKING:
    from pathlib import Path

TWO_STEPS = "20:3/3Sx2/2,4/4x3/3+1/1F"
"""a1 kills b1 with first strike, b3 deals 1 to a2; then a2 divides 4 among b2 and b3."""
EASY = "20:2/2x1/1+1/1"
"""a1 divides 2; all else is forced."""
FILE = """\
format = 1
[[attackers]]
id = "knight"
power = 2
toughness = 2
keywords = ["double strike"]
blocked_by = ["bear", "elf"]
[[blockers]]
id = "bear"
power = 2
toughness = 4
[[blockers]]
id = "elf"
power = 1
toughness = 2
"""


def test_a_table_tells_the_combat_step_by_step() -> None:
    result = lethal("play", TWO_STEPS)
    assert (result.code, result.err) == (0, "")
    declared, first, regular, end = result.out.split("\n\n")
    assert declared.splitlines() == [
        "a1 attacks, becomes blocked by b1",
        "a2 attacks, becomes blocked by b2, becomes blocked by b3",
        "b1 blocks a1",
        "b2 blocks a2",
        "b3 blocks a2",
    ]
    assert first.splitlines()[0] == "first-strike damage step (510.4)"
    for line in ("a1 assigns 3 to b1.", "b3 deals 1 to a2.", "b1 dies."):
        assert f"  {line}" in first.splitlines()
    assert regular.splitlines()[0] == "combat damage step (510.1)"
    assert "  a1 is blocked, and no creature is blocking it now (510.1c)." in regular.splitlines()
    # With 1 damage marked, a2 has 3 left: b2 alone is just enough, and b1 is gone.
    assert end.splitlines() == [
        "result",
        "  destroyed: a2, b1, b2, b3",
        "  life of active: 20",
        "  life of defending: 20",
    ]


def test_jsonl_is_one_record() -> None:
    result = lethal("play", TWO_STEPS, "--format", "jsonl")
    assert result.code == 0
    (record,) = result.records
    assert set(record) >= {"type", "rules", "assignments", "outcome", "log"}
    assert (record["type"], record["rules"]) == ("play", "foundations")
    assert record["assignments"]["first"] == {"a1": {"b1": 3}, "b3": {"a2": 1}}
    assert record["assignments"]["regular"] == {"a2": {"b2": 3, "b3": 1}, "b2": {"a2": 3}}
    assert record["outcome"] == {
        "destroyed": ["a2", "b1", "b2", "b3"],
        "damage": {},
        "loyalty": {},
        "poison": {},
        "life_gained": {},
        "losers": [],
        "defense": {},
        "counters": {},
        "left": [],
        "life": {"active": 20, "defending": 20},
    }


def test_json_is_the_same_indented() -> None:
    indented = lethal("play", TWO_STEPS, "--format", "json")
    assert indented.json == lethal("play", TWO_STEPS, "--format", "jsonl").json
    assert indented.out.startswith('{\n  "type": "play",\n')


def test_every_entry_of_the_log_has_a_kind_and_a_sentence() -> None:
    log = lethal("play", TWO_STEPS, "--format", "json").json["log"]
    assert all(entry["kind"] and entry["text"] for entry in log)
    assert {
        "kind": "dealt",
        "text": "a1 deals 3 to b1",
        "source": "a1",
        "recipient": "b1",
        "amount": 3,
    } in log
    assert {"kind": "step", "text": "combat damage step", "rule": "510.1"} in log
    assert {"kind": "died", "text": "b1 dies", "recipient": "b1"} in log


def test_the_winner_is_told_and_the_second_step_left_out() -> None:
    result = lethal("play", "3:3/3F,5/5")
    assert "loses: defending" in result.out
    assert "combat damage step" not in result.out


@pytest.mark.parametrize(("rules", "rule"), [("alara", "310.1"), ("m10", "510.1")])
def test_the_rules_of_the_command_line_hold(rules: str, rule: str) -> None:
    result = lethal("play", "20:2/2", "--rules", rules, "--format", "json")
    assert result.json["rules"] == rules
    assert [e["rule"] for e in result.json["log"] if e["kind"] == "step"] == [rule]


@pytest.mark.parametrize("format_", ["table", "json", "jsonl"])
def test_a_combat_without_damage_is_played_too(format_: str) -> None:
    result = lethal("play", "20:0/2", "--format", format_)
    assert (result.code, result.err) == (0, "")
    if format_ == "table":
        assert "  a1 would assign 0, so it assigns no damage (510.1a)." in result.out.splitlines()
        assert result.out.endswith("result\n  life of active: 20\n  life of defending: 20\n")
    else:
        assert result.json["outcome"]["destroyed"] == []
        assert result.json["outcome"]["life"] == {"active": 20, "defending": 20}


def test_a_combat_that_an_event_ends_before_damage_has_no_step() -> None:
    text = f'{FILE}[[events]]\nat = "declare blockers"\ndo = "leave the game"\nplayer = "active"\n'
    result = lethal("play", "-", "--format", "json", stdin=text)
    assert result.code == 0
    assert result.json["assignments"] == {}


# --- Who chooses -----------------------------------------------------------------------------


def assigned(result: Result) -> list[str]:
    """Return who assigns what, from a table."""
    return [line.strip() for line in result.out.splitlines() if " assigns " in line]


def test_the_best_of_each_step_is_chosen_by_default() -> None:
    best = ["a1 assigns 1 to b1.", "a1 assigns 1 to b2."]
    assert assigned(lethal("play", EASY))[:2] == best
    assert assigned(lethal("play", EASY, "--choose", "best"))[:2] == best


def test_the_first_in_canonical_order_can_be_chosen() -> None:
    # Lexicographic in b1, b2: all to b2 comes first.
    assert assigned(lethal("play", EASY, "--choose", "first"))[0] == "a1 assigns 2 to b2."


def test_what_is_best_can_be_chosen() -> None:
    out = lethal("play", "20:6/6Tx2/2+3/3", "--maximize", "min-kills,min-damage").out
    assert "destroyed: b1, b2" not in out
    assert "damage to defending" not in out
    result = lethal("play", EASY, "--maximize", "kils")
    assert (result.code, result.out) == (2, "")
    assert "unknown objective term 'kils'; did you mean 'kills'?" in result.err


def test_an_answer_is_what_the_player_assigns() -> None:
    result = lethal("play", EASY, "--choose", "ask", stdin="a1:b1=2\n")
    assert result.code == 0
    assert assigned(result)[0] == "a1 assigns 2 to b1."
    # The question is on standard error, so that the output is the same as without it.
    assert "a1 assigns 2\n  to b1\n  to b2\n" in result.err
    assert "assign" not in result.out.split("\n\n")[0]


def test_an_empty_answer_takes_the_best_which_is_suggested() -> None:
    result = lethal("play", EASY, "--choose", "ask", stdin="\n")
    assert result.code == 0
    assert assigned(result)[:2] == ["a1 assigns 1 to b1.", "a1 assigns 1 to b2."]
    assert "[a1:b1=1,b2=1]" in result.err


def test_an_illegal_answer_is_explained_and_asked_again() -> None:
    answers = "a1:b1=3\nnonsense\na1:b1=1,p=1\na1:b1=1,b2=1\n"
    result = lethal("play", EASY, "--choose", "ask", stdin=answers)
    assert result.code == 0
    assert assigned(result)[:2] == ["a1 assigns 1 to b1.", "a1 assigns 1 to b2."]
    assert "a1 must assign exactly 2 damage, not 3 (510.1a)." in result.err
    assert "assignment 'nonsense', character 1: expected SOURCE:RECIPIENT=AMOUNT" in result.err
    assert "a1 is blocked, so it may assign damage only to b1, b2" in result.err
    assert result.err.count("assign [") == 4


def test_only_real_choices_are_asked_about() -> None:
    result = lethal("play", "20:2/2x3/3,1/1S", "--choose", "ask")
    assert (result.code, result.err) == (0, "")


def test_each_player_and_each_step_is_asked_once() -> None:
    # The knight twice, the bear that blocks two once.
    board = "20:knight=2/9Sxb=3/9+c=0/9,1/9xb"
    answers = "knight:b=2\nknight:c=2 a2:b=1\nb:a2=3\n"
    result = lethal("play", board, "--choose", "ask", "--format", "json", stdin=answers)
    assert result.code == 0
    assert result.err.count("assign [") == 3
    assert result.json["assignments"] == {
        "first": {"knight": {"b": 2}},
        "regular": {"knight": {"c": 2}, "a2": {"b": 1}, "b": {"a2": 3}},
    }


@pytest.mark.parametrize("answers", ["", "a1:b1=3\n"])
def test_the_end_of_input_ends_the_program_without_a_result(answers: str, tmp_path: Path) -> None:
    for words in ([], ["-o", tmp_path / "result"]):
        result = lethal("play", EASY, "--choose", "ask", *words, stdin=answers)
        assert result.code != 0
        assert result.out == ""
        assert result.err.splitlines()[-1].endswith("lethal: interrupted")
        assert list(tmp_path.iterdir()) == []
    real = real_lethal("play", EASY, "--choose", "ask", stdin=answers.encode())
    assert (real.code, real.out) == (result.code, "")
    assert "Traceback" not in real.err


# --- Choices in the file ---------------------------------------------------------------------


def test_choices_are_taken_for_their_player_and_step() -> None:
    text = f'{FILE}[choices]\nfirst = "knight:bear=2"\nregular = "knight:bear=2"\n'
    result = lethal("play", "-", "--format", "json", stdin=text)
    assert result.code == 0
    assert result.json["assignments"] == {
        "first": {"knight": {"bear": 2}},
        "regular": {"knight": {"bear": 2}, "bear": {"knight": 2}, "elf": {"knight": 1}},
    }
    assert result.json["outcome"]["destroyed"] == ["knight", "bear"]


def test_choices_are_not_asked_about() -> None:
    text = f'{FILE}[choices]\nfirst = "knight:elf=2"\n'
    result = lethal("play", "-", "--choose", "first", stdin=text)
    assert result.code == 0
    # With the elf gone, all of the regular damage is the bear's.
    assert assigned(result)[:2] == ["knight assigns 2 to elf.", "knight assigns 2 to bear."]


def test_a_choice_may_be_of_the_defending_player_alone() -> None:
    boar = '[[attackers]]\nid = "boar"\npower = 1\ntoughness = 1\nblocked_by = ["bear"]\n'
    text = FILE.replace("[[blockers]]", f"{boar}[[blockers]]", 1)
    text = text.replace('id = "bear"\n', 'id = "bear"\ncan_block = 2\n')
    text += '[choices]\nfirst = "knight:bear=2"\nregular = "bear:boar=2 elf:knight=1"\n'
    result = lethal("play", "-", "--format", "json", stdin=text)
    assert result.code == 0
    regular = result.json["assignments"]["regular"]
    assert (regular["bear"], regular["elf"]) == ({"boar": 2}, {"knight": 1})
    assert "boar" in result.json["outcome"]["destroyed"]


# --- Limits, files and Ctrl-C ----------------------------------------------------------------


@pytest.mark.parametrize("format_", ["table", "json", "jsonl"])
def test_a_file_gets_what_standard_output_would(tmp_path: Path, format_: str) -> None:
    file = tmp_path / "result"
    file.write_text("old", encoding="utf-8")
    result = lethal("play", TWO_STEPS, "--format", format_, "-o", file)
    assert (result.code, result.out, result.err) == (0, "", "")
    assert file.read_text(encoding="utf-8") == lethal("play", TWO_STEPS, "--format", format_).out
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_keeps_its_old_text_when_there_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "result"
    file.write_text("old", encoding="utf-8")
    text = f'{FILE}[choices]\nfirst = "knight:bear=1"\n'
    assert lethal("play", "-", "-o", file, stdin=text).code == 2
    assert file.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_the_same_combat_is_played_by_a_process_of_its_own() -> None:
    assert real_lethal("play", TWO_STEPS) == lethal("play", TWO_STEPS)


def test_ctrl_c_at_a_question_or_in_a_search_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*args: object, **options: object) -> None:
        del args, options
        raise KeyboardInterrupt

    monkeypatch.setattr("click.termui.visible_prompt_func", interrupted)
    for words in ([], ["-o", tmp_path / "result"]):
        result = lethal("play", EASY, "--choose", "ask", *words)
        assert (result.code, result.out) == (130, "")
        assert result.err.endswith("lethal: interrupted\n")
    monkeypatch.setattr("lethal.Assignments.best", interrupted)
    for words in ([], ["-o", tmp_path / "result"]):
        result = lethal("play", EASY, *words)
        assert (result.code, result.out, result.err) == (130, "", "lethal: interrupted\n")
    assert list(tmp_path.iterdir()) == []


def test_a_choice_for_a_step_that_there_is_not_is_refused() -> None:
    with pytest.raises(api.LethalError, match="no such damage step"):
        api.play("20:2/2", choices={"first": "a1:p=2"})


def test_an_answer_with_an_unknown_id_is_asked_again() -> None:
    result = lethal("play", EASY, "--choose", "ask", stdin="zz:b1=2\na1:b1=2\n")
    assert result.code == 0
    assert "zz" in result.err


def test_a_time_limit_that_leaves_a_choice_unproven_is_told() -> None:
    result = lethal("play", HUGE, "--timeout", "0.0001", "--format", "json")
    assert result.code == 3
    assert result.json["complete"] is False


def test_an_illegal_choice_is_shown_where_it_stands() -> None:
    text = BOARD_WITH_CHOICE
    result = lethal("play", "-", stdin=text)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(
        "lethal: standard input:7:11: the choice for the regular damage is"
    )


BOARD_WITH_CHOICE = """\
format = 1
[[attackers]]
id = "a"
power = 2
toughness = 2
[choices]
regular = "a:p=1"
"""


def test_an_unknown_way_to_choose_is_refused() -> None:
    with pytest.raises(api.LethalError, match="'best', 'first' or a function, not 'worst'"):
        api.play("20:2/2", "worst")  # pyright: ignore[reportArgumentType]


def test_choices_of_a_file_count_from_python_too(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text(FILE + '[choices]\nfirst = "knight:elf=2"\n', encoding="utf-8")
    assert str(api.play(file).assignments["first"]) == "knight:elf=2"
    assert len(list(api.outcomes(file))) < len(list(api.outcomes(api.load(file))))
