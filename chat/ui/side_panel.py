"""Renders elements in the page's side panel, and keeps it open until the user closes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import chainlit as cl
from chainlit.session import BaseSession

Payload = dict[str, Any]  # Any: what goes to the page, or comes from it
Elements = list[Any]  # Any: Chainlit's elements


@dataclass(slots=True)
class _Side:
    """The state of one page's side panel.

    It is not kept in the user session, which Chainlit stores with the thread, because `due` contains text of sources.
    """

    sent: int = 0
    """How often the element that keeps the panel open was sent; the page acknowledges each one it has rendered."""
    held: bool = False
    """Whether the page has acknowledged the last one."""
    due: Payload | None = None
    """What to render as soon as it has."""


_SIDES = WeakKeyDictionary[BaseSession, _Side]()


async def show(title: str, elements: Elements, key: str) -> None:
    """Open the panel with these elements. `cl.ElementSidebar` is not used, as it opens the panel under the name of each element.

    Chainlit closes the panel whenever an element is sent to the page, as with each answer, unless one of the page's elements
    belongs in the panel. The element `Opening` does; it opens the panel itself, so the elements are rendered after it. In a
    widget, where the panel covers the chat, it is not needed.
    """
    shown = {"title": title, "elements": [element.to_dict() for element in elements], "key": key}
    side = _side()
    if cl.context.session.client_type == "copilot" or side.held:
        await _draw(shown)
        return
    side.due = shown
    side.sent += 1
    opening = cl.CustomElement(id=f"opening-{cl.context.session.id}", name="Opening", props={"sent": side.sent}, display="side")
    await cl.context.emitter.emit("element", opening.to_dict())


async def hold(sent: object) -> None:
    """Handle the page's acknowledgement of an `Opening`: if it is the last one sent, render the elements that are due."""
    side = _side()
    if sent != side.sent:
        return
    due, side.held, side.due = side.due, True, None
    await _draw(due or {"title": "", "elements": [], "key": None})


def let_go() -> None:
    """Note that the page's elements are about to be redrawn without `Opening`."""
    _side().held = False


def _side() -> _Side:
    return _SIDES.setdefault(cl.context.session, _Side())


async def _draw(shown: Payload) -> None:
    """Send the panel's title and elements to the page; without elements, the panel closes."""
    await cl.context.emitter.emit("set_sidebar_title", shown["title"])
    await cl.context.emitter.emit("set_sidebar_elements", {"elements": shown["elements"], "key": shown["key"]})
