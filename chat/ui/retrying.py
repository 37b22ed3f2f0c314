"""The error shown in place of an answer, with a button to ask the question again, also after the conversation is reopened."""

from __future__ import annotations

import chainlit as cl
from chainlit.types import ThreadDict

from chat.ui.words import say, told

AGAIN = "try_again"
_QUESTION = "unanswered"
"""Metadata key under which the error message keeps the question's id."""


async def offer(sentence: str, question: str) -> None:
    """Show an error message and a retry button, in place of the answer or after the part of it that was written."""
    failed = cl.ErrorMessage(content=told(sentence))
    failed.parent_id = None  # the click removes this message, and removing a message removes its parent run too
    failed.metadata = {_QUESTION: question}
    await failed.send()  # type: ignore[no-untyped-call] # Chainlit's
    await _button(failed.id, question)


async def offer_still(drawn: ThreadDict) -> None:
    """Show the retry button again in a reopened conversation that ends with such an error; pages lose buttons on reload."""
    said = [step for step in drawn["steps"] if "message" in step["type"]]
    question = (said[-1].get("metadata") or {}).get(_QUESTION) if said else None
    if isinstance(question, str):
        await _button(said[-1]["id"], question)


async def _button(failed: str, question: str) -> None:
    button = cl.Action(id=f"again-{failed}", name=AGAIN, payload={"question": question}, label=say("Try again"), icon="rotate-cw")
    await button.remove()  # type: ignore[no-untyped-call] # Chainlit's; avoids a second button on the same page
    await button.send(for_id=failed)
