"""Every address that the server answers, read from its routers: `python -m tests.attacks.routes` prints them as JSON.

It runs in a process of its own, because Chainlit reads its folder from the environment when it is imported.
"""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import uvicorn
from starlette.routing import BaseRoute

import app
from tests.serving import ROOT, environment

Route = tuple[str, str]
"""A method and a path with its placeholders; the method is `*` for mounted applications without visible routes."""


async def routes(data: Path, **more: str) -> list[Route]:
    """Return the routes of a server started with these settings."""
    command = (sys.executable, "-m", "tests.attacks.routes")
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, env=environment(data, **more), stdout=PIPE)
    out, _ = await process.communicate()
    assert process.returncode == 0
    return [(method, path) for method, path in json.loads(out)]


def walked(routes: Iterable[BaseRoute], before: str = "") -> Iterator[Route]:
    """Yield all routes, also of included and mounted applications; one without visible routes counts as a route itself."""
    for route in routes:
        part: Any = route  # Any: FastAPI's included routers are private
        if (included := getattr(part, "original_router", None)) is not None:
            yield from walked(included.routes, before + getattr(part.include_context, "prefix", ""))
        elif below := getattr(getattr(part, "app", None), "routes", None):
            yield from walked(below, before + part.path)
        else:
            for method in sorted(getattr(part, "methods", None) or ("*",)):
                yield method, before + part.path


def main() -> None:
    def show(server: Any, **_: object) -> None:  # Any: what uvicorn serves
        print(json.dumps(sorted(set(walked(server.routes)))))

    uvicorn.run = show  # type: ignore[assignment] # in the place of listening
    app.main()


if __name__ == "__main__":
    main()
