"""`lethal rulebook`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lethal import official
from lethal_models.files import read_board
from program import lethal

if TYPE_CHECKING:
    import pytest

SHARED = "t-1-shared-blocker"


def test_every_official_example_comes_out_as_the_rules_say() -> None:
    result = lethal("rulebook")
    assert result.code == 0
    assert result.err.endswith(" claims, 0 wrong\n")
    header, _, *rows = result.out.splitlines()
    assert header.split() == ["example", "rules", "claims", "expected", "found", "ok"]
    assert rows
    assert all(row.split()[-1] == "yes" for row in rows)


def test_jsonl_has_a_record_for_every_claim() -> None:
    result = lethal("rulebook", SHARED, "--format", "jsonl")
    assert result.code == 0
    assert result.records[0] == {
        "type": "finding",
        "id": SHARED,
        "title": "T-1 Shared blocker",
        "rules": "eighth",
        "claim": "count",
        "expected": "3",
        "found": "3",
        "ok": True,
    }
    assert {record["rules"] for record in result.records} >= {"eighth", "m10", "foundations"}
    assert all(record["ok"] for record in result.records)


def test_the_beginning_of_an_id_is_enough_up_to_a_dash() -> None:
    by_prefix = lethal("rulebook", "T-1")
    assert by_prefix.out == lethal("rulebook", SHARED).out
    ids = {line.split()[0] for line in by_prefix.out.splitlines()[2:]}
    # Not t-10, t-12 or t-13.
    assert ids == {SHARED}


def test_an_unknown_id_is_refused() -> None:
    result = lethal("rulebook", "t-1-shared-blokcer")
    assert (result.code, result.out) == (2, "")
    assert result.err == (
        "lethal: there is no example 't-1-shared-blokcer' in the rulebook; did you mean "
        f"{SHARED!r}?\n"
    )
    assert "; there are d-1-winnower, " in lethal("rulebook", "zzz").err


def test_a_claim_that_does_not_hold_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    text = b"""
format = 1
title = "Wrong"
[[attackers]]
id = "a"
power = 2
toughness = 2
[expect]
count = 2
includes = ["a:p=2", "a:p=1"]
excludes = ["a:p=3", "a:p=2"]
rule = "510.1b"
player_damage = [0, 2]
"""
    wrong = official.Example("wrong", read_board(text, "wrong.toml"))

    def only_wrong(id_: str | None) -> tuple[official.Example, ...]:
        del id_
        return (wrong,)

    monkeypatch.setattr("lethal.cli.rulebook.examples", only_wrong)
    result = lethal("rulebook", "wrong", "--format", "jsonl")
    assert result.code == 1
    assert result.err == "6 claims, 5 wrong\n"
    assert [(r["claim"], r["expected"], r["found"], r["ok"]) for r in result.records] == [
        ("count", "2", "1", False),
        ("player damage", "0 to 2", "2 to 2", False),
        ("includes a:p=2", "legal", "legal", True),
        ("includes a:p=1", "legal", "breaks 510.1a", False),
        ("excludes a:p=3", "breaks 510.1b", "breaks 510.1a", False),
        ("excludes a:p=2", "breaks 510.1b", "legal", False),
    ]
    summary = lethal("rulebook")
    assert summary.code == 1
    assert summary.out.splitlines()[-1].split()[-1] == "NO"
    claims = lethal("rulebook", "wrong")
    assert [line.split()[-1] for line in claims.out.splitlines()[2:]].count("NO") == 5
