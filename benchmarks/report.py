"""Where figures are kept: JSON next to the benchmarks, tables in the README and the docs."""

from __future__ import annotations

import json
import platform
import subprocess
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "performance.md"
README = HERE.parent / "README.md"


@dataclass(frozen=True, slots=True)
class Target:
    """A figure that was promised.

    Attributes:
        name: What is measured.
        value: What came out.
        sense: Whether it should be at least or at most the limit.
        limit: What was promised.
        unit: Of both.
    """

    name: str
    value: float
    sense: Literal["at least", "at most"]
    limit: float
    unit: str

    @property
    def met(self) -> bool:
        """Whether the promise is kept."""
        return self.value >= self.limit if self.sense == "at least" else self.value <= self.limit


def targets_table(targets: Sequence[Target]) -> str:
    """Return targets as a Markdown table."""
    rows = [
        (t.name, f"{short(t.value)} {t.unit}", f"{t.sense} {short(t.limit)}", _yes(t.met))
        for t in targets
    ]
    return table(("figure", "measured", "promised", "met"), rows)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table whose first column is text and whose others are figures."""
    lines = [head, ["---", *["--:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def short(value: float) -> str:
    """Return a number with about three digits that matter."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"  # noqa: PLR2004


def write(name: str, command: str, content: Mapping[str, object], targets: Sequence[Target]) -> str:
    """Write a file of figures, and return in one line where they come from.

    Args:
        name: The file, next to this one.
        command: What makes it.
        content: The figures.
        targets: The promises among them.
    """
    record = {
        "command": command,
        "commit": commit(),
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "processor": processor(),
        **content,
        "targets": [{**asdict(t), "value": round(t.value, 4), "met": t.met} for t in targets],
    }
    text = json.dumps(record, indent=2)
    (HERE / name).write_text(text + "\n", encoding="utf-8")
    where = f"Python {record['python']}, {record['processor']}"
    return f"By `{command}` at {record['commit']}; {where}."


def put_section(name: str, text: str, path: Path = PAGE) -> None:
    """Replace the part of a page between the marks of a name."""
    page = path.read_text(encoding="utf-8")
    start, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    before, _, rest = page.partition(start)
    _, found, after = rest.partition(end)
    assert found, f"{path} has no part called {name}"
    path.write_text(f"{before}{start}\n{text}\n\n{end}{after}", encoding="utf-8")


def commit() -> str:
    """Return the commit that is measured."""
    command = ["git", "-C", str(HERE), "describe", "--always", "--dirty"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()  # noqa: S603


def processor() -> str:
    """Return how many processors of which kind there are."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{len(names)} x {names[0]}" if names else platform.processor()


def _yes(met: bool) -> str:  # noqa: FBT001 - what it is about
    return "yes" if met else "**no**"
