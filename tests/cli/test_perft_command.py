"""`lethal perft`."""

from __future__ import annotations

from pathlib import Path

import pytest

from lethal import perft
from program import lethal, real_lethal

SUITE = """\
# Comments and empty lines are skipped.

20:6/6Tx2/2+3/3 ; id two [b]blockers[/x] ; assignments 8
m12:100:4/3x2/3+1/1 ;assignments 2;  id\tin order ; by active
20:2/2x0/1+b=3/3,0/1xb ; id theirs ; assignments 4 ; by defending ;
20:2/2F,3/3 ; id late ; assignments 1 ; step regular
"""


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    file = tmp_path / "suite.perft"
    file.write_text(SUITE, encoding="utf-8")
    return file


def test_a_suite_that_is_right(suite: Path) -> None:
    result = lethal("perft", suite)
    assert result.code == 0
    assert result.err == "4 positions, 0 wrong\n"
    header, _, *rows = result.out.splitlines()
    assert header.split() == ["line", "id", "number", "expected", "found", "ok", "position"]
    assert [row.split()[0] for row in rows] == ["3", "4", "5", "6"]
    # Nothing in a suite is markup or an emoji.
    assert "two [b]blockers[/x]" in rows[0]
    assert rows[1].split()[-4:] == ["2", "2", "yes", "m12:100:4/3x2/3+1/1"]


def test_a_wrong_number_is_marked(suite: Path) -> None:
    suite.write_text(SUITE.replace("assignments 8", "assignments 9"), encoding="utf-8")
    result = lethal("perft", suite)
    assert result.code == 1
    assert result.err == "4 positions, 1 wrong\n"
    (wrong,) = [line for line in result.out.splitlines() if "NO" in line]
    assert wrong.split()[-4:] == ["9", "8", "NO", "20:6/6Tx2/2+3/3"]


def test_jsonl_has_a_record_for_every_position() -> None:
    text = "20:6/6Tx2/2+3/3 ; id one ; assignments 9\n"
    result = lethal("perft", "-", "--format", "jsonl", stdin=text)
    assert result.code == 1
    assert result.records == [
        {
            "type": "perft",
            "id": "one",
            "line_number": 1,
            "position": "20:6/6Tx2/2+3/3",
            "number": "assignments",
            "expected": "9",
            "found": "8",
            "ok": False,
        }
    ]


def test_the_results_of_the_whole_combat_are_counted_too() -> None:
    # Nobody survives both blows of the double striker; the others' damage decides nothing.
    text = "20:2/2Sx3/3,1/1 ; id twice ; assignments 1 ; outcomes 2\n"
    result = lethal("perft", "-", "--format", "jsonl", stdin=text)
    assert (result.code, result.err) == (1, "1 positions, 1 wrong\n")
    found = {record["number"]: (record["found"], record["ok"]) for record in result.records}
    assert found == {"assignments": ("1", True), "outcomes": ("1", False)}


def test_a_suite_comes_from_standard_input_of_the_real_program_too() -> None:
    result = real_lethal("perft", "-", stdin=b"\xef\xbb\xbf20:2/2 ; id a ; assignments 1\r\n")
    assert (result.code, result.err) == (0, "1 positions, 0 wrong\n")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("20:2/2", "the field 'id' is missing: NOTATION ; id NAME ; assignments N"),
        ("20:2/2 ; id a", "the field 'assignments' is missing: NOTATION ; id NAME ; assignments N"),
        ("20:2/2 ; id a ; assignments 1 ; outcomes x", "outcomes is a number, not 'x'"),
        ("20:2/2 ; id a ; assignments x", "assignments is a number, not 'x'"),
        ("20:2/2 ; id a ; assignments -1", "assignments is a number, not '-1'"),
        ("20:2/2 ; id a ; assignments ²", "assignments is a number, not '²'"),
        ("20:2/2 ; id a ; assignments", "assignments is a number, not ''"),
        ("20:2/2 ; id a ; assignments 1 ; assignments 1", "the field 'assignments' is given twice"),
        (
            "20:2/2 ; id a ; asignments 1",
            (
                "unknown field 'asignments'; did you mean 'assignments'?; there are id, "
                "assignments, outcomes, by, step"
            ),
        ),
        ("20:2/2 ; id a ; assignments 1 ; step 2", "step is first or regular, not '2'"),
        ("20:2/2 ; id a ; assignments 1 ; by bob", "there is no player 'bob'"),
        (
            "20:2/2 ; id a ; assignments 1 ; step first",
            (
                "there is no first-strike damage step: no creature in combat has first strike or "
                "double strike"
            ),
        ),
        ("20:2 ; id a ; assignments 1", "notation '20:2', character 4: expected a creature"),
        ("20:p=2/2 ; id a ; assignments 1", "'20:p=2/2': attackers[0].id: 'p' stands for"),
    ],
)
def test_a_malformed_line_is_refused_with_its_number(line: str, sentence: str) -> None:
    text = f"# first\n20:2/2 ; id fine ; assignments 1\n{line}\n"
    result = lethal("perft", "-", stdin=text)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(f"lethal: -:3: {sentence}")
    assert result.err.count("\n") == 1


def test_a_number_of_thousands_of_digits_is_refused() -> None:
    text = f"20:2/2 ; id a ; assignments {'9' * 5000}\n"
    result = lethal("perft", "-", stdin=text)
    assert (result.code, result.err.count("\n")) == (2, 1)


def test_a_suite_that_cannot_be_read_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = tmp_path / "none.perft"
    assert lethal("perft", missing).err == (
        f"lethal: {missing}: cannot read the suite: no such file or directory\n"
    )
    result = lethal("perft", "-", stdin=b"# one\n# two \xff\n")
    assert result.err == "lethal: -:2: not UTF-8; save the file as UTF-8\n"
    monkeypatch.setattr("lethal.cli.perft.LARGEST_SUITE", 4_000_000)
    result = lethal("perft", "-", stdin=b"#" * 4_000_001)
    assert result.err == "lethal: -: the suite is too large: at most 4 MB are read\n"
    assert result.code == 2


def test_the_suites_of_this_repository_are_right() -> None:
    for file in (Path(__file__).parents[1] / "suites").glob("*.perft"):
        positions = list(perft.read_suite(file.read_text(encoding="utf-8"), file.name))
        assert positions
        assert [p.id for p in positions if p.count() != p.assignments] == []
