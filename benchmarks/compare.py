"""Count and list the same boards in many ways, and write what each takes.

    python benchmarks/compare.py [--limit SECONDS] [--boards NAME,...] [--dry]

Every approach starts from the same damage step and runs in a process of its own; building its
model is part of its time. All counts must be equal. Writes `benchmarks/comparison.json` and the
tables in `docs/performance.md`. Peers that are not installed are left out:

    pip install clingo python-constraint2 islpy PyNormaliz
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from approaches import APPROACHES, COLUMNS, DIAGRAM, TUPLES, Approach
from boards import named_boards
from report import README, Target, put_section, short, table, targets_table, write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

LIMIT = 25.0
TOO_MANY = 10**9
"""Assignments from which on nobody who goes through all of them is tried."""
LARGE = 1_000
"""Assignments above which counting has to beat every peer."""
TIMES_FASTER = 10


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an approach on a board.

    Attributes:
        status: "done", "timeout", "refused", "failed", "not installed" or "not tried".
        why: Of anything but "done".
        count: The number of assignments, in decimal.
        seconds: What counting or listing took, a median; 0 unless done.
        runs: How many there were.
        megabytes: The peak memory of the process.
    """

    status: str
    why: str = ""
    count: str = ""
    seconds: float = 0.0
    runs: int = 0
    megabytes: float = 0.0

    @property
    def done(self) -> bool:
        """Whether it counted or listed everything."""
        return self.status == "done"


Outcomes = dict[str, dict[str, Outcome]]
"""Board to approach to outcome."""


def run(approach: Approach, board: str, limit: float) -> Outcome:
    """Run an approach on a board in a process of its own."""
    script = Path(__file__).with_name("approaches.py")
    command = [sys.executable, str(script), approach.name, board, str(limit)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)  # noqa: S603
    assert process.stdout
    with process.stdout:
        said = process.stdout.read()
    # This process is small, so that the peak is not that of the parent before the start.
    _, code, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(code)
    if said:
        outcome = Outcome(**json.loads(said))
    elif process.returncode == -signal.SIGALRM:
        outcome = Outcome("timeout", f"more than {limit:g} s")
    else:
        outcome = Outcome("failed", f"exit code {process.returncode}")
    return replace(outcome, megabytes=round(usage.ru_maxrss / 1024, 1))


def compare(boards: dict[str, str], limit: float) -> Outcomes:
    """Run everything on everything.

    Raises:
        SystemExit: Two counts differ.
    """
    found: Outcomes = {}
    for name, board in boards.items():
        found[name] = {}
        for approach in APPROACHES:
            known = max((int(o.count) for o in found[name].values() if o.done), default=0)
            if approach.enumerates and known > TOO_MANY:
                outcome = Outcome("not tried")
            else:
                outcome = run(approach, board, limit)
            found[name][approach.name] = outcome
            shown = outcome.seconds or outcome.why
            print(f"{name:12} {approach.name:45} {outcome.status:14} {shown}", flush=True)
        counts = {a: o.count for a, o in found[name].items() if o.done}
        if len(set(counts.values())) > 1:
            message = f"the counts of {name} differ: {counts}"
            raise SystemExit(message)
    return found


def promises(found: Outcomes) -> list[Target]:
    """Return by how much counting beats the best peer on each large board."""
    targets: list[Target] = []
    peers = {approach.name for approach in APPROACHES if approach.peer}
    for name, outcomes in found.items():
        ours = outcomes[DIAGRAM]
        if not ours.done or int(ours.count) <= LARGE:
            continue
        times = {a: o.seconds for a, o in outcomes.items() if a in peers and o.done}
        if times:
            best = min(times, key=times.__getitem__)
            text = f"counting {name} against the best peer ({best})"
            ratio = times[best] / ours.seconds
            targets.append(Target(text, ratio, "at least", TIMES_FASTER, "times as fast"))
    return targets


def summary(found: Outcomes) -> str:
    """Return the table of the README: this program, and the best of its peers."""
    peers = {approach.name for approach in APPROACHES if approach.peer}
    rows: list[tuple[str, ...]] = []
    for name, outcomes in found.items():
        ours = outcomes[DIAGRAM]
        times = {a: o.seconds for a, o in outcomes.items() if a in peers and o.done}
        best = min(times, key=times.__getitem__) if times else ""
        rows.append(
            (
                name,
                _digits(ours),
                _milliseconds(ours),
                f"{short(1000 * times[best])} ({best})" if best else "none within the limit",
                _per_second(outcomes[TUPLES]),
                _per_second(outcomes[COLUMNS]),
            )
        )
    head = ("board", "assignments", "count, ms", "best peer, ms", "tuples/s", "rows as columns/s")
    return table(head, rows)


def tables(found: Outcomes) -> str:
    """Return the tables of a page."""

    def grid(approaches: Iterable[Approach], cell: Callable[[Outcome], str]) -> str:
        counts = [_digits(outcomes[DIAGRAM]) for outcomes in found.values()]
        head = ["", *[f"{name}: {n}" for name, n in zip(found, counts, strict=True)]]
        rows = [[a.name, *[cell(found[board][a.name]) for board in found]] for a in approaches]
        return table(head, rows)

    listing = [a for a in APPROACHES if a.what == "rows"]
    counting = [a for a in APPROACHES if a.what == "count"]
    return "\n\n".join(
        (
            "Time to count, in ms:",
            grid([*counting, *(a for a in listing if a.peer)], _milliseconds),
            "All assignments as rows, in assignments per second:",
            grid(listing, _per_second),
            "Peak memory of the process, in MB, also where the time was not enough:",
            grid(APPROACHES, _memory),
        )
    )


def _digits(outcome: Outcome) -> str:
    number = int(outcome.count or 0)
    return f"{number:,}" if number < TOO_MANY else f"{float(number):.1e}"


def _milliseconds(outcome: Outcome) -> str:
    return short(1000 * outcome.seconds) if outcome.done else _why_not(outcome)


def _per_second(outcome: Outcome) -> str:
    if not outcome.done:
        return _why_not(outcome)
    rate = int(outcome.count) / outcome.seconds
    return f"{short(rate / 1e6)} M" if rate >= 1e6 else f"{short(rate / 1e3)} k"  # noqa: PLR2004


def _memory(outcome: Outcome) -> str:
    return short(outcome.megabytes) if outcome.status in {"done", "timeout"} else _why_not(outcome)


def _why_not(outcome: Outcome) -> str:
    if outcome.status == "timeout":
        return outcome.why.replace("more than", ">")
    if outcome.status == "refused":
        return f"refused: {outcome.why}"
    return "" if outcome.status == "not tried" else outcome.status


def _plain(found: Outcomes) -> dict[str, dict[str, object]]:
    return {
        board: {approach: asdict(outcome) for approach, outcome in outcomes.items()}
        for board, outcomes in found.items()
    }


def main() -> None:
    """Compare, print, and write the files."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds for a first run")
    parser.add_argument("--boards", default="", help="only these, separated by commas")
    parser.add_argument("--dry", action="store_true", help="write nothing")
    given = parser.parse_args()
    chosen = cast("str", given.boards).split(",") if given.boards else list(named_boards())
    boards = {name: board for name, board in named_boards().items() if name in chosen}
    found = compare(boards, cast("float", given.limit))
    targets = promises(found)
    text = f"{tables(found)}\n\n{targets_table(targets)}"
    print(text)
    if not given.dry:
        content = {"limit": given.limit, "boards": boards, "outcomes": _plain(found)}
        origin = write("comparison.json", "python benchmarks/compare.py", content, targets)
        put_section("comparison", f"{text}\n\n{origin}")
        put_section("comparison", f"{summary(found)}\n\n{origin}", README)


if __name__ == "__main__":
    main()
