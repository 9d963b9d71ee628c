"""`--verify`: answers that are checked by other means than those that found them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lethal import Assignments, Count, Status
from lethal.components import Component
from lethal.verifying import Checker, MismatchError, verify_count
from program import HUGE, TWO_BLOCKERS, lethal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SHARED = "20:5/5Tx2/2+b=3/3,4/4Txb"
WHY = (
    "a1 may not assign damage to the defending player yet: b1 has 1 of the 2 it needs and b2 has 2 "
    "of the 3 it needs (702.19b)"
)
REPORT = "this is a defect of the program: please report it with the board and the command\n"


@pytest.mark.parametrize(
    ("words", "by"),
    [
        ((), "cpsat"),
        (("--engine", "cpsat"), "diagram"),
        (("--engine", "diagram"), "cpsat"),
        (("--limit", "5"), "cpsat"),
        (("--limit", "8"), "cpsat"),
    ],
)
def test_the_other_engine_counts_again(words: tuple[str, ...], by: str) -> None:
    result = lethal("count", TWO_BLOCKERS, "--verify", "--format", "json", *words)
    assert result.json["verified"] is True
    assert result.err.splitlines()[-1] == f"lethal: verified: {by} counts the same"
    assert result.code == (3 if words == ("--limit", "5") else 0)


def test_each_component_is_counted_by_the_engine_that_did_not() -> None:
    words = ("--memory", "0.0001", "--verify", "--format", "json")
    result = lethal("count", f"{SHARED},2/2x1/1+1/1", *words)
    # A formula counted a3, and cpsat did not count it; no diagram has room for a1 and a2.
    assert (result.code, result.json["engine"]) == (3, "cpsat+diagram")
    assert result.json["verified"] is False
    assert result.err.startswith("lethal: not verified: the decision diagram of a1, a2 would be ")


def test_without_the_option_nothing_is_said_of_it() -> None:
    result = lethal("count", TWO_BLOCKERS, "--format", "json")
    assert "verified" not in result.json
    assert result.err == ""


def test_what_the_other_engine_cannot_count_is_not_verified() -> None:
    # 10,000 damage among three: 50 million ways, which a formula knows and a search has to visit.
    result = lethal("count", "20:10000/1x1/1+1/1+1/1", "--verify", "--format", "json")
    assert result.code == 3
    assert result.json["complete"] is True
    assert result.json["verified"] is False
    assert result.err == (
        "lethal: not verified: counting would visit up to 50,015,001 combinations of what a1 "
        "assigns; give a time limit to count as many as it allows\n"
    )


def test_a_count_that_is_cut_short_is_verified_as_far_as_it_goes() -> None:
    result = lethal("count", HUGE, "--limit", "300", "--verify", "--format", "json")
    assert (result.code, result.json["count"], result.json["verified"]) == (3, "300", False)


@pytest.mark.parametrize(
    ("counted", "verified"),
    [
        (Count(8, Status.COMPLETE), True),
        (Count(7, Status.LIMIT), True),
        (Count(3, Status.TIMEOUT, 9), True),
        (Count(7, Status.COMPLETE), False),
        (Count(9, Status.COMPLETE), False),
        (Count(8, Status.LIMIT), False),
        (Count(9, Status.TIMEOUT, 20), False),
        (Count(3, Status.TIMEOUT, 7), False),
    ],
)
def test_a_count_and_bounds_of_it_are_held_against_the_true_one(
    counted: Count, *, verified: bool
) -> None:
    legal = Assignments(TWO_BLOCKERS)
    if verified:
        assert verify_count(legal, counted).complete
    else:
        with pytest.raises(MismatchError):
            verify_count(legal, counted)


def test_bounds_that_are_wider_verify_nothing() -> None:
    found = verify_count(Assignments(TWO_BLOCKERS), Count(8, Status.COMPLETE), limit=4)
    assert (found.complete, found.status) == (False, Status.LIMIT)
    assert found.reason == "cpsat counts at least 5 within the limits"


def test_bounds_that_nobody_searched_for_verify_nothing() -> None:
    legal = Assignments(TWO_BLOCKERS)
    found = verify_count(legal, Count(1, Status.TIMEOUT, 8), timeout=1e-9)
    assert (found.complete, found.status) == (False, Status.TIMEOUT)
    assert found.reason == "cpsat counts at least 1 and at most 8 within the limits"


def test_engines_that_disagree_about_a_count_are_a_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    def nine(component: Component, deadline: object) -> int | None:
        del deadline
        return None if component.engine == "cpsat" else 9

    monkeypatch.setattr(Component, "counted", nine)
    result = lethal("count", TWO_BLOCKERS, "--verify")
    assert (result.code, result.out) == (4, "")
    assert result.err == f"lethal: cpsat counts 8, where diagram counts 9; {REPORT}"


@pytest.mark.parametrize("format_", ["table", "json", "jsonl", "csv"])
def test_every_listed_assignment_is_held_against_the_rules(format_: str) -> None:
    result = lethal("enumerate", TWO_BLOCKERS, "--verify", "--format", format_)
    assert (result.code, result.err) == (0, "lethal: verified: 8 assignments are legal\n")
    if format_ == "json":
        assert result.json["summary"]["verified"] is True
    elif format_ == "jsonl":
        assert result.summary["verified"] is True
    else:
        assert result.out == lethal("enumerate", TWO_BLOCKERS, "--format", format_).out


def test_batches_and_samples_are_verified_too(tmp_path: Path) -> None:
    words = ("enumerate", TWO_BLOCKERS, "--verify", "-o", tmp_path / "list")
    for more in (("--format", "parquet"), ("--sample", "8", "--seed", "1"), ("--shard", "1/1")):
        result = lethal(*words, *more)
        assert (result.code, result.err) == (0, "lethal: verified: 8 assignments are legal\n")


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([(0, 6, 0), (1, 2, 3)], f"'a1:b1=1,b2=2,p=3' was listed but is illegal: {WHY}"),
        ([(0, 6, 0), (0, 6, 0)], "'a1:b2=6' is listed behind one that does not come before it"),
        ([(6, 0, 0), (0, 6, 0)], "'a1:b2=6' is listed behind one that does not come before it"),
    ],
)
@pytest.mark.parametrize("format_", ["table", "json", "parquet"])
def test_a_wrong_list_is_a_defect_and_leaves_no_file(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    format_: str,
    rows: list[tuple[int, ...]],
    sentence: str,
) -> None:
    def wrong(*args: object, **more: object) -> Iterator[tuple[int, ...]]:
        del args, more
        return iter(rows)

    def columns(*args: object) -> Iterator[object]:
        import numpy as np

        del args
        yield np.array(rows).T

    monkeypatch.setattr("lethal.Assignments.rows", wrong)
    monkeypatch.setattr("lethal.window.Window.to_batches", columns)
    words = ("--verify", "--format", format_, "-o", tmp_path / "list")
    result = lethal("enumerate", TWO_BLOCKERS, *words)
    assert (result.code, result.out) == (4, "")
    assert result.err == f"lethal: {sentence}; {REPORT}"
    assert list(tmp_path.iterdir()) == []


def test_a_checker_lets_samples_come_in_any_order() -> None:
    legal = Assignments(TWO_BLOCKERS)
    drawn = legal.sample(20, seed=1)
    assert list(Checker(legal, in_order=False).watched(drawn)) == drawn
    with pytest.raises(MismatchError):
        list(Checker(legal).watched(drawn))


def test_the_best_is_held_against_the_rules_and_its_outcome() -> None:
    result = lethal("best", TWO_BLOCKERS, "--verify", "--format", "json")
    assert (result.code, result.json["verified"]) == (0, True)
    assert result.err == "lethal: verified: cpsat finds nothing better\n"


def test_a_best_that_is_illegal_is_a_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*args: object) -> object:
        del args
        return 0, 0, 6

    monkeypatch.setattr("lethal.damage_assignments.longest_path", wrong)
    result = lethal("best", TWO_BLOCKERS, "--verify")
    assert (result.code, result.out) == (4, "")
    assert result.err.startswith("lethal: 'a1:p=6' was listed but is illegal: a1 may not assign ")
    assert result.err.endswith(REPORT)


@pytest.mark.parametrize("engine", ["auto", "cpsat"])
def test_a_best_that_is_not_the_best_is_a_defect(
    monkeypatch: pytest.MonkeyPatch, engine: str
) -> None:
    # All 6 to b1 kills one of two.
    def path(*args: object) -> object:
        del args
        return 6, 0, 0

    def solver(*args: object) -> object:
        del args
        return (("a1", "b1"), ("a1", "b2"), ("a1", "defending")), (6, 0, 0), Status.COMPLETE

    if engine == "auto":
        monkeypatch.setattr("lethal.damage_assignments.longest_path", path)
    else:
        monkeypatch.setattr("lethal.cpsat.best.best_row", solver)
    result = lethal("best", TWO_BLOCKERS, "--engine", engine, "--verify")
    assert (result.code, result.out) == (4, "")
    assert "is better than what was said to be best" in result.err
