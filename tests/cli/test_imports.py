"""What is loaded when: the heavy libraries only where they are needed."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = (
    "ortools",
    "pandas",
    "numpy",
    "pyarrow",
    "networkx",
    "pydantic",
    "tomli_w",
    "rich",
)


def loaded_after(code: str) -> set[str]:
    """Return which heavy libraries a new process has loaded after running some code."""
    script = f"{code}\nimport sys\nprint('\\n' + ' '.join({HEAVY!r} & sys.modules.keys()))"
    script = script.replace(repr(HEAVY), repr(set(HEAVY)))
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True, timeout=60
    )
    return set(done.stdout.splitlines()[-1].split())


def running(*words: str) -> str:
    return f"from lethal.cli import run\nassert run({list(words)!r}) == 0"


def test_importing_the_package_loads_nothing_heavy() -> None:
    assert loaded_after("import lethal") == set()


def test_importing_the_models_loads_no_solver_and_no_file_library() -> None:
    assert loaded_after("import lethal_models") == set()


def test_parsing_and_the_rules_load_nothing_heavy() -> None:
    code = "import lethal\nassert str(lethal.parse('20:6/6Tx2/2')) == '20:6/6Tx2/2'"
    assert loaded_after(code) == set()


@pytest.mark.parametrize("words", [["--help"], ["--version"]])
def test_help_loads_nothing_heavy(words: list[str]) -> None:
    assert loaded_after(running(*words)) == set()


@pytest.mark.parametrize(
    "words",
    [
        ["check", "20:6/6Tx2/2+3/3", "a1:b1=6", "--number"],
        ["count", "20:6/6Tx2/2+3/3"],
        # A decision diagram: two tramplers share a blocker.
        ["count", "20:6/6Tx2/2+b=3/3,4/4Txb"],
        ["enumerate", "20:6/6Tx2/2+b=3/3,4/4Txb"],
        ["enumerate", "20:6/6Tx2/2+3/3", "--format", "csv"],
        ["enumerate", "20:6/6Tx2/2+3/3", "--sample", "3"],
        ["show", "20:6/6Tx2/2+3/3"],
    ],
)
def test_text_about_a_board_in_one_line_loads_nothing_heavy(words: list[str]) -> None:
    assert loaded_after(running(*words)) == set()


@pytest.mark.parametrize(
    "words",
    [
        ["count", "20:6/6Tx2/2+3/3", "--format", "json"],
        ["count", "--help"],
        ["best", "--help"],
    ],
)
def test_what_needs_no_solver_loads_none(words: list[str]) -> None:
    assert loaded_after(running(*words)).isdisjoint({"ortools", "pandas", "numpy"})


def test_a_wish_about_a_total_needs_the_solver() -> None:
    assert "ortools" in loaded_after(running("ranges", "20:6/6Tx2/2", "p<=3"))
