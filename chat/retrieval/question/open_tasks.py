"""Questions for what is left to do ("What do we still have to do?").

The words of such a question occur in any sentence; it is searched by the words with which people list open tasks instead: "Still
open: the seating plan".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from chat.dialogue.telling import only_requests
from chat.domain import Passage, Source

_MOST = 3
"""Number of latest lists to return; tasks on older lists are done or appear on a later one."""
_TASKS = r"(?:tasks?|to-?dos?|items|action items|points|things|jobs|work)"
_OPEN = r"(?:open|outstanding|pending|undone|unfinished|missing|left)"
_ASKED = {
    "still to do, still open, left to do, not done yet, have to": re.compile(
        rf"what(?:['’]s| is| else is)? (?:still |yet )?(?:left|remaining|there) (?:for (?:me|us) )?to (?:do|be done|finish)"
        rf"|what(?:['’]s| is) (?:still |yet )?{_OPEN}|what(?:['’]s| is) (?:still|yet) to (?:do|be done)"
        r"|what (?:else )?do (?:i|we) (?:still )?(?:have|need) (?:left )?to do(?: still)?"
        r"|what (?:else )?must (?:i|we) (?:still )?do"
        r"|what (?:still )?(?:remains|needs|has)(?: still)? to be done|what have(?:n['’]t (?:i|we)| (?:i|we) not) done yet"
        rf"|(?:what|which) {_TASKS} (?:are|is) (?:there |still |yet )*(?:{_OPEN}|to do)"
        r"|(?:what are|what['’]s on|what is on|list|show(?: me)?)(?: all)? (?:my|our|the) (?:open |outstanding |remaining )?"
        r"(?:tasks|to-?dos|to-?do list|action items)"
        rf"|(?:are there |is there )?any(?:thing)? (?:still )?(?:left to do|{_OPEN} {_TASKS}|{_TASKS} (?:left|open|to do))"
    ),
    "noch zu tun, noch offen, noch zu erledigen, müssen noch, fehlt noch": re.compile(
        r"was (?:ist|wäre|gibt es|haben wir|habe ich|bleibt)(?: uns| mir)? (?:jetzt )?(?:noch )?(?:alles )?"
        r"(?:zu (?:tun|erledigen|machen)|offen)"
        r"|was (?:fehlt|steht) (?:jetzt |uns )?noch(?: alles)?(?: an| aus)?|was ist noch nicht (?:erledigt|gemacht|fertig)"
        r"|was (?:muss ich|müssen wir) (?:jetzt )?noch (?:alles )?(?:tun|machen|erledigen)"
        r"|welche (?:aufgaben|punkte|dinge|sachen) sind (?:noch )?(?:alle )?(?:offen|übrig|zu erledigen|unerledigt)"
        r"|(?:was sind|zeige? mir|nenne(?: mir)?) (?:die|unsere|meine) offenen (?:aufgaben|punkte)"
    ),
    "reste à faire, encore à faire, il faut encore, pas encore fait": re.compile(
        r"(?:que|qu['’]est-ce qu['’]il|qu['’]est-ce qui)(?: me| nous)? reste(?:-t-il)?(?: encore)?(?: à faire)?"
        r"|qu['’]est-ce que (?:je dois|nous devons|on doit) encore faire|que (?:dois-je|devons-nous) encore faire"
        r"|quelles (?:tâches|choses) (?:me |nous )?restent(?:-elles)?(?: à faire)?"
    ),
    "queda por hacer, falta por hacer, todavía hay que, pendiente": re.compile(
        r"qué (?:nos |me )?(?:queda|falta)(?: todavía| aún)?(?: por hacer)?|qué (?:está|queda) pendiente"
        r"|qué (?:tengo|tenemos) que hacer (?:todavía|aún)"
        r"|qué tareas (?:hay|quedan|están|faltan)(?: todavía| aún)?(?: pendientes| por hacer)?"
    ),
}
"""Matches questions that ask for nothing else; the keys are the words to search for instead."""
_BESIDE = re.compile(
    r"^(?:so|and|ok|okay|also|und|et|y)\b[\s,]*|\b(?:now|today|then|please|jetzt|bitte|maintenant|ahora)\b|[¿?!.\"]"
)
_LISTED = re.compile(
    rf"\bstill (?:{_OPEN}|to (?:do|be done))\b|\b(?:left|remains|remaining) to (?:do|be done)\b|\bto-?do\b"
    r"|\bto dos?(?: (?:list|before|for|this|until|by)\b[^:.!?\n]{0,40})?\s*:"
    r"|\b(?:open|outstanding|action) (?:items|points|tasks)\b"
    r"|\bstill (?:has|have|needs?) to\b|\bmust still\b|\b(?:don['’]t|must not|not to) forget to\b"
    r"|\bhaven['’]t \w+ .{0,60}\byet\b|\bnot (?:done|finished) yet\b"
    r"|\bnoch (?:zu (?:erledigen|tun|machen)|offen|nicht (?:erledigt|fertig|gemacht))\b"
    r"|\b(?:muss|müssen|musst) (?:\w+ ){0,3}noch\b|\boffene (?:punkte|aufgaben)\b|\bfehl(?:t|en) noch\b"
    r"|\breste(?:nt)?(?: encore)? à (?:faire|\w+er)\b|\b(?:il faut|dois|devons) encore\b|\bà faire\s*:"
    r"|\b(?:quedan?|faltan?) (?:todavía |aún )?por \w+|\b(?:todavía|aún) (?:hay|tengo|tenemos) que\b|\bpendientes?\s*:",
    re.IGNORECASE,
)


def words_of_lists(question: str) -> str | None:
    """Return what to search for if a question asks only for what is left to do, else `None`.

    Supports English, German, French and Spanish.
    """
    bare = " ".join(_BESIDE.sub(" ", question.casefold()).split())
    return next((words for words, asked in _ASKED.items() if asked.fullmatch(bare)), None)


def lists(question: str, found: Sequence[Passage]) -> tuple[Passage, ...]:
    """Return the latest user turns that list open tasks, last first.

    Empty for any other question, or if a document lists open tasks.
    """
    if words_of_lists(question) is None:
        return ()
    telling = [passage for passage in found if _LISTED.search(passage.chunk.text)]
    if any(passage.chunk.source is Source.DOCUMENT for passage in telling):
        return ()
    said = [passage for passage in telling if passage.role == "user" and not _only_asks(passage.chunk.text)]
    latest = sorted(said, key=lambda passage: passage.created_at or datetime.min.replace(tzinfo=UTC), reverse=True)[:_MOST]
    return tuple(replace(passage, rank=rank) for rank, passage in enumerate(latest, start=1))


def _only_asks(text: str) -> bool:
    return text.rstrip().endswith("?") or only_requests(text)
