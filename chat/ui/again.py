"""A question that has no answer: why, with a button to ask it once more, also when the conversation is opened again."""

from __future__ import annotations

import chainlit as cl
from chainlit.types import ThreadDict

from chat.ui.words import say, told

AGAIN = "try_again"
_QUESTION = "unanswered"
"""What the sentence that is drawn keeps the question's id as."""


async def offer(sentence: str, question: str) -> None:
    """In place of an answer, or behind what there is of one."""
    failed = cl.ErrorMessage(content=told(sentence))
    failed.parent_id = None  # it goes with the click, and a message takes the run that it came out of along
    failed.metadata = {_QUESTION: question}
    await failed.send()  # type: ignore[no-untyped-call] # Chainlit's
    await _button(failed.id, question)


async def offer_still(drawn: ThreadDict) -> None:
    """Of a conversation that is drawn anew, where it ends like that: a page keeps no buttons over a reload."""
    said = [step for step in drawn["steps"] if "message" in step["type"]]
    question = (said[-1].get("metadata") or {}).get(_QUESTION) if said else None
    if isinstance(question, str):
        await _button(said[-1]["id"], question)


async def _button(failed: str, question: str) -> None:
    button = cl.Action(id=f"again-{failed}", name=AGAIN, payload={"question": question}, label=say("Try again"), icon="rotate-cw")
    await button.remove()  # type: ignore[no-untyped-call] # Chainlit's; one page draws it once
    await button.send(for_id=failed)
