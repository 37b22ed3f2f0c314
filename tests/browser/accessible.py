"""Returns the accessibility violations that axe-core finds on a page."""

from __future__ import annotations

from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped] # it has no types
from playwright.async_api import Page

_GRAVE = ("serious", "critical")


async def grave(page: Page) -> list[str]:
    """Return each serious or critical finding with its elements; no rule is excepted."""
    await page.wait_for_timeout(400)  # elements that fade in are checked once they are visible
    found = (await Axe().run(page)).response["violations"]
    return [
        f"{each['id']}: {' '.join(node['html'] for node in each['nodes'])[:400]}" for each in found if each["impact"] in _GRAVE
    ]
