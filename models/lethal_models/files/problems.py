"""What pydantic finds wrong with the shape of a board file, in the words of this program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast, get_args

from pydantic import BaseModel, ValidationError

from lethal_models.errors import Path, Problem, did_you_mean
from lethal_models.files.schema import BoardFile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic_core import ErrorDetails

_EXPECTED = {
    "int_type": "a whole number",
    "string_type": "a text",
    "bool_type": "true or false",
    "list_type": "a list, [ … ]",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
}


_SHOWN = 40


def schema_problems(error: ValidationError) -> list[Problem]:
    """Return everything that is wrong with the shape of a board file."""
    return [_problem(details) for details in error.errors()]


def without_problems(raw: Mapping[str, object], error: ValidationError) -> BoardFile | None:
    """Return the board with everything that is wrong left out, to look for what else is wrong.

    None means that too much hangs on what is wrong: without it other problems would appear.
    """
    replaced: dict[Path, object] = {}
    for details in error.errors():
        path = details["loc"]
        if details["type"] == "extra_forbidden":
            replaced[path] = _LEFT_OUT
            continue
        # The second part of a path into `players` is a name.
        inert = [
            k for k, part in enumerate(path, 1) if part in _INERT and path[: k - 1] != ("players",)
        ]
        if not inert:
            return None
        path = path[: inert[0]]
        replaced[path] = _INERT[path[-1]]
    return BoardFile.model_validate(_replacing(dict(raw), replaced, ()))


_LEFT_OUT = object()
_INERT: dict[str | int, object] = {
    "format": 1,
    "power": 1,
    "toughness": 1,
    "loyalty": 1,
    "defense": 1,
    **dict.fromkeys(
        (
            "title",
            "rules",
            "name",
            "keywords",
            "damage",
            "value",
            "colors",
            "life",
            "poison",
            "tapped",
            "summoning_sick",
            "expect",
        ),
        _LEFT_OUT,
    ),
}
"""Keys on whose values no other part of a board depends, with something to put in their place."""


def _replacing(value: object, replaced: Mapping[Path, object], at: Path) -> object:
    if isinstance(value, Mapping):
        table = cast("Mapping[str, object]", value)
        # A key that is missing is among those to be replaced, too.
        absent = [p[-1] for p in replaced if p[:-1] == at and p[-1] not in table]
        members = {**table, **dict.fromkeys(absent)}
        return {
            key: replaced.get((*at, key), _replacing(member, replaced, (*at, key)))
            for key, member in members.items()
            if replaced.get((*at, key)) is not _LEFT_OUT
        }
    if isinstance(value, list):
        listed = cast("list[object]", value)
        return [_replacing(member, replaced, (*at, i)) for i, member in enumerate(listed)]
    return value


def _problem(details: ErrorDetails) -> Problem:
    path, kind = details["loc"], details["type"]
    if kind == "extra_forbidden":
        key = str(path[-1])
        known = list(_keys_at(path[:-1]))
        hint = did_you_mean(key, known) or f"; there are {', '.join(known)}"
        return Problem(path, f"unknown key {key!r}{hint}", of_key=True)
    if kind == "missing":
        return Problem(path[:-1], f"the key {path[-1]!r} is missing")
    if kind == "value_error":
        return Problem(path, str(details.get("ctx", {}).get("error", details["msg"])))
    if kind in _EXPECTED:
        return Problem(path, f"expected {_EXPECTED[kind]}, found {_shown(details['input'])}")
    return Problem(path, f"{details['msg'][:1].lower()}{details['msg'][1:]}")


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    text = repr(value) if not isinstance(value, bool) else str(value).lower()
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _keys_at(path: Path) -> Iterator[str]:
    """Yield the keys that the table at a path may have."""
    model: type[BaseModel] = BoardFile
    for part in path:
        field = model.model_fields.get(str(part))
        if field is not None:
            model = _model_in(field.annotation) or model
    yield from model.model_fields


def _model_in(annotation: object) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    found = (_model_in(argument) for argument in get_args(annotation))
    return next((model for model in found if model), None)
