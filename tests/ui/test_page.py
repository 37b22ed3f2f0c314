from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import httpx
import pytest

pytestmark = pytest.mark.asyncio(loop_scope="package")


async def test_the_page_names_no_other_host_and_formulas_look_as_what_draws_them_expects(alice: httpx.AsyncClient) -> None:
    page = (await alice.get("/")).text
    style = await alice.get("/public/katex/katex.min.css")
    fonts = re.findall(r"url\(([^)]+)\)", style.text)

    assert not re.search(r'(?:href|src)="https?:', page)
    assert 'href="/public/katex/katex.min.css"' in page
    assert f'"{_drawn_by()}"' in style.text
    assert len(fonts) == 20
    assert (await alice.get(f"/public/katex/{fonts[0]}")).headers["content-type"].startswith("font/")


async def test_all_of_our_scripts_are_on_the_page_and_know_what_depends_on_the_installation(
    alice: httpx.AsyncClient,
) -> None:
    page = (await alice.get("/")).text

    scripts = ["element", "words", "places", "naming", "threadwise", "notices", "waiting", "session", "uploads", "threads"]
    scripts += ["deleting", "returning", "list", "composer", "choosing", "acting"]
    assert re.findall(r'<script[^>]* src="/public/(\w+)\.js"', page) == scripts
    assert re.search(r'<script[^>]* data-sharing="off" src="/public/threads\.js"', page)
    assert re.search(r'<script[^>]* data-longest="20000" src="/public/composer\.js"', page)
    assert re.search(r'<script[^>]* data-longest="36500" src="/public/choosing\.js"', page)


def _drawn_by() -> str:
    """Return the version of KaTeX in Chainlit's page."""
    package = find_spec("chainlit")
    assert package is not None
    assert package.origin is not None
    shipped = (Path(package.origin).parent / "frontend" / "dist" / "index.html").read_text(encoding="utf-8")
    drawing = re.search(r"katex@([\d.]+)/", shipped)
    assert drawing is not None
    return drawing[1]
