"""Statements about things that have one value at a time: "my favourite colour is blue", "yoga is on Monday".

They are recognised by the form of the sentence and the kind of the value alone. "My sister is Ann" and "my brother's hobby is
chess" do not count, as there may be several.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from chat.dialogue.change_words import ALSO, CHANGED, INSTEAD, INSTEAD_OF, MOVED, NOW, OTHER, STILL
from chat.dialogue.telling import without_lead
from chat.retrieval.statements.people import CLIENTS_AND_OTHERS, RELATIVES_AND_FRIENDS
from chat.retrieval.statements.standing_facts import roots, roots_of
from chat.text import CAPITAL, terms
from chat.text.calendar_names import WEEKDAYS, one_of
from chat.text.negation import NOT_THIS
from chat.text.possessives import OURS

_LONGEST = 120
"""Most characters of a sentence."""
_MOST_SPACES = 20
_LONGEST_COUNT = 50
_MOST_WORDS = 5
"""Most words of a value."""
_CHANGED_TO = re.compile(
    r"\b(?:(?:has|was|is|have|been|got|just|will|be|now|being)\s+)*"
    rf"(?:moved|reset|shifted|{MOVED}|{CHANGED}"
    r"|mov(?:es|ing)|shift(?:s|ing)|switches)\s+(?:from\s+[^,;]{1,30}?\s+)?(?:to|until|till)\b"
    rf"|\b(?:hat sich|wurde|wird|ist)\s+(?:vom\s+\w+\s+)?auf\b(?=.*\b(?:{MOVED}|{CHANGED})\b)|\bverschiebt sich auf\b"
    rf"|\b(?:(?:est|a été|sera|vient d['’]être)\s+)+(?:(?:{NOW})\s+)?(?:{MOVED}|{CHANGED})\s+(?:à|au)\b|\bpasse\s+(?:à|au)\b"
    rf"|\b(?:se (?:ha|han)|ha sido|fue|está|queda)\s+(?:pasad[oa]|{MOVED}|{CHANGED})\s+(?:al|para el)\b"
    r"|\bse (?:movió|cambió|aplazó|pasó|trasladó|mueve|cambia|aplaza|traslada)\s+(?:al|para el)\b"
    r"|\bpasa\s+al\b",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    rf",?\s*\b(?:(?:{NOW})(?: doch)?|{INSTEAD}|actually|correction|update|sorry|eigentlich|korrektur|geändert|verschoben|verlegt"
    r"|en fait|en realidad)\b,?",
    re.IGNORECASE,
)
_ROOTS = roots(
    "is will be ist lautet est es takes findet lieu tiene moved reset shifted moving shifting switches"
    " hat wurde wird verschiebt sera passe se pasado queda"
) | roots_of(f"{MOVED}|{CHANGED}")
_STILL = re.compile(rf"\b(?:{STILL}|{ALSO})\b", re.IGNORECASE)
"""Matches words by which a sentence does not change a value, or adds one to the first."""
_NOT = re.compile(rf",?\s+(?:and\s+)?(?:{NOT_THIS}|{INSTEAD_OF})\s[^,;]*$", re.IGNORECASE)
"""Matches the end of "is green, not blue"."""
_FORM = re.compile(
    rf"(?:(?P<own>{OURS})\s+|(?:the|der|die|das|le|la|el)\s+|l['’])?"
    r"(?P<what>[\w’'-]+(?:\s+[\w’'-]+){0,5}?)\s+"
    r"(?:is|will\s+be|ist|lautet|est|es|takes\s+place|findet(?=.*\sstatt\b)|a\s+lieu|tiene\s+lugar)\s+"
    r"(?P<value>(?:[^,;:!?]|:(?=\d)){1,60}?)(?:\s+statt)?[\s.!]*",
    re.IGNORECASE,
)
_OTHER = re.compile(rf"\b(?:{OTHER}|old|former|previous|alte[nrsm]?|ehemalige[nrsm]?|ancien(?:ne)?|antigu[oa])\b", re.IGNORECASE)
"""Matches another thing of the same kind, or a former one."""
_NEW = re.compile(r"\b(?:new|neue[nrsm]?|nouve(?:au|l|lle)|nuev[oa])\s+", re.IGNORECASE)
_FAVOURITE = re.compile(r"\b(?:favou?rite|lieblings[\w-]+|favori(?:te)?|préférée?|favorit[oa]|preferid[oa])\b", re.IGNORECASE)
_CODED = re.compile(
    r"(?:password|passcode|passphrase|pin|code|combination|username|login|e-?mail|address|number|plate|extension|iban"
    r"|kennwort|pin|[\w-]*(?:passwort|code|nummer|adresse)|mot de passe|numéro|adresse|contraseña|clave|código|número|dirección)"
    r"(?:\s+(?:of|for|von|vom|für|du|de|des|del|de la)\s+.+)?$",
    re.IGNORECASE,
)
"""Matches names of things whose value is a code; the deciding word is the last one, or the one before an "of"."""
_COLOUR = re.compile(
    r"(?:(?:dark|light|bright|deep|pale|navy|sky|forest|olive|hell|dunkel|le|el)[\s-]?)*(?:red|blue|green|yellow|orange|purple"
    r"|violet|pink|brown|black|white|gr[ae]y|beige|turquoise|teal|silver|gold|cream|maroon|rot|blau|grün|gelb|lila|violett|rosa"
    r"|braun|schwarz|weiß|grau|türkis|rouge|bleue?|verte?|jaune|noire?|blanc(?:he)?|grise?|rojo|roja|azul|verde|amarill[oa]"
    r"|negr[oa]|blanc[oa]|gris)",
    re.IGNORECASE,
)
_DAY = re.compile(
    rf"(?:(?:on|every|each|am|jeden|immer|le|el|los|chaque|cada)\s+)*(?P<day>{one_of(WEEKDAYS)})s?"
    r"(?:\s+(?:(?:at|um|à|a las)\s+)?(?P<time>\d{1,2}(?:[:.h]\d\d)?(?:\s?(?:[ap]\.?m\.?|uhr|h))?))?",
    re.IGNORECASE,
)
_DAYS_OF = (
    ("english", re.compile(r"\w+day")),
    ("german", re.compile(r"\w+tag|mittwoch|sonnabend")),
    ("french", re.compile(r"\w+di|dimanche")),
    ("spanish", re.compile(r"lunes|martes|mi[ée]rcoles|jueves|viernes|s[áa]bado|domingo")),
)
_SEVERAL = re.compile(r"\b(?:and|or|but|because|if|when|not|und|oder|aber|weil|nicht|et|ou|mais|pas|y|o|pero)\b", re.IGNORECASE)
_HOW = """
    wrong right correct incorrect different known unknown secret invalid valid expired safe weak strong long short empty missing
    here there down broken lost ready easy hard important private public online listed disconnected falsch richtig geheim ungültig
    abgelaufen bekannt sicher lang kurz weg wichtig faux juste connu incorrecto correcto
"""
_SAYS_HOW = frozenset(_HOW.split())
"""Words that describe a password or a number but are not its value."""

_ROLE = re.compile(
    r"(?:boss|manager|supervisor|landlord|landlady|team lead(?:er)?|ceo|cto|head (?:teacher|of \w+)|class teacher|gp|therapist"
    r"|contact(?: person)?|chef(?:in)?|vorgesetzte[rn]?|vermieter(?:in)?|hausarzt|hausärztin|klassenlehrer(?:in)?"
    r"|ansprechpartner(?:in)?|patronne?|propriétaire|jefe|jefa|casero|casera)",
    re.IGNORECASE,
)
"""Roles of which people have one person each."""
_OF_SEVERAL = re.compile(rf"(?:\w+[ -])*(?:{RELATIVES_AND_FRIENDS}|{CLIENTS_AND_OTHERS})", re.IGNORECASE)
"""People of whom one may have several."""
_CALLED = re.compile(rf"(?:(?:Mr|Mrs|Ms|Dr|Herr|Frau|Prof)\.?\s)?{CAPITAL}[\w’'-]+(?:\s{CAPITAL}[\w’'-]+)*")

_IS_OURS = re.compile(
    rf"(?P<value>{_CALLED.pattern})\s(?:is|will be|ist|wird|est|sera|es|será)"
    rf"\s(?P<own>(?i:{OURS}))\s(?P<what>[\w’'-]+(?:\s[\w’'-]+){{0,2}})[\s.!]*"
)
"""The other way round: "Lena Brandt is our photographer"."""

_OF_US = re.compile(
    r"(?:(?:there|we)(?:['’](?:re|ll be)|\s(?:are|will be))\s(?P<count>\d+)"
    r"(?P<told>(?:\s(?:of us|people))?(?: in total| [io]n (?:the|our) team)?)"
    r"|wir (?:sind|werden) (?P<zahl>\d+)(?P<gesagt>(?: (?:leute|personen))?(?: im team)?))[\s.!]*",
    re.IGNORECASE,
)
"""Matches how many the speaker and the others are; without a word for people only if it is new, as it may be an age."""

Kind = Literal["favourite", "code", "colour", "day", "home", "place", "doer", "role", "count"]


@dataclass(frozen=True, slots=True)
class OneValue:
    """A sentence that gives something a value of a kind of which it has only one at a time."""

    subject: frozenset[str]
    """Terms of the thing that has the value."""
    kind: Kind
    value: tuple[str, str]
    """In lower case. For a day, its name and hour; for a doer, the new and the former one; the second part may be empty."""
    one: bool
    """Two such sentences cannot both be true, even if the later one does not mention a change."""
    changed: bool
    """The sentence says that the value was different before."""


def without_change(sentence: str) -> str:
    """Return the sentence without "now", "instead" and the like."""
    return " ".join(_CHANGED.sub(" ", sentence).split())


def named_plainly(sentence: str) -> str:
    """Return the sentence with phrases such as "was moved to" replaced by "is"."""
    return _CHANGED_TO.sub("is", sentence)


def says_so(sentence: str) -> bool:
    """Return whether a word of the sentence says that something was different before."""
    return bool(_CHANGED.search(sentence))


def valued(sentence: str, language: str) -> OneValue | None:
    """Return what a sentence gives a value; `None` for most. `language` is that of `chat.text.languages.language_of`."""
    if (counted := _counted(sentence)) is not None:
        return counted
    if len(sentence) > _LONGEST or sentence.count(" ") > _MOST_SPACES or _ROOTS.isdisjoint(roots(sentence)):
        return None
    if _STILL.search(sentence):
        return None
    said = _NOT.sub("", without_lead(sentence).strip())
    became = named_plainly(said)
    bare = without_change(became)
    form = _IS_OURS.fullmatch(bare) or _FORM.fullmatch(bare)
    if form is None or _OTHER.search(form["what"]):
        return None
    what = form["what"]
    found = _of(what, form["value"].strip(" “”\"'*`"), bool(form["own"]))
    if found is None:
        return None
    kind, value = found
    renewed = _NEW.sub("", what) if kind in ("favourite", "code", "role") else what
    subject = frozenset(terms(renewed, _language_of_day(value[0], language) if kind == "day" else language))
    if not subject:
        return None
    changed = renewed != what or became != said or says_so(sentence)
    one = kind in ("favourite", "code") and (bool(form["own"]) or len(subject) > 1)
    return OneValue(subject, kind, value, one, changed)


def takes_the_place(later: OneValue, earlier: OneValue) -> bool:
    """Return whether the later statement replaces the earlier one.

    It gives the same thing another value of the same kind, and either mentions a change or leaves no room for both.
    """
    if later.subject != earlier.subject or later.kind != earlier.kind:
        return False
    (value, hour), (before, former) = later.value, earlier.value
    if later.kind == "doer":
        return later.changed and value != before and hour in ("", before)
    differs = value != before or bool(hour and former and hour != former)
    return differs and (later.changed or (later.one and earlier.one))


def _of(what: str, value: str, own: bool) -> tuple[Kind, tuple[str, str]] | None:
    """Return the kind and the value given to a thing, somebody's `own` or not; `None` if it is not of a known kind."""
    plain = value.casefold()
    if len(plain.split()) > _MOST_WORDS or _SEVERAL.search(plain):
        return None
    if day := _DAY.fullmatch(plain):
        return "day", (day["day"], day["time"] or "")
    if _FAVOURITE.search(what):
        return "favourite", (plain, "")
    if _COLOUR.fullmatch(plain):
        return "colour", (plain, "")
    if _CODED.search(what) and _is_code(plain):
        return "code", (plain, "")
    role = _NEW.sub("", what)
    if _CALLED.fullmatch(value) and (_ROLE.fullmatch(role) or (own and not _OF_SEVERAL.fullmatch(role))):
        return "role", (plain, "")
    return None


def _counted(sentence: str) -> OneValue | None:
    """Return how many a sentence says that the speaker and the others are."""
    if len(sentence) > _LONGEST_COUNT or not any(map(str.isdigit, sentence)) or _STILL.search(sentence):
        return None
    found, changed = _OF_US.fullmatch(without_change(sentence)), says_so(sentence)
    if found is None or not (changed or found["told"] or found["gesagt"]):
        return None
    return OneValue(frozenset(("us",)), "count", (found["count"] or found["zahl"], ""), one=False, changed=changed)


def _language_of_day(day: str, otherwise: str) -> str:
    """Return the language of the weekday's name, which is a better clue than the few words of the sentence."""
    return next((language for language, form in _DAYS_OF if form.fullmatch(day)), otherwise)


def _is_code(value: str) -> bool:
    return any(map(str.isdigit, value)) or "@" in value or (" " not in value and value not in _SAYS_HOW)
