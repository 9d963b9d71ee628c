"""Reading board files: from bytes to a combat, or every problem with its line and column."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import replace
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, cast

from pydantic import ValidationError

from lethal_models.errors import BoardError, Problem
from lethal_models.files.building import combat_of
from lethal_models.files.places import json_places, line_and_column, place
from lethal_models.files.problems import schema_problems, without_problems
from lethal_models.files.schema import BoardFile
from lethal_models.loaded import LoadedBoard

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lethal_models.ruleset import Ruleset

LARGEST_FILE = 1_000_000
"""Bytes. A board of 3,000 creatures has about 250,000."""
BOM = b"\xef\xbb\xbf"
"""What some editors put before UTF-8."""

_ENDLESS_NUMBER = re.compile(r"\d[\d_]{3000,}")
_TOML_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


class BoardFileError(BoardError):
    """A board file that is not one, or whose board makes no sense."""


def load(path: str | FilePath, rules: Ruleset | None = None) -> LoadedBoard:
    """Return the board in a `.toml` or `.json` file.

    Args:
        path: The file. Its ending decides the language.
        rules: The rules to use instead of those that the file names.

    Raises:
        BoardFileError: The file cannot be read, or the board makes no sense.
    """
    name = str(path)
    try:
        with FilePath(path).open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        # A ValueError is a name that no file can have.
        reason = getattr(error, "strerror", None) or str(error)
        raise _refusal(name, f"cannot read the board file: {reason.lower()}") from None
    return read_board(data, name, rules, is_json=FilePath(path).suffix.lower() == ".json")


def read_board(
    data: bytes, name: str, rules: Ruleset | None = None, *, is_json: bool = False
) -> LoadedBoard:
    """Return the board in the bytes of a file.

    Args:
        data: UTF-8 text.
        name: What errors call the file.
        rules: The rules to use instead of those that the text names.
        is_json: Whether it is JSON rather than TOML.

    Raises:
        BoardFileError: All problems at once, each with line and column.
    """
    text = _decode(data, name)
    raw = _parse(text, name, is_json=is_json)
    board, problems = _board(raw if rules is None else raw | {"rules": rules})
    if board is None:
        raise BoardFileError(place(problems, text, is_json=is_json), name)
    if board.combat.events or board.choices:
        board = _located(board, name, text, is_json=is_json)
    return board


def _located(board: LoadedBoard, name: str, text: str, *, is_json: bool) -> LoadedBoard:
    """Return a board whose events and choices know where they stand, for later errors."""
    asked = [Problem(("events", i), "") for i in range(len(board.combat.events))]
    asked += [Problem(("choices", which), "") for which in board.choices]
    where = {
        problem.path: f"{name}:{problem.line}:{problem.column}"
        for problem in place(asked, text, is_json=is_json)
    }
    events = tuple(
        replace(event, where=where["events", i]) for i, event in enumerate(board.combat.events)
    )
    places = {which: where["choices", which] for which in board.choices}
    return replace(board, combat=board.combat.changed(events=events), choice_places=places)


def read_mapping(raw: Mapping[str, object]) -> LoadedBoard:
    """Return the board that a board file's keys and values describe.

    Raises:
        BoardError: All problems at once, each with its path.
    """
    board, problems = _board(raw)
    if board is None:
        raise BoardError(problems)
    return board


def _board(raw: Mapping[str, object]) -> tuple[LoadedBoard | None, list[Problem]]:
    """Return the board, or everything that is wrong with it."""
    problems: list[Problem] = []
    try:
        board = BoardFile.model_validate(raw)
    except ValidationError as error:
        problems = schema_problems(error)
        board = without_problems(raw, error)
    if board is not None:
        try:
            combat = combat_of(board)
        except BoardError as error:
            problems += error.problems
        else:
            if not problems:
                return LoadedBoard(
                    combat, board.expect, {str(k): v for k, v in board.choices.items()}
                ), []
    return None, problems


def _decode(data: bytes, name: str) -> str:
    if len(data) > LARGEST_FILE:
        limit = f"{LARGEST_FILE // 1_000_000} MB"
        raise _refusal(name, f"the board file is too large: at most {limit} are read")
    data = data.removeprefix(BOM)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        line, column = line_and_column(before, len(before))
        message = f"byte {data[error.start]:#04x} is not UTF-8; save the file as UTF-8"
        raise _refusal(name, message, line, column) from None
    if not text.strip():
        raise _refusal(name, "the board file is empty; it starts with format = 1")
    return text


def _parse_json(text: str, name: str) -> None:
    """Refuse what is not JSON at all, wherever that shows."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        raise _json_refusal(name, error) from None


def _json_refusal(name: str, error: json.JSONDecodeError) -> BoardFileError:
    message = f"not JSON: {error.msg[0].lower()}{error.msg[1:]}"
    return _refusal(name, message, error.lineno, error.colno)


def _parse(text: str, name: str, *, is_json: bool) -> dict[str, Any]:
    try:
        raw: object = (
            json.loads(text, object_pairs_hook=_unique_keys) if is_json else tomllib.loads(text)
        )
    except _RepeatedKeyError as error:
        _parse_json(text, name)
        line, column = line_and_column(text, json_places(text)[1][0])
        raise _refusal(name, str(error), line, column) from None
    except tomllib.TOMLDecodeError as error:
        raise _toml_refusal(text, name, error) from None
    except json.JSONDecodeError as error:
        raise _json_refusal(name, error) from None
    except RecursionError:
        raise _refusal(name, "the board file is nested too deeply") from None
    except ValueError:
        # Python refuses to read numbers with thousands of digits.
        number = _ENDLESS_NUMBER.search(text)
        line, column = line_and_column(text, number.start() if number else 0)
        raise _refusal(name, "a number has too many digits", line, column) from None
    if not isinstance(raw, dict):
        raise _refusal(name, "a board file is a JSON object, { … }", 1, 1)
    return cast("dict[str, Any]", raw)


class _RepeatedKeyError(ValueError):
    """A key that one JSON object has twice."""


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for key, value in pairs:
        if key in table:
            message = f"the key {key!r} is given twice"
            raise _RepeatedKeyError(message)
        table[key] = value
    return table


def _toml_refusal(text: str, name: str, error: tomllib.TOMLDecodeError) -> BoardFileError:
    message = str(error)
    line, column = line_and_column(text, len(text))
    if match := _TOML_PLACE.search(message):
        message = message[: match.start()]
        if match[1]:
            line, column = int(match[1]), int(match[2])
    return _refusal(name, f"not TOML: {message[:1].lower()}{message[1:]}", line, column)


def _refusal(name: str, message: str, line: int = 0, column: int = 0) -> BoardFileError:
    return BoardFileError([Problem((), message, line=line, column=column)], name)
