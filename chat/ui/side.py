"""What is drawn in the side panel of the page, and that it stays open until somebody closes it."""

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
    """Of one page. Not in its user session, which Chainlit stores with the thread: what is due holds text of sources."""

    sent: int = 0
    """How often the page was sent what holds the panel open; it draws that anew each time, and says each time that it has it."""
    held: bool = False
    """Whether the page has the last one."""
    due: Payload | None = None
    """What is drawn as soon as it has."""


_SIDES = WeakKeyDictionary[BaseSession, _Side]()


async def show(title: str, elements: Elements, key: str) -> None:
    """Open the panel with these. Not by cl.ElementSidebar, which opens it under the name of each.

    Chainlit closes the panel whenever an element comes to the page, as with each answer, unless one that is there belongs in the
    panel. `Opening` is that one; it opens the panel itself, so what is shown comes behind it. In a widget the panel covers the
    chat, and nobody asks beside it.
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
    """The page has this `Opening` on its screen: what was to be shown takes its place, once it is the last one that was sent."""
    side = _side()
    if sent != side.sent:
        return
    due, side.held, side.due = side.due, True, None
    await _draw(due or {"title": "", "elements": [], "key": None})


def let_go() -> None:
    """The page's elements are about to be drawn anew, without `Opening`."""
    _side().held = False


def _side() -> _Side:
    return _SIDES.setdefault(cl.context.session, _Side())


async def _draw(shown: Payload) -> None:
    """A panel without elements closes."""
    await cl.context.emitter.emit("set_sidebar_title", shown["title"])
    await cl.context.emitter.emit("set_sidebar_elements", {"elements": shown["elements"], "key": shown["key"]})
