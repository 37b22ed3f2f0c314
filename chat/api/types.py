"""Types used throughout the API: JSON, and identifiers, which callers may choose."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, WithJsonSchema

Json = dict[str, object]

_IDENTIFIER = re.compile(r"[A-Za-z0-9._\-/:]{1,128}")


def _identifier(value: str) -> str:
    """Return the identifier if it is valid. Dot segments are refused, since clients and proxies remove them from an address."""
    if not _IDENTIFIER.fullmatch(value) or {".", ".."} & set(value.split("/")):
        raise ValueError("an id has 1 to 128 letters, digits or the characters . _ - / : and no dot segments")
    return value


Identifier = Annotated[
    str,
    AfterValidator(_identifier),
    WithJsonSchema({"type": "string", "pattern": r"^[A-Za-z0-9._\-/:]{1,128}$", "examples": ["conv-26/D1:1"]}),
]
