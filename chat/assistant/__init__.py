"""Both journeys, without a surface: a file's into a thread, a question's to its answer.

Every surface (web chat, HTTP, command line) asks, adds and deletes through `Assistant`. Whoever calls passes the signed-in
user; what is not theirs raises NotFound, as what does not exist.
"""

from __future__ import annotations

from chat.assistant.adding import Adding
from chat.assistant.branching import Branching
from chat.assistant.moving import Moving
from chat.assistant.parts import Parts
from chat.assistant.question.asking import Asking
from chat.assistant.question.posed import Ask
from chat.assistant.remembering import Remembering
from chat.assistant.sharing import Sharing
from chat.assistant.visiting import Visiting

__all__ = ["Ask", "Assistant", "Parts"]


class Assistant(Moving, Branching, Visiting, Adding, Remembering, Sharing, Asking):
    """The product: threads and messages are kept, files read, questions answered."""
