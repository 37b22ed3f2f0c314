"""Parts of a question besides its subject: how to answer, the kind of account to give, whose words and which time it means."""

from __future__ import annotations

import re

_HOW_TO_ANSWER = re.compile(
    r"(?<=[?.!])\s+(?:please |bitte )?(?:(?:answer|reply|respond|antworte|give (?:me )?an? (?:\w+ )?(?:answer|response|reply))\b"
    r"|(?:mention|list|give|use|keep|include|limit|be|write|name|nenne|gib)\b[^?]*\b(?:only|just|at most|no more than|exactly|nur"
    r"|sentences?|sätzen?|words|bullets?|items|points|lines|paragraphs?|brief|short|concise|format|yes or no)\b)[^?]*$",
    re.IGNORECASE,
)
"""An instruction after the question: "Mention three only." """
_IN_THIS_CONVERSATION = re.compile(
    r",?\s*\b(?:throughout|across|in|during|over) (?:all )?(?:of )?our (?:recent |past |previous |entire )*"
    r"(?:conversations?|chats?|discussions?|sessions?|talks?|messages)\b|(?:,? in order|,? so far)(?=\s*[,.?!]|\s*$)",
    re.IGNORECASE,
)
_ACCOUNT_OF = re.compile(
    r"(?:can|could|would|will) you (?:please )?(?:"
    r"(?:list |walk me through |tell me |give me |show me )?(?:the order in which|in order how) (?:I|we) "
    r"(?:brought up|mentioned|discussed|talked about)(?: (?:the )?(?:different|various) "
    r"(?:aspects?|topics?|ideas?|ways|parts)(?: (?:of|related to|about))?)?"
    r"|(?:give|provide|write)(?: me)?(?: with)? an? (?:\w+ )?(?:summary|overview|recap) (?:of|about)(?: how)?"
    r"|(?:summari[sz]e|recap)(?: how| what)?) ",
    re.IGNORECASE,
)
_FEWEST = 12
"""Least length of a subject, in characters."""
_LONGEST = 1_000
"""In characters; a longer text is not a plain question, and these expressions take quadratic time."""
_ASKS_FOR_SUMMARY = re.compile(
    r"\b(?:summari[sz]e|recap|(?:summary|overview) of|fass\w* .*zusammen|zusammenfassung|überblick über|résume[rz]?|récapitul\w*"
    r"|résumé de|resum(?:en de|ir)|resúme\w*|подытожь\w*|обобщи\w*|кратко перескаж\w*)\b",
    re.IGNORECASE,
)
_ASKS_WHAT_WE_SAID = re.compile(
    r"\b(?:(?:did|have|had) you|you(?:['’]ve| have| had)? (?:already |also )?(?:recommended|suggested|said|told|advised|proposed"
    r"|explained|wrote|gave|listed|described)|your (?:earlier |last |previous )?(?:recommendations?|suggestions?|advice|answers?"
    r"|explanations?)"
    r"|(?:hast du|haben sie|du hast) |dein\w* (?:vorschl[aä]g\w*|rat|antwort\w*|empfehlung\w*)"
    r"|as-tu|avez-vous|tu m['’]as|vous m['’]avez|(?:me )?has (?:dicho|recomendado|sugerido)"
    r"|(?:recomend|suger|dij|aconsej|propus|explic)(?:aste|iste)|(?:ты|вы) (?:мне )?\w+л[аи]?)\b",
    re.IGNORECASE,
)
_ASKS_FOR_SEVERAL = re.compile(
    r"\bhow many\b|\bwhat (?:kinds?|types?|sorts?|all)\b|\bin what ways\b|\bboth\b"
    r"|^\W*(?:what|which)\s+(?:[\w'’-]+\s+){0,3}?(?!(?:is|was|has|does|this|always|us|his|its|news)\b)[\w-]*[^\Ws]s"
    r"\s+(?:has|have|do|does|did|are|were|is)\b",
    re.IGNORECASE,
)
_LOOKS_BACK = re.compile(
    r"\b(?:did|have(?! (?:an?|the|to|some|any|no|only|just|two|three|\d+|my|this|these|lots?|enough|trouble)\b)|had|were|been"
    r"|was(?! (?:wondering|hoping|thinking (?:of|about))\b)|passed|mentioned|so far|over time|I['’]ve"
    r"|our (?:\w+ )?(?:conversation|chat|session|discussion|talk)s?"
    r"|habe|hast|haben|hatten?|warst|waren|wurden?|bisher|unser\w* (?:gespräch\w*|unterhaltung\w*)"
    r"|j['’]ai|ai-je|as-tu|avez-vous|avons-nous|avai[st]|étai(?:s|t|ent)|été|jusqu['’]ici|notre conversation"
    r"|(?:he|has|ha|hemos) \w+[dt]o|había|fue|dije|dijiste|nuestra conversación"
    r"|был[аио]?|\w{2,}(?:ал|ил|ел)[аио]?|наш\w* (?:разговор|бесед)\w*)\b",
    re.IGNORECASE,
)


def subject(question: str) -> str:
    """Return the question without such parts, to search for; unchanged if it is long or too little would remain."""
    if len(question) > _LONGEST:
        return question
    short = _IN_THIS_CONVERSATION.sub("", _HOW_TO_ANSWER.sub("", question))
    account = _ACCOUNT_OF.match(short)
    if account:
        short = short[account.end() :]
    return short if len(short.strip()) >= _FEWEST else question


def asks_for_answers(question: str) -> bool:
    """Return whether the assistant's messages are asked for as much as the user's: "What did you recommend?", a summary."""
    return _says(question, _ASKS_WHAT_WE_SAID) or _says(question, _ASKS_FOR_SUMMARY)


def asks_for_several(question: str) -> bool:
    """Return whether the question asks for things told in several places: "Which books has she read?" English only."""
    return _says(question, _ASKS_FOR_SEVERAL)


def looks_back(question: str) -> bool:
    """Return whether the question asks for what was said or done, rather than how things are or should be done."""
    return bool(_LOOKS_BACK.search(question))


def _says(question: str, expression: re.Pattern[str]) -> bool:
    return len(question) <= _LONGEST and bool(expression.search(question))
