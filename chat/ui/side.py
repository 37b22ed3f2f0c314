"""What is drawn in the side panel of the page, and that it stays open until somebody closes it."""

from __future__ import annotations

from typing import Any

import chainlit as cl

from chat.ui.session import got, put

Payload = dict[str, Any]  # Any: what goes to the page, or comes from it
Elements = list[Any]  # Any: Chainlit's elements
_HELD = "panel_held"
"""In the session: whether the page has what holds the panel open."""
_DUE = "panel_due"
"""In the session: what is drawn as soon as it has."""


async def show(title: str, elements: Elements, key: str) -> None:
    """Open the panel with these. Not by cl.ElementSidebar, which opens it under the name of each.

    Chainlit closes the panel whenever an element comes to the page, as with each answer, unless one that is there belongs in the
    panel. `Opening` is that one; it opens the panel itself, so what is shown comes behind it.
    """
    shown = {"title": title, "elements": [element.to_dict() for element in elements], "key": key}
    if cl.context.session.client_type == "copilot" or got(_HELD):  # a widget's is not closed, and has nothing to hold it
        await _draw(shown)
        return
    put(_DUE, shown)
    opening = cl.CustomElement(id=f"opening-{cl.context.session.id}", name="Opening", display="side")
    await cl.context.emitter.emit("element", opening.to_dict())


async def hold() -> None:
    """The page has `Opening` on its screen: what was to be shown takes its place."""
    due = got(_DUE)
    put(_HELD, True)
    put(_DUE, None)
    await _draw(due or {"title": "", "elements": [], "key": None})


def let_go() -> None:
    """The page's elements are about to be drawn anew, without `Opening`."""
    put(_HELD, False)


async def _draw(shown: Payload) -> None:
    """A panel without elements closes."""
    await cl.context.emitter.emit("set_sidebar_title", shown["title"])
    await cl.context.emitter.emit("set_sidebar_elements", {"elements": shown["elements"], "key": shown["key"]})
