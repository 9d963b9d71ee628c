"""`lethal rulebook [ID]`."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import click

from lethal.cli.options import Format, format_option, output_option
from lethal.cli.output import opened, plain_table, write_records, write_table
from lethal.cli.records import FindingRecord
from lethal.cli.running import Exit
from lethal.official import examples

if TYPE_CHECKING:
    from pathlib import Path
    from typing import TextIO

_IN_SUMMARY = {"count", "player damage"}


@click.command("rulebook")
@click.argument("id_", metavar="[ID|FILE]", default=None, required=False)
@format_option("table", "json", "jsonl", "csv")
@output_option
def command(id_: str | None, format_: Format, output: Path | None) -> int:
    """Check the official examples, each under its own rules and where the answer differs.

    \b
    Examples:
      lethal rulebook
      lethal rulebook o-4           every claim of one example
      lethal rulebook board.toml    what a board of your own claims

    Exit code 1 when a claim does not hold.
    """
    records = [
        FindingRecord(
            id=example.id,
            title=example.board.combat.title,
            rules=finding.rules,
            claim=finding.claim,
            expected=finding.expected,
            found=finding.found,
            ok=finding.holds,
        )
        for example in examples(id_)
        for finding in example.findings()
    ]
    with opened(output) as file:
        if format_ == "table":
            (_write_claims if id_ else _write_summary)(file, records)
        else:
            write_records(file, "rulebook", records, format_)
    wrong = sum(not record.ok for record in records)
    click.echo(f"{len(records)} claims, {wrong} wrong", err=True)
    return Exit.NO if wrong else Exit.DONE


def _write_claims(file: TextIO, records: list[FindingRecord]) -> None:
    """Write one row for every claim."""
    table = plain_table(["example", "rules", "claim", "expected", "found", "ok"])
    for record in records:
        ok = "yes" if record.ok else "NO"
        table.add_row(record.id, record.rules, record.claim, record.expected, record.found, ok)
    write_table(file, table)


def _write_summary(file: TextIO, records: list[FindingRecord]) -> None:
    """Write one row for every example under every rules."""
    table = plain_table(["example", "rules", "claims", "expected", "found", "ok"], right=["claims"])
    for (title, rules), group in groupby(records, lambda record: (record.title, record.rules)):
        claims = list(group)
        wrong = [record for record in claims if not record.ok]
        shown = wrong or [r for r in claims if r.claim in _IN_SUMMARY] or claims[:1]
        table.add_row(
            title,
            rules,
            str(len(claims)),
            "; ".join(f"{record.claim} {record.expected}" for record in shown),
            "; ".join(record.found for record in shown),
            "NO" if wrong else "yes",
        )
    write_table(file, table)
