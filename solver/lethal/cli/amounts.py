"""Reading assignments and wishes from the command line: text, or JSON."""

from __future__ import annotations

from lethal_models import TextError

Amounts = dict[str, dict[str, int]]


def read_amounts(text: str) -> str | Amounts:
    """Return JSON as source to recipient to amount, and any other text as it is.

    Raises:
        TextError: It starts like JSON but is not such an object.
    """
    if not text.lstrip().startswith("{"):
        return text
    from pydantic import TypeAdapter, ValidationError

    from lethal_models.files.places import json_places

    try:
        amounts = TypeAdapter(Amounts).validate_json(text, strict=True)
    except ValidationError as error:
        message = (
            'expected JSON like {"a1": {"b1": 2, "defending": 1}}: '
            f"{error.errors()[0]['msg'].lower()}"
        )
        raise TextError("assignment", text, 0, message) from None
    if repeated := json_places(text)[1]:
        raise TextError("assignment", text, repeated[0], "this key is given twice")
    return amounts
