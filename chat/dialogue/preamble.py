"""Separate what a question states from what it asks: "My budget is 450 now, how do I split it?"."""

from __future__ import annotations

import re

from chat.dialogue.telling import asks, tells
from chat.text import QUESTION_MARKS, asks_only, sentences

_BREAK = re.compile(
    r"(?:,|;|\s[–—-])\s+(?=\S)"
    r"(?:(?:(?:and|so|but)(?: now)?|now|then|und|aber|also|jetzt|et|mais|donc|alors|y|pero|entonces)\s+)?¿?",
    re.IGNORECASE,
)
"""Where a question may begin within a sentence, with the conjunction that joins it."""
_GROUND = re.compile(
    r"(?:,|\s[–—-])\s+(?:especially\s+|particularly\s+|vor allem\s+|surtout\s+|sobre todo\s+)?"
    r"(?P<ground>(?:considering(?: that)?|given that|now that|seeing that|because|since|as|weil|da|zumal|parce que|puisque|étant"
    r" donné que|porque|ya que|dado que)\s+(?P<stated>\S.*))",
    re.IGNORECASE | re.DOTALL,
)
"""What follows a question as the reason for it."""
_OF_THE_SPEAKER = re.compile(
    r"(?:i|we|my|our|ich|wir|mein\w*|unser\w*|je|nous|mon|ma|mes|notre|nos|yo|mis?|nuestr\w+)\b|[ij]['’]|qu['’](?:on|il)\b",
    re.IGNORECASE,
)
_DEPENDS = re.compile(
    r"\W*(?:(?:and|so|but|und|aber|et|mais|y|pero)\s+)?"
    r"(?:if|when(?:ever)?|unless|until|once|while|before|after|suppos(?:e|ing)|assuming|imagine|say|let['’]?s say|as soon as"
    r"|in case|provided"
    r"|wenn|falls|sobald|bevor|nachdem|solange|angenommen|sofern|si|quand|lorsque|avant|après|dès|supposons"
    r"|cuando|antes|después|mientras|suponiendo|en caso)\b",
    re.IGNORECASE,
)
"""The beginning of a condition, which states nothing by itself."""
_RELATIVE = re.compile(
    r"(?:which|who|whom|whose|(?:where|when)(?!\s(?:can|could|do|does|did|is|are|should|will|would)\b)|was|wo\w*|wer|wie|welche\w*|qui|où|quand|dove|quando|come|onde)\b",
    re.IGNORECASE,
)
"""The beginning of a question, or of a clause that tells more about what precedes it."""
_INVERTED = re.compile(
    r"(?:(?:can|could|would|will|should|may|might|must|am)\s(?:i|we|he|she|it|they|my|our|the)|any\s(?:idea|tips?|advice|suggestions?)"
    r"|(?:kann|kannst|können|könnte[nst]*|darf|dürfen|soll|sollte[nst]*|muss|müssen|hast|habt|haben|hat|ist|sind|gibt|reicht|passt"
    r"|geht|hilfst|helfen|weißt)\s(?:ich|du|er|sie|es|wir|ihr|man|das|die|der|mir|uns|mein\w*|unser\w*|dein\w*)"
    r"|(?:peux|pouvez|puis|pourrais|pourriez|as|avez|dois|doit|faut|est|sont|y a)-(?:tu|vous|je|on|il|elle|nous|t-il)"
    r"|(?:tu peux|vous pouvez)|(?:me )?(?:puedes?|podrías?|ayudas?|puedo|podemos|debo|debería|hay|tienes?|sabes?))\b",
    re.IGNORECASE,
)
"""The beginning of a question with the verb first, beside those that `telling.asks` knows."""
_FEWEST_WORDS = 3
"""Fewest words of a question; "right?" and "don't you?" ask whether the rest is so."""


def stated_in_question(sentence: str) -> str:
    """Return what a question states before it asks, or as the reason for asking, with "…" for what is left out; empty if it
    states nothing, or does not end in a question mark.

    "Can you help me" and the like count as asking. A condition ("if I cancel in May") states nothing.
    """
    if not sentence.endswith(QUESTION_MARKS):
        return ""
    if stated := _before_asking(sentence):
        return f"{stated} …"
    ground = _GROUND.search(sentence) if asks(sentence) else None
    if ground is None or not _OF_THE_SPEAKER.match(ground["stated"]):
        return ""
    stated = ground["stated"].rstrip("".join(QUESTION_MARKS))
    return f"… {ground['ground'][: -len(ground['stated'])]}{stated} …" if tells(stated) else ""


def states_nothing(text: str) -> bool:
    """Return whether a message consists of nothing but questions, none of which states something."""
    return asks_only(text) and not any(stated_in_question(text[span.start : span.end].strip()) for span in sentences(text))


def _before_asking(sentence: str) -> str:
    if _DEPENDS.match(sentence):
        return ""
    ends = [boundary for boundary in _BREAK.finditer(sentence) if _is_question(sentence[boundary.end() :])]
    sure = (boundary for boundary in ends if not _RELATIVE.match(sentence, boundary.end()))
    end = next(sure, next(iter(ends), None))
    stated = sentence[: end.start()] if end is not None else ""
    return stated if tells(stated) else ""


def _is_question(text: str) -> bool:
    return (asks(text) or bool(_INVERTED.match(text))) and len(text.split()) >= _FEWEST_WORDS
