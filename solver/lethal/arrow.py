"""Assignments for Arrow; needs pyarrow, an extra that is imported only here."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, TypeAlias, cast

from lethal_models.errors import LethalError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from io import IOBase

    import pyarrow as pa

    from lethal.columns import Columns, Type
    from lethal_models import Edge

ArrowFormat: TypeAlias = Literal["arrow", "parquet"]
WriteBatch: TypeAlias = "Callable[[pa.RecordBatch], None]"


class MissingExtraError(LethalError, ImportError):
    """A library that is not installed, and the extra that brings it."""

    def __init__(self, library: str, extra: str) -> None:
        self.library: str = library
        self.extra: str = extra
        super().__init__(library, extra)

    def __str__(self) -> str:
        how = f"pip install 'lethal[{self.extra}]'"
        return f"this needs {self.library}, which is not installed: {how}"


def require_pyarrow() -> None:
    """Import pyarrow.

    Raises:
        MissingExtraError: It is not installed.
    """
    try:
        import pyarrow as pa
    except ImportError:
        raise MissingExtraError("pyarrow", "arrow") from None
    del pa


def column_names(edges: tuple[Edge, ...]) -> list[str]:
    """Return the names of columns of amounts, one for every edge: "a1:b1"."""
    return [f"{source}:{recipient}" for source, recipient in edges]


def record_batch(names: list[str], columns: Columns) -> pa.RecordBatch:
    """Return an Arrow record batch of the rows of an array, which it shares.

    Raises:
        MissingExtraError: pyarrow is not installed.
    """
    require_pyarrow()
    import pyarrow as pa

    if not names:
        # Rows of nothing are still rows.
        return pa.record_batch([pa.nulls(columns.shape[1])], [""]).select([])
    arrays: list[pa.Array[Any]] = [pa.array(column) for column in columns]
    return pa.record_batch(arrays, names)


@contextmanager
def batch_writer(
    file: BinaryIO, format_: ArrowFormat, names: list[str], dtype: Type
) -> Generator[WriteBatch]:
    """Give the function that writes a record batch to a file; the file is whole at the end.

    Args:
        file: Where to; it need not be one that can be entered anywhere.
        format_: "arrow" is an IPC stream.
        names: The names of the columns.
        dtype: The type of all of them.

    Raises:
        MissingExtraError: pyarrow is not installed.
    """
    require_pyarrow()
    import numpy as np
    import pyarrow as pa

    type_ = pa.from_numpy_dtype(np.dtype(dtype))
    schema = pa.schema([(name, type_) for name in names])
    if format_ == "arrow":
        with pa.ipc.new_stream(cast("IOBase", file), schema) as stream:
            yield cast("WriteBatch", stream.write_batch)  # pyright: ignore[reportUnknownMemberType]
    else:
        from pyarrow import parquet

        with parquet.ParquetWriter(file, schema) as table:
            yield table.write_batch
