"""Assignments for Arrow; needs pyarrow, an extra that is imported only here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lethal_models.errors import LethalError

if TYPE_CHECKING:
    import pyarrow as pa

    from lethal.columns import Columns
    from lethal_models import Edge


class MissingExtraError(LethalError, ImportError):
    """A library that is not installed, and the extra that brings it."""

    def __init__(self, library: str, extra: str) -> None:
        self.library: str = library
        self.extra: str = extra
        super().__init__(library, extra)

    def __str__(self) -> str:
        how = f"pip install 'lethal[{self.extra}]'"
        return f"this needs {self.library}, which is not installed: {how}"


def column_names(edges: tuple[Edge, ...]) -> list[str]:
    """Return the names of columns of amounts, one for every edge: "a1:b1"."""
    return [f"{source}:{recipient}" for source, recipient in edges]


def record_batch(names: list[str], columns: Columns) -> pa.RecordBatch:
    """Return an Arrow record batch of the rows of an array, which it shares.

    Raises:
        MissingExtraError: pyarrow is not installed.
    """
    try:
        import pyarrow as pa
    except ImportError:
        raise MissingExtraError("pyarrow", "arrow") from None
    if not names:
        # Rows of nothing are still rows.
        return pa.record_batch([pa.nulls(columns.shape[1])], [""]).select([])
    arrays: list[pa.Array[Any]] = [pa.array(column) for column in columns]
    return pa.record_batch(arrays, names)
