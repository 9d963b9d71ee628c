"""Where in a board file's text something stands.

The parsers of both languages keep no positions. What they accepted is read once more here, only
when there is something to complain about: one pass notes where every key and value starts.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

from lethal_models.errors import Path

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lethal_models.errors import Problem

Places: TypeAlias = dict[Path, tuple[int, int]]
"""Path to the offsets of key and value; for a member of an array both are the value's."""


def place(problems: Iterable[Problem], text: str, *, is_json: bool) -> list[Problem]:
    """Return the problems with line and column, as far as their paths exist in the text."""
    try:
        places = json_places(text)[0] if is_json else toml_places(text)
    except RecursionError:
        # A path then says where: nesting that the parser just managed was too deep here.
        return list(problems)
    placed: list[Problem] = []
    for problem in problems:
        offset = _offset(places, problem)
        placed.append(problem.at(*line_and_column(text, offset)))
    return sorted(placed, key=lambda problem: (problem.line, problem.column))


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    r"""Return line and column, both from 1, of an offset.

    >>> line_and_column("ab\ncd", 4)
    (2, 2)
    """
    line_start = text.rfind("\n", 0, offset) + 1
    return text.count("\n", 0, offset) + 1, offset - line_start + 1


def _offset(places: Places, problem: Problem) -> int:
    path = problem.path
    if problem.of_key and path in places:
        return places[path][0]
    while path and path not in places:
        path = path[:-1]
    return places.get(path, (0, 0))[1]


def toml_places(text: str) -> Places:
    r"""Return where everything in a valid TOML document starts.

    A table starts at its header, as does the array of tables whose first one it is.

    >>> toml_places("a = [1,\n 2]\n[[b]]\nc = 3")[("a", 1)]
    (9, 9)
    """
    return _Toml(text).places


class _Toml:
    _BLANK = re.compile(r"(?:[\s]|#[^\n]*)*")
    _STRING = re.compile(
        r'"""(?:[^\\]|\\.)*?"{3,5}|'
        r"'''.*?'{3,5}|"
        r'"(?:[^"\\]|\\.)*"|'
        r"'[^']*'",
        re.DOTALL,
    )
    _BARE = re.compile(r"[\w-]+")
    _SCALAR = re.compile(r"[^\s,\]}#]+(?: \d[^\s,\]}#]*)?")

    def __init__(self, text: str) -> None:
        self.places: Places = {}
        self._text: str = text
        self._tables_of: Counter[Path] = Counter()
        self._read()

    def _read(self) -> None:
        table: Path = ()
        at = self._skip(0)
        while at < len(self._text):
            if self._text[at] == "[":
                table, at = self._header(at)
            else:
                at = self._pair(table, at)
            at = self._skip(at)

    def _header(self, start: int) -> tuple[Path, int]:
        is_array = self._text.startswith("[[", start)
        keys, at = self._keys(self._skip(start + 1 + is_array))
        path: Path = ()
        for key, _ in keys[:-1]:
            path = (*path, key)
            self.places.setdefault(path, (start, start))
            if path in self._tables_of:
                path = (*path, self._tables_of[path] - 1)
        path = (*path, keys[-1][0])
        self.places.setdefault(path, (start, start))
        if is_array:
            self._tables_of[path] += 1
            path = (*path, self._tables_of[path] - 1)
            self.places[path] = (start, start)
        return path, at + 1 + is_array

    def _pair(self, table: Path, start: int) -> int:
        keys, at = self._keys(start)
        at = self._skip(at + 1)
        path = table
        for key, key_at in keys[:-1]:
            path = (*path, key)
            self.places.setdefault(path, (key_at, key_at))
        key, key_at = keys[-1]
        return self._value((*path, key), key_at, at)

    def _keys(self, at: int) -> tuple[list[tuple[str, int]], int]:
        """Read a dotted key: its parts with their offsets, and where it ends."""
        keys: list[tuple[str, int]] = []
        while True:
            bare = self._BARE.match(self._text, at)
            end = bare.end() if bare else self._string_end(at)
            written = self._text[at:end]
            key = written if bare else next(iter(tomllib.loads(f"{written}=0")))
            keys.append((key, at))
            at = self._skip(end)
            if self._text[at] != ".":
                return keys, at
            at = self._skip(at + 1)

    def _value(self, path: Path, key_at: int, at: int) -> int:
        self.places[path] = (key_at, at)
        opening = self._text[at]
        if opening in "\"'":
            return self._string_end(at)
        if opening not in "[{":
            scalar = self._SCALAR.match(self._text, at)
            assert scalar is not None
            return scalar.end()
        at = self._skip(at + 1)
        index = 0
        while self._text[at] not in "]}":
            at = self._value((*path, index), at, at) if opening == "[" else self._pair(path, at)
            at = self._skip(at)
            if self._text[at] == ",":
                at = self._skip(at + 1)
            index += 1
        return at + 1

    def _string_end(self, at: int) -> int:
        string = self._STRING.match(self._text, at)
        assert string is not None
        return string.end()

    def _skip(self, at: int) -> int:
        blank = self._BLANK.match(self._text, at)
        assert blank is not None
        return blank.end()


def json_places(text: str) -> tuple[Places, list[int]]:
    """Return where everything in a valid JSON document starts, and the offsets of repeated keys.

    >>> json_places('{"a": [1, 2], "a": 3}')
    ({(): (0, 0), ('a',): (14, 19), ('a', 0): (7, 7), ('a', 1): (10, 10)}, [14])
    """
    reader = _Json(text)
    return reader.places, reader.repeated


class _Json:
    _BLANK = re.compile(r"[ \t\r\n]*")

    def __init__(self, text: str) -> None:
        self.places: Places = {}
        self.repeated: list[int] = []
        self._text: str = text
        self._decoder: json.JSONDecoder = json.JSONDecoder()
        start = self._skip(0)
        self._value((), start, start)

    def _value(self, path: Path, key_at: int, at: int) -> int:
        self.places[path] = (key_at, at)
        opening = self._text[at]
        if opening not in "{[":
            return self._decoder.raw_decode(self._text, at)[1]
        keys: set[str] = set()
        index = 0
        at = self._skip(at + 1)
        while self._text[at] not in "]}":
            if opening == "[":
                at = self._value((*path, index), at, at)
            else:
                key, end = self._decoder.raw_decode(self._text, at)
                if key in keys:
                    self.repeated.append(at)
                keys.add(key)
                at = self._value((*path, key), at, self._skip(self._skip(end) + 1))
            at = self._skip(at)
            if self._text[at] == ",":
                at = self._skip(at + 1)
            index += 1
        return at + 1

    def _skip(self, at: int) -> int:
        blank = self._BLANK.match(self._text, at)
        assert blank is not None
        return blank.end()
