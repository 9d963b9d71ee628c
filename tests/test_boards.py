"""Every board file of the project that says what must hold, checked claim by claim."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from lethal.claims import findings
from lethal_models.files import load

ROOT = Path(__file__).parents[1]
RULEBOOK = ROOT / "solver" / "lethal" / "rulebook"
PEERS = ROOT / "tests" / "boards" / "peers"
FOLDERS = (RULEBOOK, ROOT / "tests" / "boards", ROOT / "examples")

EXAMPLES = {
    **dict.fromkeys(("F-1", "O-1a", "O-1b", "O-4", "N-1"), 1),
    **dict.fromkeys(("O-2", "O-3", "O-5"), 2),
    **dict.fromkeys(("O-6", "O-7"), 3),
    **dict.fromkeys(("T-1", "T-2", "T-3", "T-4", "T-12", "T-13"), 1),
    **dict.fromkeys(("T-7", "T-10"), 2),
    **dict.fromkeys(("D-1", "D-4", "D-6"), 1),
    "D-3": 3,
    **dict.fromkeys(("H-1", "J-3", "J-5", "J-6"), 1),
}
"""The ids of the examples that the rulebook must have, each with the number of its boards."""


def boards(*folders: Path) -> list[Path]:
    """Return every board file in folders."""
    return sorted(path for folder in folders for path in folder.rglob("*.toml"))


def name(path: Path) -> str:
    """Return what a test calls a board file."""
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", boards(*FOLDERS), ids=name)
def test_every_claim_of_a_board_holds(path: Path) -> None:
    board = load(path)
    checked = findings(board)
    wrong = [
        f"under {finding.rules}: {finding.claim}: {finding.expected} expected, {finding.found}"
        for finding in checked
        if not finding.holds
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("path", boards(RULEBOOK, PEERS), ids=name)
def test_every_rulebook_and_peers_board_claims_something(path: Path) -> None:
    board = load(path)
    assert board.combat.title
    assert board.expect is not None
    assert not board.expect.is_empty


def test_the_rulebook_has_every_example() -> None:
    found = Counter(load(path).combat.title.partition(" ")[0] for path in boards(RULEBOOK))
    assert found >= Counter(EXAMPLES)


@pytest.mark.parametrize("path", boards(RULEBOOK), ids=name)
def test_a_rulebook_file_is_named_after_its_example(path: Path) -> None:
    example = load(path).combat.title.partition(" ")[0]
    assert path.stem.startswith(f"{example.lower()}-")
