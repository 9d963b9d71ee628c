"""Board files: TOML or JSON, `format = 1`."""

from lethal_models.files.expectation import Expectation
from lethal_models.files.reading import (
    LARGEST_FILE,
    BoardFileError,
    load,
    read_board,
    read_mapping,
)
from lethal_models.files.schema import BoardFile
from lethal_models.files.writing import write_board
from lethal_models.loaded import LoadedBoard

__all__ = [
    "LARGEST_FILE",
    "BoardFile",
    "BoardFileError",
    "Expectation",
    "LoadedBoard",
    "load",
    "read_board",
    "read_mapping",
    "write_board",
]
