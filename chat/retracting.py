"""Requests to take back what is asked of every answer ("stop answering in German"), or what was told ("forget the door code")."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from babel import Locale

from chat.text import terms

_LONGEST = 160
"""Characters; whoever says more says something."""
_PLEASE = r"(?:(?:ok(?:ay)?|please|now|bitte|s['’]il (?:te|vous) plaît|por favor|пожалуйста)\b,?\s+)*"
_DOING = (
    r"(?:answer|reply|respond|writ|speak|talk|us|giv|show|say|call|address|includ|add|end|start|begin|list|format|cit|mention"
    r"|translat|round|convert|put|quot|highlight|avoid|summari[sz]|bulleti[sz])ing"
)
_DO = (
    r"(?:answer|reply|respond|write|speak|talk|use|give|show|call|address|include|add|end|start|begin|list|format|cite|translate"
    r"|round|convert|put|quote|highlight|avoid|summari[sz]e)"
)
_STOPS = re.compile(
    rf"{_PLEASE}(?:you can\s+)?(?:stop|quit)\s+(?:always\s+)?{_DOING}\b.*"
    rf"|{_PLEASE}(?:take back|remove|forget|drop|undo|cancel|delete|lift)\s+(?:the|that|my|your)\s+(?:standing\s+)?"
    r"(?:instruction|rule)s?\b.+"
    rf"|{_PLEASE}hör(?:e|t|en sie)?\s+(?:bitte\s+)?(?:damit\s+)?auf\b.+|{_PLEASE}arrête[rz]?\s+de\s+.+"
    rf"|{_PLEASE}(?:deja|deje)\s+de\s+.+"
    rf"|{_PLEASE}перестань(?:те)?\s+.+",
    re.IGNORECASE,
)
_NO_LONGER = re.compile(
    rf"{_PLEASE}(?:do not|don['’]t|you (?:don['’]t|do not) (?:have|need) to)\s+{_DO}\b.+\b(?:any ?more|any longer)\W*"
    rf"|{_PLEASE}(?:no longer|you no longer (?:have|need) to)\s+{_DO}\b.+"
    rf"|{_PLEASE}(?:antworte|schreibe?|verwende|benutze|nutze|gib|nenne|sprich)\b.*\bnicht mehr\b.*|{_PLEASE}nicht mehr\s+.+"
    rf"|{_PLEASE}n(?:e\s+|['’])(?:réponds|répondez|écris|écrivez|utilise[sz]?|emploie)\b.*\bplus\b.*"
    rf"|{_PLEASE}(?:ya no|no)\s+(?:respondas|contestes|escribas|uses|utilices)\b.*"
    rf"|{_PLEASE}больше не\s+(?:отвеча\w+|пиши\w*|использу\w+)\b.*",
    re.IGNORECASE,
)
"""What may as well be something that is told: only what fits something noted takes it back."""
_FORGETS = re.compile(
    rf"{_PLEASE}(?:(?:can|could|would|will) you\s+|i(?:['’]d like| want) you to\s+)?(?:please\s+)?"
    r"(?:(?:forget|unremember)\s+(?:about\s+|that\s+)?"
    r"(?:(?:what|everything|all) (?:that\s+)?(?:i|we)(?:['’]ve| have)? (?:just\s+)?(?:said|told you|wrote)(?: to you)?"
    r"(?: about)?\s*"
    r"|(?:everything|all) about\s+)?(?P<en>.*?)"
    r"|(?:delete|erase|remove|clear|wipe)\s+(?P<en_>.+?)\s+from\s+(?:(?:your|the|my)\s+)?memory"
    r"|(?:delete|erase|remove)\s+(?:(?:everything |all )?(?:what\s+)?i (?:said|told you|wrote) about|my messages? about)\s+"
    r"(?P<en__>.+?))"
    r"(?:,?\s+please)?\s*[.!?]*"
    rf"|{_PLEASE}(?:vergiss|vergesst|vergessen sie),?\s+(?:bitte,?\s+)?(?:alles über\s+|dass\s+)?(?P<de>.+?)\s*[.!]*"
    rf"|{_PLEASE}oublie[zs]?\s+(?:que\s+)?(?P<fr>.+?)\s*[.!]*"
    rf"|{_PLEASE}(?:olvida|olvide|olvídate de|olvídese de)\s+(?:que\s+)?(?P<es>.+?)\s*[.!]*"
    rf"|{_PLEASE}забудь(?:те)?\s+(?:про\s+|об?\s+)?(?P<ru>.+?)\s*[.!]*",
    re.IGNORECASE,
)
_SENTENCES = re.compile(r"\n|[.!?;]\s+\S")
_MORE = re.compile(r"[,;:]|\b(?:and|then|but)\s+(?:you|i|we|tell|answer|give|write|show|what|how|try)\b", re.IGNORECASE)
"""Beside what is to be forgotten something else is said."""
_SAID_OF_ALL = """
    stop quit answer reply respond write speak talk use give show say call address include add end start begin list format cite
    mention put quote please always never from now on any more anymore longer every all future further answers replies responses
    instruction rule take back remove forget drop undo cancel delete lift standing about to you your me my the that
    in with have need can only
    bitte hör höre auf damit zu ab jetzt sofort von nun an künftig immer nie niemals nicht mehr antwort antworte
    antworten schreib schreibe schreiben verwend verwende benutze nutze gib nenne sprich mir mich im den die das
    arrête arrêter de en réponds répondez répondre écris écrire utilise utiliser toujours plus ne désormais partir
    maintenant dans toutes tes vos deja deje respond responder respondas contesta contestar escribir usar siempre ahora a no ya
    перестань больше не отвечать отвечай писать пиши всегда на с этого момента
"""
_GENERIC = frozenset(terms(_SAID_OF_ALL))
_PRONOUNS = "it that this everything all anything das es alles ça cela tout eso esto todo это всё все"
_ANYTHING = frozenset(_PRONOUNS.split())
_NAMED_IN = ("en", "de", "fr", "es", "ru", "it")
_LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl", "ru", "pl", "tr", "zh", "ja", "ko", "ar", "hi")


@dataclass(frozen=True, slots=True)
class Retraction:
    """What somebody wants to be asked of no answer any more, or to be forgotten."""

    kind: Literal["instruction", "memory"]
    about: str
    """Its words; empty where nothing tells what is to be forgotten ("forget it")."""
    plain: bool = True
    """It can hardly mean anything else."""


def retraction(text: str) -> Retraction | None:
    """What a message that says nothing else takes back; `None` for any other."""
    said = text.strip()
    if not said or len(said) > _LONGEST or _SENTENCES.search(said):
        return None
    if _STOPS.fullmatch(said):
        return Retraction("instruction", said)
    if _NO_LONGER.fullmatch(said):
        return Retraction("instruction", said, plain=False)
    match = _FORGETS.fullmatch(said)
    about = next((part for part in match.groups() if part), "") if match else ""
    if match is None or _MORE.search(about):
        return None
    return Retraction("memory", "" if about.casefold() in _ANYTHING else about)


def telling(instruction: str) -> frozenset[str]:
    """The terms that tell one instruction from others: its language or its form, without the words that all have."""
    named = _languages()
    return frozenset(named.get(term, term) for term in terms(instruction)) - _GENERIC


@cache
def _languages() -> Mapping[str, str]:
    """By a term for a language, its code: "German" and "Deutsch" are one."""
    names: dict[str, str] = {}
    for inside in _NAMED_IN:
        of = Locale(inside).languages
        names |= {term: f"={code}" for code in _LANGUAGES for term in terms(of[code])[:1]}
    return names
