"""The rulebook: official worked examples that ship with the program, and what is found of them."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from lethal.claims import findings
from lethal.loading import BOARD_FILES
from lethal_models.errors import LethalError, did_you_mean
from lethal_models.files import LoadedBoard, load, read_board

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


class NothingClaimedError(LethalError, ValueError):
    """A board file without an `[expect]` table."""

    def __init__(self, file: str) -> None:
        self.file: str = file
        super().__init__(file)

    def __str__(self) -> str:
        return f"{self.file}: the board claims nothing; write what must hold under [expect]"


@dataclass(frozen=True, slots=True)
class Example:
    """One official example: the name of its file and its board with what must hold."""

    id: str
    board: LoadedBoard

    def findings(self) -> Iterator[Finding]:
        """Yield what is found for every claim of the example."""
        yield from findings(self.board)


def examples(id_: str | None = None) -> tuple[Example, ...]:
    """Return all official examples, or those whose id is or starts with `id_`.

    Args:
        id_: An id, or the path of a board file that claims something itself.

    Raises:
        BoardError: The file cannot be read, or its board makes no sense.
        UnknownExampleError: There is no such example, or the file claims nothing.
    """
    if id_ is not None and Path(id_).suffix.lower() in BOARD_FILES:
        board = load(id_)
        if board.expect is None or board.expect.is_empty:
            raise NothingClaimedError(id_)
        return (Example(id_, board),)
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
