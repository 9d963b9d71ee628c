"""Where in a board file's text something stands.

Both languages keep no positions after parsing. In TOML the text is parsed once more by tomlkit,
which writes a document back exactly as it was: with a marker put in place of a value, the text
before the marker is the text before the value. In JSON the path is walked with the standard
library's own scanner.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Protocol

import tomlkit
from tomlkit.items import AoT, Integer, Table, Trivia

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lethal_models.errors import Path, Problem

_MARKER = "918273645546372819"


def place(problems: Iterable[Problem], text: str, *, is_json: bool) -> list[Problem]:
    """Return the problems with line and column, as far as their paths exist in the text."""
    finder = _JsonPlaces(text) if is_json else _TomlPlaces(text)
    placed: list[Problem] = []
    for problem in problems:
        offset = finder.offset(problem.path, of_key=problem.of_key)
        placed.append(problem.at(*line_and_column(text, offset)))
    return sorted(placed, key=lambda problem: (problem.line, problem.column))


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    r"""Return line and column, both from 1, of an offset.

    >>> line_and_column("ab\ncd", 4)
    (2, 2)
    """
    before = text[:offset]
    return before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1


class _Container(Protocol):
    """A table or an array of tomlkit."""

    def __getitem__(self, key: Any) -> Any: ...  # noqa: ANN401
    def __setitem__(self, key: Any, value: Any) -> None: ...  # noqa: ANN401


class _TomlPlaces:
    def __init__(self, text: str) -> None:
        self._text: str = text
        self._document: Any = tomlkit.parse(text)

    def offset(self, path: Path, *, of_key: bool) -> int:
        container, known = self._document, 0
        for part in path[:-1]:
            try:
                container = container[part]
            except (KeyError, IndexError, TypeError):
                break
            known += 1
        if known < len(path) - 1 or not path:
            return self._offset_of_nearest(path[:known])
        last = path[-1]
        try:
            value = container[last]
        except (KeyError, IndexError, TypeError):
            return self._offset_of_nearest(path[:-1])
        if isinstance(value, AoT):
            value, last, container = value[0], 0, value
        if isinstance(value, Table):
            return self._offset_of_table(value)
        at = self._offset_with_marker(container, last)
        return self._text.rfind(str(last), 0, at) if of_key else at

    def _offset_of_nearest(self, path: Path) -> int:
        return self.offset(path, of_key=False) if path else 0

    def _offset_with_marker(self, container: _Container, key: str | int) -> int:
        original = container[key]
        trivia = getattr(original, "trivia", None) or Trivia()
        container[key] = Integer(0, trivia, _MARKER)
        offset = self._document.as_string().find(_MARKER)
        container[key] = original
        return max(0, offset)

    def _offset_of_table(self, table: Table) -> int:
        """Return where a table's header starts: the last one before its first line."""
        table.append(_MARKER, 0)
        at = self._document.as_string().find(_MARKER)
        table.remove(_MARKER)
        return max(0, self._text.rfind("\n[", 0, at) + 1)


class _JsonPlaces:
    def __init__(self, text: str) -> None:
        self._text: str = text
        self._decoder: json.JSONDecoder = json.JSONDecoder()

    def offset(self, path: Path, *, of_key: bool) -> int:
        at = key_at = self._skip(0)
        for part in path:
            found = self._member(at, part)
            if found is None:
                return at
            key_at, at = found
        return key_at if of_key else at

    def _member(self, at: int, part: str | int) -> tuple[int, int] | None:
        """Return where a member's key and value start; for an array both are the value's."""
        opening = self._text[at]
        if opening not in "{[" or (opening == "{") is not isinstance(part, str):
            return None
        at = self._skip(at + 1)
        index = 0
        while self._text[at] not in "}]":
            key_at, key = at, index
            if opening == "{":
                name, at = self._decoder.raw_decode(self._text, at)
                at = self._skip(self._skip(at) + 1)
                if name == part:
                    return key_at, at
            elif key == part:
                return at, at
            _, at = self._decoder.raw_decode(self._text, at)
            at = self._skip(at)
            if self._text[at] == ",":
                at = self._skip(at + 1)
            index += 1
        return None

    def _skip(self, at: int) -> int:
        while at < len(self._text) and self._text[at] in " \t\r\n":
            at += 1
        return at
