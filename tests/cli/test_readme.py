"""What the README shows of the command line is what the program says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from program import lethal

README = Path(__file__).parents[2] / "README.md"
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
SHOWN = [
    tuple(shown.split("\n", 1))
    for block in BLOCK.findall(README.read_text(encoding="utf-8"))
    for shown in block.split("$ lethal ")[1:]
]


def test_there_is_something_to_check() -> None:
    assert len(SHOWN) > 5


@pytest.mark.parametrize(("command", "answer"), SHOWN)
def test_a_command_of_the_readme_answers_as_shown(command: str, answer: str) -> None:
    if "board.toml" in command:
        # It stands for a file of the reader's.
        assert not answer
        return
    result = lethal(*shlex.split(command))
    assert result.out + result.err == answer
