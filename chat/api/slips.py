"""Names that are nearly those of ours: somebody's slip, which would be a wish that nobody hears."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches

from fastapi.dependencies.models import Dependant
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.requests import Request

from chat.faults import MISSPELT_FIELDS

_LIKENESS = 0.75
"""Of a name to that of a field from which it is taken for it (`difflib`)."""


def slips(given: Iterable[str], known: Sequence[str]) -> dict[str, str]:
    """Of the names that are given and not known those that are nearly one of ours, which none gives, each with that one."""
    names = list(given)
    missing = [name for name in known if name not in names]
    others = [name for name in names if name not in known]
    return {name: near[0] for name in others if (near := get_close_matches(name, missing, 1, _LIKENESS))}


def check_address(request: Request) -> None:
    """RequestValidationError for a parameter behind the `?` of an address that is nearly one of the route's."""
    route = request.scope.get("route")
    if not request.query_params or not isinstance(route, APIRoute):
        return
    meant = slips(request.query_params, list(_parameters(route.dependant)))
    if meant:
        raise RequestValidationError([{"type": MISSPELT_FIELDS, "loc": ("query",), "ctx": {"meant": meant}}])


def _parameters(route: Dependant) -> Iterator[str]:
    """What a route and all that it depends on read behind the `?`."""
    yield from (field.alias for field in route.query_params)
    for each in route.dependencies:
        yield from _parameters(each)
