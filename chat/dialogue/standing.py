"""Standing instructions: what somebody wants of every answer from now on, told from what they say about themselves."""

from __future__ import annotations

import re
from dataclasses import dataclass

from chat.text import QUESTION_MARKS, sentences

_LONGEST = 500
"""Characters of one instruction."""
_LONGEST_MESSAGE = 2_000
"""Characters; a longer one is a text, and what it demands it does not demand of us."""
_MARK = re.compile(
    r"\b(?:always|never|from (?:now|here|this)|going forward|henceforth|future|for (?:the rest|all|every|your|further|answers"
    r"|replies|responses)|in (?:all|any|every|each|the rest)|whenever|every time"
    r"|immer|niemals?|nie|künftig|zukunft|ab (?:jetzt|sofort)|von (?:jetzt|nun) an|in allen"
    r"|désormais|dorénavant|toujours|jamais|à (?:partir|l['’]avenir)|dans toutes"
    r"|en todas|a partir|en adelante|desde ahora|siempre|nunca|всегда|никогда|впредь|отныне|с этого момента)\b"
)
"""Most messages have none of these words, in small letters; this is all that they cost."""
_ASKED_FOR = (
    r"answer|reply|respond|write|speak|talk|use|give|show|say|state|call|address|include|add|end|start|begin|keep|be|list"
    r"|format"
    r"|cite|mention|tell|ask|avoid|explain|translate|round|convert|put|quote|refer|provide|return|present|summari[sz]e"
    r"|highlight"
    r"|confirm|report|maintain|tailor|structure|limit|follow|stick|prefer|spell|express|describe|point|check|remind|make"
    r"|do|don['’]t|do not|never|always|no longer|stop|omit|skip|leave|name|number|mark|compare|specify|consider"
)
_OF_ANSWERS = (
    r"(?:all|every|each|any|future|further) (?:of )?(?:your |the |future |further )*(?:answers?|repl(?:y|ies)|responses?)"
)
_FROM_NOW_ON = (
    r"(?:from (?:now|here|this (?:point|moment)) on(?:wards?)?|from now|going forward|henceforth|in (?:the )?future"
    r"|for the rest of (?:this|the|our) (?:chat|conversation|thread)|for (?:all |every )?(?:your )?(?:future |further )?"
    r"(?:answers?|replies|responses?)|in (?:all|every|each) (?:of )?(?:your )?(?:future )?(?:answers?|repl(?:y|ies)|responses?)"
    r"|whenever (?:you|i)\b[^,]*|every time (?:you|i)\b[^,]*)"
)
_ASK = (
    r"(?:please |kindly |i(?:['’]d| would) like you to |i want you to |you (?:should|must|are to|will|can) |remember to "
    r"|make sure to )"
)
_ASK_DE = (
    r"(?:antwort\w*|schreib\w*|verwend\w*|benutz\w*|nutz\w*|gib\w*|geben|nenn\w*|sag\w*|sprich|sprechen|duz\w*|siez\w*|zeig\w*"
    r"|formulier\w*|fass\w*|zitier\w*|rechne\w*|vermeid\w*|halte\w*|füg\w*|mach\w*|übersetz\w*)"
)
_ASK_FR = (
    r"(?:répond\w*|écri\w*|utilis\w*|donn\w*|parl\w*|appel\w*|indiqu\w*|montr\w*|cit\w*|évit\w*|ajout\w*|tutoi\w*|vouvoi\w*"
    r"|résum\w*|convert\w*|tradui\w*|termin\w*|commenc\w*)"
)
_ASK_ES = (
    r"(?:resp[oó]nd\w*|cont[eé]st\w*|escr[ií]b\w*|us[ae]\w*|utili[cz]\w*|d[ae]me|da|dé|h[aá]bl\w*|llám\w*|indic\w*|indiqu\w*"
    r"|muestr\w*|cit\w*"
    r"|evit\w*|añad\w*|resum\w*|convier\w*|traduc\w*|tut[eé]\w*)"
)
_ASK_RU = (
    r"(?:отвеча\w*|ответ\w*|пиши\w*|писать|используй\w*|указыва\w*|говори\w*|называ\w*|давай\w*|показыва\w*|цитиру\w*|избега\w*"
    r"|обраща\w*|перевод\w*|добавля\w*|начина\w*|заканчива\w*)"
)
_DO_DE = r"(?:antworte|schreibe?|verwende|benutze|nutze|gib|nenne|sprich|formuliere|duze|sieze|zitiere|vermeide)"
_DO_FR = (
    r"(?:réponds|répondez|écris|écrivez|utilisez?|donnez?|parlez?|tutoie|vouvoie|tutoyez|vouvoyez|citez?|évitez?|résumez?"
    r"|appelez?)(?:-moi)?"
)
_DO_ES = (
    r"(?:responde|respondas|contesta|contestes|escribe|escribas|usa|uses|utiliza|utilices|habla|háblame|hables|dame|dime"
    r"|incluye"
    r"|evita)"
)
"""Imperatives alone: what they begin may be any sentence up to its end."""
_FORMS = {
    language: re.compile("|".join(forms), re.IGNORECASE)
    for language, forms in {
        "en": (
            rf"(?:ok(?:ay)?,? |so,? |and )?(?:{_ASK})?{_FROM_NOW_ON},? (?:{_ASK})*(?:only )?(?:{_ASKED_FOR})\b",
            rf"(?:ok(?:ay)?,? |so,? |and )?(?:{_ASK})*(?:always|never) (?:{_ASKED_FOR})\b",
            rf"(?:{_ASK})*(?:{_ASKED_FOR})\b.* (?:{_FROM_NOW_ON}|in {_OF_ANSWERS})[.!]*$",
            rf"(?:{_ASK})*(?:answer|reply|respond|write|speak) (?:to me )?always\b",
        ),
        "de": (
            r"(?:bitte )?(?:ab jetzt|ab sofort|von jetzt an|von nun an|künftig|in zukunft|immer|nie|niemals)\b,? .*?"
            rf"\b{_ASK_DE}\b",
            rf"(?:bitte )?{_ASK_DE} (?:mir |bitte |mich |alles )*(?:ab jetzt|ab sofort|von jetzt an|von nun an|künftig"
            rf"|in zukunft"
            r"|immer|nie|niemals)\b",
            rf"(?:bitte )?{_DO_DE}\b.* (?:ab jetzt|ab sofort|von jetzt an|von nun an|künftig|in zukunft"
            rf"|in allen (?:deinen )?antworten)[.!]*$",
        ),
        "fr": (
            r"(?:à partir de maintenant|désormais|dorénavant|à l['’]avenir|dans toutes (?:tes|vos) réponses)\b"
            rf",? .*?\b{_ASK_FR}\b",
            rf"(?:merci de |veuillez )?(?:n['’]|ne )?{_ASK_FR}(?:[ -]moi)? (?:toujours|jamais|désormais|dorénavant)\b",
            rf"(?:n['’]|ne )?{_DO_FR}\b.* (?:à partir de maintenant|désormais|dorénavant|à l['’]avenir|dans toutes (?:tes"
            rf"|vos) réponses)[.!]*$",
        ),
        "es": (
            r"(?:a partir de ahora|de ahora en adelante|en adelante|desde ahora|siempre|nunca)\b,? (?:por favor,? )?(?:me )?"
            rf"\b{_ASK_ES}\b",
            rf"(?:por favor,? )?{_ASK_ES} (?:siempre|a partir de ahora|de ahora en adelante)\b",
            rf"(?:por favor,? )?(?:no )?{_DO_ES}\b.* (?:siempre|nunca|a partir de ahora|de ahora en adelante"
            rf"|en todas tus respuestas)[.!]*$",
        ),
        "ru": (
            r"(?:с этого момента|отныне|впредь|теперь всегда|всегда|никогда(?: не)?)\b,? (?:пожалуйста,? )?" rf"{_ASK_RU}",
            rf"(?:пожалуйста,? )?{_ASK_RU} (?:мне )?(?:всегда|впредь|отныне|с этого момента)\b",
        ),
    }.items()
}
"""By the code of the language."""
_JOINED = re.compile(
    r",?\s+(?:and|but|und|aber|et|y|и)\s+(?=(?:(?:also|please|then)\s+)?(?P<word>what|who|whom|whose|which|where|when|why|how"
    r"|is|are|was"
    r"|were|do|does|did|can|could|has|have|tell|was|wer|wie|wo|wann|warum|welche\w*|ist|sind|kannst|hat|quel\w*|qui|où|quand"
    r"|comment"
    r"|combien|est-ce|qué|quién|dónde|cuándo|cómo|cuánto\w*|cuál\w*|что|кто|где|когда|как|сколько|use|answer|reply|write|give"
    r"|always"
    r"|antworte|verwende|schreib)\b)",
    re.IGNORECASE,
)
"""Between what is asked of every answer and a question, in one sentence."""
_SAYINGS = re.compile(r"never (?:mind|say never|give up|do that again)\b|always (?:be yourself|remember me)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Standing:
    """What a message asks for from now on."""

    instructions: tuple[str, ...]
    alone: bool
    """The message says nothing else."""
    question: str = ""
    """What is asked in the same sentence as an instruction."""


def standing(text: str) -> Standing:
    """The sentences of a message that ask for something of every answer; questions never do, but for an instruction that is
    joined to one: "Use bullet points in all your answers and how long is the warranty?"."""
    if len(text) > _LONGEST_MESSAGE or not _MARK.search(text.casefold()):
        return Standing((), alone=False)
    found, others, question = [], 0, ""
    for span in sentences(text):
        sentence = " ".join(text[span.start : span.end].split())
        if not sentence:
            continue
        if len(sentence) <= _LONGEST and not sentence.endswith(QUESTION_MARKS) and _asks(sentence):
            found.append(sentence)
            continue
        others += 1
        if len(sentence) <= _LONGEST and (parted := _parted(sentence)) is not None:
            found.append(parted[0])
            question = parted[1]
    return Standing(tuple(dict.fromkeys(found)), bool(found) and not others, question)


def language_of(instruction: str) -> str:
    """The code of the language in which a sentence asks for something of every answer; that of English where it asks in none."""
    return next((language for language, form in _FORMS.items() if form.match(instruction)), "en")


def _parted(sentence: str) -> tuple[str, str] | None:
    """The instruction in a question, and the question without it, whichever comes first."""
    if not sentence.endswith(QUESTION_MARKS):
        return None
    ends = " " + "".join(QUESTION_MARKS)
    for joint in _JOINED.finditer(sentence):
        before, behind = sentence[: joint.start()], sentence[joint.end() :]
        if _asks(before) and not _asks(behind):
            return before, behind
        if _asks(behind.rstrip(ends)) and not _asks(before):
            return behind.rstrip(ends), f"{before}?"
    return None


def _asks(sentence: str) -> bool:
    return any(form.match(sentence) for form in _FORMS.values()) and not _SAYINGS.match(sentence)
