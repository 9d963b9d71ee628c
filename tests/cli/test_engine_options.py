"""`--engine` and `--memory`: who does the work, and what it may take."""

from __future__ import annotations

from itertools import product

import pytest

from lethal import assignments
from lethal.components import ENGINES
from program import HUGE, TWO_BLOCKERS, lethal

SHARED = "20:5/5Tx2/2+b=3/3,4/4Txb"
"""Two tramplers that share a blocker."""

NO_ROOM = ("--memory", "0.0001")
"""As good as nothing: room for one node."""


def as_text(amounts: dict[str, int]) -> str:
    named = {"p" if r == "defending" else r: n for r, n in amounts.items()}
    return ",".join(f"{recipient}={n}" for recipient, n in named.items() if n)


def legal_of_all_divisions(board: str) -> list[str]:
    """Return the table of a board like `SHARED`, by asking the rules about every division."""
    legal = assignments(board)
    rows: list[str] = []
    for one, two, three, four in product(range(6), range(6), range(6), range(5)):
        if one + two + three == 5:
            first = {"b1": one, "b": two, "defending": three}
            second = {"b": four, "defending": 4 - four}
            if {"a1": first, "a2": second} in legal:
                rows.append(f"a1:{as_text(first)} a2:{as_text(second)}")
    return rows


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("memory", [(), ("--memory", "1")])
def test_every_engine_lists_the_same_in_the_same_order(engine: str, memory: tuple[str]) -> None:
    expected = legal_of_all_divisions(SHARED)
    words = (SHARED, "--engine", engine, *memory)
    assert lethal("enumerate", *words).out.splitlines() == expected
    assert lethal("count", *words).out == f"{len(expected)}\n"


@pytest.mark.parametrize(
    ("words", "engine"),
    [
        ((SHARED,), "diagram"),
        ((SHARED, "--engine", "diagram"), "diagram"),
        ((SHARED, "--engine", "cpsat"), "cpsat"),
        ((SHARED, *NO_ROOM), "cpsat"),
        # The third attacker shares nothing: a formula does.
        ((f"{SHARED},1/1", *NO_ROOM), "cpsat+diagram"),
        (("20:0/1",), "auto"),
    ],
)
@pytest.mark.parametrize("command", ["count", "enumerate"])
def test_a_summary_says_which_engines_did_the_work(
    command: str, words: tuple[str, ...], engine: str
) -> None:
    assert lethal(command, *words, "--format", "jsonl").summary["engine"] == engine


def test_with_little_memory_the_answer_is_the_same() -> None:
    expected = len(legal_of_all_divisions(SHARED))
    result = lethal("count", SHARED, *NO_ROOM)
    assert (result.code, result.out, result.err) == (0, f"{expected}\n", "")


@pytest.mark.parametrize("limits", [(), ("--limit", "5"), ("--timeout", "9")])
@pytest.mark.parametrize("command", ["count", "enumerate"])
def test_a_diagram_that_is_too_large_is_refused_whatever_the_limits(
    command: str, limits: tuple[str, ...]
) -> None:
    result = lethal(command, SHARED, "--engine", "diagram", *NO_ROOM, *limits)
    assert (result.code, result.out) == (2, "")
    assert result.err == (
        "lethal: the decision diagram of a1, a2 would be too large; the engine auto leaves it to "
        "CP-SAT\n"
    )


def test_more_memory_than_there_is_changes_nothing() -> None:
    assert lethal("count", TWO_BLOCKERS, "--memory", "inf").out == "8\n"


@pytest.mark.parametrize(("memory", "error"), [("0", "0.0 is not in the range"), ("nan", "nan is")])
def test_no_memory_is_refused(memory: str, error: str) -> None:
    result = lethal("count", HUGE, "--memory", memory)
    assert (result.code, result.out) == (2, "")
    assert f"Invalid value for '--memory': {error}" in result.err


@pytest.mark.parametrize("command", ["count", "enumerate", "check", "ranges", "best"])
def test_help_says_what_the_engines_do(command: str) -> None:
    text = " ".join(lethal(command, "--help").out.split())
    assert "--engine [auto|cpsat|diagram]" in text
    assert "diagram by formulas and decision diagrams, cpsat by searching" in text
    assert "--memory MIB" in text
