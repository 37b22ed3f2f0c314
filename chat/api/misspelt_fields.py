"""Detect misspelt names of fields and parameters, which would otherwise be silently ignored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches

from fastapi.dependencies.models import Dependant
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.requests import Request

from chat.faults import MISSPELT_FIELDS

_LIKENESS = 0.75
"""Similarity from which a name is taken for a misspelt field (ratio of `difflib`, 0 to 1)."""


def misspelt(given: Iterable[str], known: Sequence[str]) -> dict[str, str]:
    """Return the given names that are unknown but nearly a known one that is not given, each with that known name."""
    names = list(given)
    missing = [name for name in known if name not in names]
    others = [name for name in names if name not in known]
    return {name: near[0] for name in others if (near := get_close_matches(name, missing, 1, _LIKENESS))}


def check_address(request: Request) -> None:
    """Raise RequestValidationError for a query parameter that is nearly one of the route's."""
    route = request.scope.get("route")
    if not request.query_params or not isinstance(route, APIRoute):
        return
    meant = misspelt(request.query_params, list(_parameters(route.dependant)))
    if meant:
        raise RequestValidationError([{"type": MISSPELT_FIELDS, "loc": ("query",), "ctx": {"meant": meant}}])


def _parameters(route: Dependant) -> Iterator[str]:
    """Yield the query parameters that a route and its dependencies read."""
    yield from (field.alias for field in route.query_params)
    for each in route.dependencies:
        yield from _parameters(each)
