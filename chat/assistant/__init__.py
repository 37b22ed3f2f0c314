"""Both journeys, without a surface: a file's into a thread, a question's to its answer.

Every surface (web chat, HTTP, command line) asks, adds and deletes through `Assistant`. Whoever calls passes the signed-in
user; what is not theirs raises NotFound, as what does not exist.

`question` is a question's journey and `adding` a file's. `keeping` makes, lists and deletes threads, `branching` goes on from
edited questions, `remembering` shows and forgets memories, `sharing` finds words and shows threads to others, `moving` exports
and imports, `visiting` lets in visitors of a site. All share their `parts`: the settings, the rows and files, what indexes,
searches and writes, and `scope` (what a question may search), `quotas`, `running_answers`, `pending_deletes`, `incognito`,
`summarising` and `tables`. `choosing` says which model answers.
"""

from __future__ import annotations

from chat.assistant.adding import Adding
from chat.assistant.branching import Branching
from chat.assistant.moving import Moving
from chat.assistant.parts import Parts
from chat.assistant.question.asking import Asking
from chat.assistant.question.question_in_thread import Ask
from chat.assistant.remembering import Remembering
from chat.assistant.sharing import Sharing
from chat.assistant.visiting import Visiting

__all__ = ["Ask", "Assistant", "Parts"]


class Assistant(Moving, Branching, Visiting, Adding, Remembering, Sharing, Asking):
    """The product: threads and messages are kept, files read, questions answered."""
