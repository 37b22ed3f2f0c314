"""Recognise questions for the user's own name, and sentences in which users introduce themselves ("I'm Noor")."""

from __future__ import annotations

import re
from typing import Literal

from chat.dialogue.telling import without_greeting
from chat.text import CAPITAL, QUESTION_MARKS, sentences
from chat.text.calendar_names import MONTHS, WEEKDAYS

_ASKS = re.compile(
    r"(?:(?:please )?(?:do|can|could|would) you (?:still )?(?:know|remember|recall|tell me|remind me(?: of)?) "
    r"|(?:please )?(?:tell|remind) me"
    r"(?: of)? )?(?:(?:what(?:['’]s| is| was) |what )?my (?:own |first |last |full )?name(?:(?<!what is my name) is| was)?"
    r"|who am i|who i am|what am i called|what (?:i am|i['’]m) called|how am i called)"
    r"|(?:weißt du (?:noch )?|sag mir )?(?:wie (?:heiße|heiss?e|heiß) ich|wie ich heiße|wer bin ich|wer ich bin|(?:wie"
    r"|was) ist mein name"
    r"|meinen namen)"
    r"|(?:(?:te souviens-tu|tu te souviens|sais-tu|tu sais|dis-moi) (?:de )?)?(?:comment (?:est-ce que )?je m['’]appelle"
    r"|comment m['’]appelé-je|quel est mon (?:pré)?nom|mon (?:pré)?nom|qui (?:suis-je|je suis))"
    r"|(?:(?:sabes|recuerdas|dime) )?(?:cómo me llamo|cuál es mi nombre|mi nombre|quién soy(?: yo)?)",
    re.IGNORECASE,
)
_ABOUT_ONESELF = re.compile(
    r"(?:please )?(?:tell me |list )?(?:what|everything|all)(?: (?:do|have|that|else|all|things?))*(?: you)?"
    r" (?:know|remember|learn(?:ed|t)|noted|remembered)(?: (?:so far|by now))? (?:about|of) me(?: so far| by now)?"
    r"|what (?:do you remember|have you (?:noted|remembered)|(?:have i|did i) (?:told|tell|said|say)(?: to)? you)"
    r"(?: (?:about (?:me|myself)|so far|until now))*"
    r"|was (?:weißt|wissen) (?:du|sie)(?: (?:alles|schon|so|noch|bisher))* (?:über mich|von mir)"
    r"|was (?:hast|haben) (?:du|sie) (?:dir|sich)(?: (?:alles|schon|bisher))*(?: (?:über mich|von mir))? (?:gemerkt|notiert)"
    r"|was habe ich (?:dir|ihnen)(?: (?:alles|schon|bisher))*(?: über mich)?(?: (?:alles|schon|bisher))* (?:erzählt|gesagt)"
    r"|(?:que sais-tu|qu['’]est-ce que tu sais|que savez-vous) (?:de|sur) moi|que t['’]ai-je dit"
    r"|(?:qué (?:sabes|recuerdas) (?:de|sobre) mí|qué te he (?:dicho|contado))",
    re.IGNORECASE,
)
"""Matches questions for everything that was told, and nothing else."""
_BESIDE = re.compile(r"[\s,]+(?:again|please|noch(?: ?mal)?|bitte|s['’]il (?:te|vous) plaît|por favor)$", re.IGNORECASE)
_NAME = rf"(?P<name>{CAPITAL}[^\W\d_A-ZÄÖÜ]+)(?:[ -]{CAPITAL}[\w'’-]+){{0,2}}"
_CALLED = re.compile(
    r"\b(?i:my (?:full |first )?name(?:['’]s| is)|i(?:['’]m| am) called|ich heiße|mein name ist|je m['’]appelle"
    r"|mon (?:pré)?nom est"
    rf"|me llamo|mi nombre es)\s+{_NAME}|^(?i:(?:please |just |you can )*call me|nenn mich|appelle-moi"
    rf"|llámame)\s+{_NAME.replace('?P<name>', '')}"
    r"|^(?i:my name(?:['’]s| is)\s+(?!(?:not|on|in|the|an?|spelled|spelt|wrong|missing)\b)[^\W\d_]+[\s.!]*$)"
)
_FOLLOWS = r"(?=[\s.,!]*$|,|!|\s(?i:and|from|here|by the way|et|de|y|und|aus|von)\b)"
_IS = re.compile(rf"(?i:i['’]m|i am|je suis|(?:yo )?soy)\s+{_NAME}{_FOLLOWS}")
_SPEAKING = re.compile(
    rf"(?i:this is|it['’]s|hier ist|hier spricht|ici|c['’]est)\s+{_NAME}(?=\s(?i:here|from|speaking|again"
    rf"|aus|von|de|et|and i)\b)"
)
_GREETED = re.compile(rf"(?i:this is|it['’]s|ich bin|hier ist|c['’]est)\s+{_NAME}{_FOLLOWS}")
"""Counts only after a greeting: "Ich bin Lehrer" does not give a name, nor does "this is Lisbon"."""
_OF_A_PEOPLE = re.compile(
    r".*(?:ish|ese|[aeo]nian|[dhlrstw]ian(?<!brian)|ican|rean|pean|ccan|lean|raeli|stani|raqi)$"
    r"|german|french|dutch|greek|swiss|thai|czech|turk|catalan|cuban|iranian|indian|italian|brazilian|muslim|jewish|catholic"
    r"|hindu"
    r"|protestant|christian|buddhist|vegan|vegetarian|sorry|fine|happy|ok|okay|français|française|allemande?|español|española"
    r"|alemán"
    r"|alemana|not|in|at|on|the|so|very|here|back",
    re.IGNORECASE,
)
_DAYS = frozenset((*WEEKDAYS, *MONTHS)) - {"april", "may", "june", "august"}
"""Weekdays and months, except those that are also first names."""
_LONGEST = 1_000
"""Most characters of a message in which users introduce themselves."""


def asks_for_name(question: str) -> bool:
    """Return whether the question asks for the user's own name or identity, and nothing else."""
    return bool(_ASKS.fullmatch(_bare(question)))


def asks_about_oneself(question: str) -> bool:
    """Return whether the question asks for everything the user told, and nothing else: "What do you know about me?"."""
    return bool(_ABOUT_ONESELF.fullmatch(_bare(question)))


def _bare(question: str) -> str:
    return _BESIDE.sub("", without_greeting(question.strip().lstrip("¿¡")).rstrip(" ?!.¿"))


def introduces(text: str) -> Literal[0, 1, 2]:
    """Return how clearly a message gives its writer's name: 2 for "my name is Noor", 1 for "I'm Noor", 0 if it does not."""
    if len(text) > _LONGEST:
        return 0
    weakly = False
    for span in sentences(text):
        said = text[span.start : span.end].strip()
        bare = without_greeting(said)
        if said.endswith(QUESTION_MARKS):
            continue
        if _CALLED.search(bare):
            return 2
        greeted = bare != said or (span.start > 0 and not without_greeting(text[: span.start].strip() + " ").strip())
        found = _IS.match(bare) or _SPEAKING.match(bare) or (_GREETED.match(bare) if greeted else None)
        weakly = weakly or (found is not None and _is_name(found["name"]))
    return 1 if weakly else 0


def _is_name(word: str) -> bool:
    return word.casefold() not in _DAYS and not _OF_A_PEOPLE.fullmatch(word)
