"""Turn validation errors from pydantic into plain descriptions of what is wrong with each field."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Error = Mapping[str, Any]  # Any: pydantic's own, one of `ValidationError.errors()`

MISSPELT_FIELDS = "misspelt_fields"
"""Our own error type for unknown fields close to known ones; its `ctx["meant"]` maps each unknown name to the one meant."""
_MOST_NAMED = 20
_PREFIX = "THREADWISE_"
_TAG = re.compile(r".*[\[(].*")
"""Location entries that pydantic adds to name the tried alternative of a union, such as `list[Part]`."""


@dataclass(frozen=True, slots=True)
class Fault:
    field: str
    """Path of the field, joined by dots; empty for the value as a whole."""
    detail: str

    def __str__(self) -> str:
        return f"{self.field}: {self.detail}" if self.field else self.detail


def faults(errors: Sequence[Error]) -> list[Fault]:
    """Return one fault per invalid field, in the order of `errors`."""
    found: dict[str, Fault] = {}
    for error in errors:
        for fault in _faults(error):
            found.setdefault(fault.field, fault)
    return list(found.values())


def sentence(found: Sequence[Fault]) -> str:
    """Join the first three faults into one sentence."""
    return "; ".join(map(str, found[:3]))


def of_settings(errors: Sequence[Error]) -> str:
    """Return a sentence on invalid settings, naming them by their environment variables."""
    named = [
        Fault(each.field if each.field.isupper() else f"{_PREFIX}{each.field.upper()}", each.detail) for each in faults(errors)
    ]
    return f"These settings can't be used. {sentence(named)}."


def _faults(error: Error) -> Iterator[Fault]:
    parts = [str(part) for part in error["loc"] if not _TAG.fullmatch(str(part))]
    if error["type"] != MISSPELT_FIELDS:
        yield Fault(".".join(parts), detail(error))
        return
    for name, meant in list(error["ctx"]["meant"].items())[:_MOST_NAMED]:
        yield Fault(".".join([*parts, name]), f"there is no such field; did you mean `{meant}`?")


def detail(error: Error) -> str:
    """Return what is wrong, worded to follow the field's name."""
    tell = _DETAILS.get(error["type"])
    if tell is None:
        return str(error["msg"])
    return tell if isinstance(tell, str) else tell(error)


def _most(error: Error) -> str:
    return f"at most {_counted(error, error['ctx']['max_length'])}"


def _least(error: Error) -> str:
    return f"at least {_counted(error, error['ctx']['min_length'])}"


def _counted(error: Error, many: int) -> str:
    thing = "character" if isinstance(error["input"], str) else "item"
    return f"{many:,} {thing}{'' if many == 1 else 's'}"


def _bound(words: str, name: str) -> Callable[[Error], str]:
    return lambda error: f"{words} {error['ctx'][name]:,}".removesuffix(".0")


_TIME = "a time is wanted, as 2026-05-08T12:00:00Z"
_TEXT = "a text is wanted"
_TRUTH = "true or false is wanted"
_WHOLE = "a whole number is wanted"
_NUMBER = "a number is wanted"
_OBJECT = "an object with fields is wanted"
_DETAILS: Mapping[str, str | Callable[[Error], str]] = {
    "missing": "it is missing",
    "extra_forbidden": "there is no such field",
    "value_error": lambda error: str(error["ctx"]["error"]),
    "string_type": _TEXT,
    "string_unicode": _TEXT,
    "string_too_long": _most,
    "too_long": _most,
    "string_too_short": _least,
    "too_short": _least,
    "bool_type": _TRUTH,
    "bool_parsing": _TRUTH,
    "int_type": _WHOLE,
    "int_parsing": _WHOLE,
    "int_parsing_size": _WHOLE,
    "int_from_float": _WHOLE,
    "float_type": _NUMBER,
    "float_parsing": _NUMBER,
    "finite_number": _NUMBER,
    "greater_than": _bound("more than", "gt"),
    "greater_than_equal": _bound("at least", "ge"),
    "less_than": _bound("less than", "lt"),
    "less_than_equal": _bound("at most", "le"),
    "literal_error": lambda error: f"{error['ctx']['expected']} is wanted",
    "list_type": "a list is wanted",
    "dict_type": _OBJECT,
    "model_type": _OBJECT,
    "model_attributes_type": _OBJECT,
    "datetime_type": _TIME,
    "datetime_parsing": _TIME,
    "datetime_from_date_parsing": _TIME,
    "datetime_object_invalid": _TIME,
}
