"""Reports failures to the user, so that no action fails silently."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from chat.errors import ThreadwiseError
from chat.panics import panics
from chat.reference import begin
from chat.ui import words

_log = logging.getLogger(__name__)

Say = Callable[[str], Awaitable[None]]


async def said_plainly(work: Awaitable[None], say: Say) -> None:
    """Await `work` and report a failure through `say`: our own errors with their message, others with a reference to the log."""
    reference = begin()
    try:
        with panics():
            await work
    except ThreadwiseError as error:
        _log.info("Refused: %s", error.code)
        await say(words.told(str(error)))
    except Exception:
        _log.exception("Reference %s", reference)
        await say(words.say("Something went wrong on our side. Reference: {0}", reference))
