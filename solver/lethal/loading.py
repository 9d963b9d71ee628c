"""The one way in: a combat from whatever describes it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from lethal_models import Combat, parse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lethal_models import Assignment

CombatLike: TypeAlias = "Combat | str | Path | Mapping[str, object]"
"""A combat, one-line notation, the path of a board file, or a board file's keys and values."""

BOARD_FILES = frozenset({".toml", ".json"})


def load(board: CombatLike) -> Combat:
    """Return the combat that `board` is, names or describes.

    Args:
        board: A combat (returned as it is); a path, or a text that ends in .toml or .json; the
            contents of a board file as a mapping; any other text is notation.

    Raises:
        BoardError: The board makes no sense, or its file cannot be read.
        TextError: The text is not notation.
    """
    return load_with_choices(board)[0]


def load_with_choices(board: CombatLike) -> tuple[Combat, Mapping[str, Assignment]]:
    """Return what `load` does, and the `[choices]` of a board file.

    Raises:
        BoardError: The board makes no sense, or its file cannot be read.
        TextError: The text is not notation.
    """
    if isinstance(board, Combat):
        return board, {}
    if isinstance(board, str) and Path(board).suffix.lower() not in BOARD_FILES:
        return parse(board), {}
    from lethal_models.files import load as load_file
    from lethal_models.files import read_mapping

    loaded = load_file(board) if isinstance(board, str | Path) else read_mapping(board)
    return loaded.combat, loaded.choices
