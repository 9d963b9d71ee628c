"""Line charts as SVG: for light and dark pages, and the same bytes for the same figures."""

# matplotlib need not be installed.
# pyright: basic, reportMissingImports=false

from __future__ import annotations

import re
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from matplotlib.axes import Axes

INK = "#010203"
"""Stands for the colour of text while a chart is drawn."""
LIGHT, DARK = "#424a53", "#d1d7e0"
COLOURS = ("#2f81f7", "#d4762c", "#3fa34d")
"""Seen well on white and on black."""
MARKERS = "osD"
STYLE = {
    "svg.hashsalt": "lethal",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 11,
    "text.color": INK,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}


@dataclass(frozen=True, slots=True)
class Labels:
    """What a chart says.

    Attributes:
        title: What it shows.
        x: What goes to the right.
        logarithmic: Whether that has a logarithmic axis.
    """

    title: str
    x: str
    logarithmic: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a chart.

    Attributes:
        name: What it is.
        points: Where it is, in milliseconds or None for nowhere; and how many were refused.
    """

    name: str
    points: Sequence[tuple[float, float | None, int]]


def draw(path: Path, labels: Labels, lines: Sequence[Line]) -> None:
    """Draw a chart and write it."""
    import matplotlib as mpl
    from matplotlib.figure import Figure
    from matplotlib.ticker import LogLocator

    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(7.2, 4.0), layout="constrained")
        axes = figure.subplots()
        for row, (line, colour, marker) in enumerate(zip(lines, COLOURS, MARKERS, strict=False)):
            known = [(x, y) for x, y, _ in line.points if y is not None]
            axes.plot(*zip(*known, strict=True), color=colour, marker=marker, label=line.name)
            _say_refused(axes, line, colour, 0.02 + 0.05 * row)
        axes.set_yscale("log")
        if labels.logarithmic:
            axes.set_xscale("log")
        axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axes.set_xticks([x for x, _, _ in lines[0].points])
        axes.minorticks_off()
        axes.xaxis.set_major_formatter("{x:g}")
        axes.yaxis.set_major_formatter("{x:g}")
        axes.set_title(labels.title)
        axes.set_xlabel(labels.x)
        axes.set_ylabel("milliseconds")
        axes.grid(visible=True, which="major", color=INK, alpha=0.15)
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(frameon=False, loc="upper left")
        out = StringIO()
        nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        figure.savefig(out, format="svg", transparent=True, metadata=nothing)
    path.write_text(_finished(out.getvalue(), labels, lines), encoding="utf-8")


def _say_refused(axes: Axes, line: Line, colour: str, height: float) -> None:
    """Write below the points of a line how many boards of each were refused."""
    for x, _, refused in line.points:
        if refused:
            axes.text(
                x,
                height,
                f"{refused} refused",
                transform=axes.get_xaxis_transform(),
                ha="center",
                color=colour,
                fontsize=8,
            )


def _finished(svg: str, labels: Labels, lines: Sequence[Line]) -> str:
    """Let the ink follow the page, and say in words what the chart shows."""
    svg = re.sub(rf"(fill|stroke|color): {INK}", rf"\1: {LIGHT}; \1: var(--ink)", svg)
    head = (
        f' role="img"><title>{escape(labels.title)}</title>'
        f"<desc>{escape(_words(labels, lines))}</desc>"
        f"<style>:root {{ --ink: {LIGHT} }} "
        f"@media (prefers-color-scheme: dark) {{ :root {{ --ink: {DARK} }} }}</style>"
    )
    # The first tag behind the declarations is that of the whole.
    tag = re.search(r"<svg[^>]*", svg)
    assert tag
    return svg[: tag.end()] + head + svg[tag.end() + 1 :]


def _words(labels: Labels, lines: Sequence[Line]) -> str:
    parts = [f"Milliseconds by {labels.x}."]
    for line in lines:
        shown = [
            f"{x:g}: {y:.3g}" if y is not None else f"{x:g}: refused" for x, y, _ in line.points
        ]
        parts.append(f"{line.name}: {', '.join(shown)}.")
    return " ".join(parts)
