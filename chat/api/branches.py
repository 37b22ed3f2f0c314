"""Routes for the forms of an edited question: each form, with the messages after it, is a branch of the thread."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from chat.api import render
from chat.api.context import Asker, PathId, TheAssistant
from chat.api.paths import MESSAGE
from chat.api.types import Json
from chat.domain import Branch

router = APIRouter(tags=["threads"])

Form = Annotated[int, Path(ge=1, le=1_000_000, description="Number of the form, from 1.")]


@router.get(MESSAGE + "/branches")
async def list_branches(user: Asker, assistant: TheAssistant, thread: PathId, message: PathId) -> Json:
    """List the forms of an edited question.

    They are in the order in which they were asked.
    """
    return _listed(await assistant.forms(user, thread, message))


@router.post(MESSAGE + "/branches/{form}")
async def switch_branch(user: Asker, assistant: TheAssistant, thread: PathId, message: PathId, form: Form) -> Json:
    """Switch to another form of an edited question.

    The thread continues from this form and remembers what was said after it; the current form is kept.
    """
    return _listed(await assistant.switch_branch(user, thread, message, form))


@router.delete(MESSAGE + "/branches/{form}")
async def delete_branch(user: Asker, assistant: TheAssistant, thread: PathId, message: PathId, form: Form) -> Json:
    """Delete a form of an edited question.

    Everything that was said after it is deleted, too. The form from which the thread continues cannot be deleted.
    """
    return render.receipt(await assistant.delete_branch(user, thread, message, form))


def shape(branch: Branch) -> Json:
    return {"form": branch.form, "content": branch.content, "messages": branch.messages, "current": branch.current}


def _listed(found: list[Branch]) -> Json:
    return {"branches": [shape(each) for each in found]}
