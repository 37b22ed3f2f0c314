"""Returns the accessibility violations that axe-core finds on a page."""

from __future__ import annotations

from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped] # it has no types
from playwright.async_api import Page

_GRAVE = ("serious", "critical")


async def grave(page: Page) -> list[str]:
    """Each serious or critical finding with the elements it is about; no rule is excused."""
    await page.wait_for_timeout(400)  # what fades in is judged when it is there
    found = (await Axe().run(page)).response["violations"]
    return [
        f"{each['id']}: {' '.join(node['html'] for node in each['nodes'])[:400]}" for each in found if each["impact"] in _GRAVE
    ]
