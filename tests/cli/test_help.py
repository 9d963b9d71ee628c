"""Help, version, completion and wrong usage."""

from __future__ import annotations

import pytest

from lethal import __version__
from lethal.cli.group import COMMANDS
from program import lethal, real_lethal


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"]])
def test_help_lists_every_command_with_examples(words: list[str]) -> None:
    result = lethal(*words)
    assert (result.code, result.err) == (0, "")
    assert "Examples:\n" in result.out
    assert "  lethal count 20:6/6Tx2/2+3/3 " in result.out
    for command, line in COMMANDS.items():
        assert f"  {command} " in result.out
        assert line in result.out


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_the_help_of_every_command_has_examples(command: str, option: str) -> None:
    result = lethal(command, option)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith(f"Usage: lethal {command} ")
    assert "  Examples:\n" in result.out
    assert f"    lethal {command} " in result.out or f"    lethal {command}\n" in result.out


def test_the_version_is_told() -> None:
    assert lethal("--version").out == f"lethal, version {__version__}\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_gets_its_completion(shell: str) -> None:
    result = lethal("completion", shell)
    assert (result.code, result.err) == (0, "")
    assert "_LETHAL_COMPLETE" in result.out
    assert f"{shell}_complete" in result.out


def test_completion_completes_commands() -> None:
    env = {"_LETHAL_COMPLETE": "bash_complete", "COMP_WORDS": "lethal r", "COMP_CWORD": "1"}
    result = real_lethal(env=env)
    assert [line.split(",")[-1] for line in result.out.splitlines()] == ["ranges", "rulebook"]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["enumrate", "20:2/2"], "no command 'enumrate'; did you mean 'enumerate'?"),
        (["zzz"], "no command 'zzz'"),
        (["count"], "Missing argument 'BOARD'."),
        (["check", "20:2/2"], "Missing argument 'ASSIGNMENT'."),
        (["count", "20:2/2", "20:2/2"], "Got unexpected extra argument (20:2/2)"),
        (["count", "20:2/2", "--limit", "0"], "Invalid value for '--limit': 0 is not in the"),
        (["count", "20:2/2", "--limit", "x"], "Invalid value for '--limit': 'x' is not a valid"),
        (["count", "20:2/2", "--timeout", "0"], "Invalid value for '--timeout': 0.0 is not in"),
        (["count", "20:2/2", "--timeout", "nan"], "Invalid value for '--timeout': nan is not a"),
        (["count", "20:2/2", "--memory", "x"], "Invalid value for '--memory': 'x' is not a valid"),
        (["show", "20:2/2", "--format", "csv"], "Invalid value for '--format': 'csv' is not one"),
        (["count", "20:2/2", "--rules", "m13"], "Invalid value for '--rules': unknown rules 'm13'"),
        (
            ["count", "20:2/2", "--rules", "1999-04-22"],
            "Invalid value for '--rules': no rules for '1999-04-22': the first rules known here",
        ),
        (["count", "20:2/2", "--step", "3"], "Invalid value for '--step': '3' is not one of"),
        (["count", "20:2/2", "--engine", "z3"], "Invalid value for '--engine': 'z3' is not one"),
        (["completion", "tcsh"], "'tcsh' is not one of 'bash', 'zsh', 'fish'."),
        (["count", "-o", "/", "20:2/2"], "File '/' is a directory."),
    ],
)
def test_wrong_usage_is_told_in_one_sentence(words: list[str], error: str) -> None:
    result = lethal(*words)
    assert (result.code, result.out) == (2, "")
    assert error in result.err
    assert result.err.startswith("Usage: lethal ")
    assert result.err.count("\nError: ") == 1


def test_a_time_limit_may_be_infinite() -> None:
    assert lethal("count", "20:2/2", "--timeout", "inf").out == "1\n"


def test_a_negative_life_total_needs_two_dashes() -> None:
    assert lethal("count", "--", "-5:2/2").out == "1\n"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["count", "20:2/2"], 0),
        (["enumerate", "20:2/2"], 0),
        (["check", "20:2/2", "a1:p=1"], 1),
        (["ranges", "20:2/2"], 0),
        (["best", "20:2/2"], 0),
        (["show", "20:2/2"], 0),
        (["perft", "none.perft"], 2),
        (["rulebook", "t-1"], 0),
        (["completion", "bash"], 0),
        (["count", "20:2"], 2),
    ],
)
def test_the_real_program_does_the_same(words: list[str], code: int) -> None:
    here, there = lethal(*words), real_lethal(*words)
    assert there.code == code
    assert there == here
