"""The rulebook: official worked examples that ship with the program, and what is found of them."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING

from lethal.claims import findings
from lethal_models.errors import LethalError, did_you_mean
from lethal_models.files import LoadedBoard, read_board

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lethal.claims import Finding


class UnknownExampleError(LethalError, ValueError):
    """An example that the rulebook does not have."""

    def __init__(self, id_: str, known: tuple[str, ...]) -> None:
        self.id: str = id_
        self.known: tuple[str, ...] = known
        super().__init__(id_, known)

    def __str__(self) -> str:
        hint = did_you_mean(self.id, self.known) or f"; there are {', '.join(self.known)}"
        return f"there is no example {self.id!r} in the rulebook{hint}"


@dataclass(frozen=True, slots=True)
class Example:
    """One official example: the name of its file and its board with what must hold."""

    id: str
    board: LoadedBoard

    def findings(self) -> Iterator[Finding]:
        """Yield what is found for every claim of the example."""
        if self.board.expect is not None:
            yield from findings(self.board.combat, self.board.expect)


def examples(id_: str | None = None) -> tuple[Example, ...]:
    """Return all official examples, or those whose id is or starts with `id_`.

    Raises:
        UnknownExampleError: There is none.
    """
    folder = files("lethal") / "rulebook"
    texts = {
        entry.name.removesuffix(".toml"): entry.read_bytes()
        for entry in folder.iterdir()
        if entry.name.endswith(".toml")
    }
    chosen = sorted(name for name in texts if id_ is None or _is_called(name, id_.lower()))
    if not chosen:
        raise UnknownExampleError(id_ or "", tuple(sorted(texts)))
    return tuple(Example(name, read_board(texts[name], f"{name}.toml")) for name in chosen)


def _is_called(name: str, id_: str) -> bool:
    """Return whether `t-1` means the example `t-1-shared-blocker`."""
    return name == id_ or name.startswith(f"{id_}-")
