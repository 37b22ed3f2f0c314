"""The forms of questions about an attribute of somebody or something: "Where does my sister work?", "Wie alt ist Jana?"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

_LONGEST, _MOST_CHARACTERS = 12, 150
"""Most words and characters of such a question; a longer one asks for more."""
_WHO = r"(?P<of>[^?,;]+?)"
_WHOSE = rf"{_WHO}(?:['’]s|(?<=s)['’]|(?:(?<=my)|(?<=our))(?: own)?)"
_IS = r"(?:['’]s|\s(?:is|are|am|was|were))"
_NOW = r"(?:\s(?:now|currently|today|these days|at the moment|jetzt|heute|derzeit|zurzeit|gerade|momentan))?"
_SOMEBODY = r"(?P<of>(?:my|our|meine?|unsere?)\s\w+|(?-i:[A-ZÄÖÜ])[\w-]+(?:['’]s?\s\w+)?)"
_BEFORE = r"(?:\s(?:before(?: that)?|previously|originally|first|früher|vorher|zuvor|damals))?"
_STATE = (
    r"(?P<what>(?!\w+ing\b|(?:at|in|with|to|on|from|there|here|away|back|bei|im|mit|zu|auf|da|hier|dabei|weg)\b)\w+)"
    r"(?: (?:now|already))?"
)
_SORT = r"(?:kind|type|sort|breed|make|model|brand)s? of (?:an? )?"
_ASKS: Mapping[str, tuple[str, ...]] = {
    "home": (
        rf"where (?:do|does|did|will) {_WHO} (?:currently )?(?:live|reside){_NOW}",
        rf"where{_IS} {_WHO} (?:living|based){_NOW}",
        rf"what{_IS} {_WHOSE}(?: \w+)? address{_NOW}",
        rf"wo (?:wohn|leb)(?:t|e|en|ten?) {_WHO}{_NOW}",
        rf"wo ha(?:t|be|ben) {_WHO} (?:\w+ )?(?:gewohnt|gelebt)",
        rf"où (?:habite|habitent|vit|vivent) {_WHO}",
        rf"dónde (?:vive|viven) {_WHO}",
    ),
    "work": (
        rf"where (?:do|does|did|will) {_WHO} work{_NOW}",
        rf"where{_IS} {_WHO} working{_NOW}",
        rf"what (?:do|does|did) {_WHO} do(?: for (?:a living|work)| professionally){_NOW}",
        rf"what{_IS} {_WHOSE} (?:job|profession|occupation|role|position){_NOW}",
        rf"(?:who|which company|what company) (?:do|does|did|will) {_WHO} work for{_NOW}",
        rf"(?:wo|als was) arbeite(?:t|n|te)? {_WHO}{_NOW}",
        rf"was mach(?:t|en|e) {_WHO} beruflich",
        rf"was (?:ist|sind) {_WHO} von beruf",
        rf"où (?:travaille|travaillent) {_WHO}",
        rf"dónde (?:trabaja|trabajan) {_WHO}",
    ),
    "born": (
        rf"where{_IS} {_WHO} born",
        rf"wo (?:wurden?|ist|sind|bin|war) {_WHO} geboren",
        rf"où (?:est|sont) née?s? {_WHO}",
        rf"dónde (?:nació|nacieron) {_WHO}",
    ),
    "birthday": (
        rf"(?:when|what day|what date){_IS} {_WHOSE} birthday",
        rf"when{_IS} {_WHO} born",
        rf"what{_IS} {_WHOSE} (?:birthday|date of birth|birth ?date)",
        rf"wann ha(?:t|be|ben) {_WHO} geburtstag",
        rf"wann (?:wurden?|ist|sind|bin) {_WHO} geboren",
        rf"wann ist der geburtstag (?:von|meine[rs]|unsere[rs]) {_WHO}",
        rf"quand est l['’]anniversaire (?:de |d['’]){_WHO}",
        rf"cuándo es el cumpleaños de {_WHO}",
    ),
    "age": (
        rf"how old{_IS} {_WHO}{_NOW}",
        rf"what{_IS} {_WHOSE} age",
        rf"wie alt (?:ist|sind|bin|wird|war) {_WHO}{_NOW}",
        rf"quel âge (?:a|ont) {_WHO}",
        rf"cuántos años tienen? {_WHO}",
    ),
    "study": (
        rf"(?:where|what) (?:do|does|did) {_WHO} (?:study|go to (?:college|university))",
        rf"(?:where|what){_IS} {_WHO} studying",
        rf"(?:wo|was) (?:studier(?:t|te|en|ten) {_WHO}|ha(?:t|ben) {_WHO.replace('of', 'of_more')} studiert)",
        rf"(?:où|qu['’]) ?étudie(?:nt)? {_WHO}",
        rf"(?:dónde|qué) (?:estudia|estudió) {_WHO}",
    ),
    "school": (rf"(?:which|what) (?:university|college|school) (?:do|does|did) {_WHO} (?:go to|attend|study at|graduate from)",),
    "phone": (
        rf"what{_IS} {_WHOSE} (?:(?:tele|mobile|cell|office|home|work|new)\s?)*(?:phone)?\s?number",
        rf"what{_IS} the (?:(?:tele|mobile|cell)\s?)?(?:phone )?number (?:of|for) {_WHO}",
        rf"welche (?:telefon|handy|mobil)?nummer ha(?:t|ben) {_WHO}",
        rf"(?:wie (?:ist|lautet)|was ist) die (?:telefon|handy|mobil)nummer (?:von|meine[rs]|unsere[rs]|des|der|vom) {_WHO}",
        rf"quel est le numéro (?:de téléphone )?(?:de |d['’]|du ){_WHO}",
        rf"cuál es el (?:número(?: de teléfono)?|teléfono) de {_WHO}",
    ),
    "e-mail": (
        rf"what{_IS} {_WHOSE} e-?mail(?: address)?",
        rf"wie (?:ist|lautet) die e-?mail-?adresse (?:von|des|der|vom) {_WHO}",
    ),
    "surname": (rf"what{_IS} {_WHOSE} (?:last|family|sur) ?name",),
    "name": (
        rf"what{_IS} {_WHOSE} (?:first |full )?name",
        rf"what{_IS} the (?:first |full )?name of {_WHO}",
        rf"what{_IS} {_WHO} (?:called|named)",
        rf"wie hei(?:ß|ss)(?:t|en) {_WHO}",
        rf"comment s['’]appellent? {_WHO}",
        rf"cómo se llaman? {_WHO}",
    ),
    "price": (
        rf"how much (?:did|does|do|will|would) {_WHO} (?:cost|charge)(?: (?:me|us))?",
        rf"how much (?:did|do|does|will) (?:i|we) (?:pay|spend)(?: (?:for|on)) {_WHO}",
        rf"how much (?:did|do|does|will) (?:i|we) (?:get|sell) (?:for )?{_WHO}(?: for)?",
        rf"how much (?:is|was|are|were) (?:(?:set aside|planned|budgeted|reserved|meant|allocated) for )?{_WHO}",
        rf"what (?:did|does|do) {_WHO} cost(?: (?:me|us))?",
        rf"what{_IS} the (?:price|cost) (?:of|for) {_WHO}",
        rf"was koste(?:t|n|te|ten) {_WHO}",
        rf"was ha(?:t|ben) {_WHO} gekostet",
        rf"wie ?viel (?:koste(?:t|n|te|ten) {_WHO}|ha(?:t|ben) {_WHO.replace('of', 'of_more')} gekostet)",
        rf"wie ?viel (?:ist|sind|war|waren) für {_WHO} (?:(?:ein)?geplant|vorgesehen|reserviert|veranschlagt)",
        rf"wie teuer (?:ist|sind|war|waren) {_WHO}",
        rf"combien (?:coûten?t?|a coûté|ont coûté) {_WHO}",
        rf"cuánto (?:cuestan?|costó|costaron) {_WHO}",
    ),
    "weight": (
        rf"how heavy{_IS} {_WHO}{_NOW}",
        rf"how much (?:do|does|did) {_WHO} weigh{_NOW}",
        rf"wie ?viel wieg(?:t|en|e) {_WHO}{_NOW}",
        rf"wie schwer (?:ist|sind|bin) {_WHO}{_NOW}",
    ),
    "height": (rf"how tall{_IS} {_WHO}", rf"wie groß (?:ist|bin|sind) {_WHO}"),
    "favourite": (
        rf"what{_IS} {_WHOSE} favou?rite (?P<what>\w+)",
        r"was ist (?P<of>\w+?)e? lieblings(?P<what>\w+)",
    ),
    "who": (
        rf"who{_IS} (?P<of>(?:my|our|the)\s[^?,;]+?|[^?,;]+?(?:['’]s|(?<=s)['’])\s[^?,;]+?)",
        r"wer (?:ist|war) (?P<of>(?:mein|unser|der|die)\w*\s[^?,;]+?)",
    ),
    "when": (
        rf"(?:when|what time|what day|what date){_IS} (?P<of>(?:my|our|the|[^\s?,;]+(?:['’]s|(?<=s)['’]))\s[^?,;]+?)",
        r"wann (?:ist|sind|war) (?P<of>(?:mein|unser|der|die|das)\w*\s[^?,;]+?)",
    ),
    "happened": (
        rf"(?:when|what time|what day) (?:did|do|does|will) {_SOMEBODY} (?P<what>\w[^?,;]*)",
        rf"wann (?P<what>(?!ist\b|sind\b|war\b|hat\b)\w+) {_SOMEBODY}(?: (?P<verb>[^?,;]+))?",
        rf"wann (?:ist|sind|hat|haben) {_SOMEBODY} (?P<what>[^?,;]+)",
    ),
    "pay": (
        rf"what (?:do|does|did|will) {_WHO} (?:earn|get paid){_NOW}(?: (?:a|per) (?:month|year|hour|week))?",
        rf"how much (?:is|are|was) {_WHO} (?:(?:getting|being) )?(?:paid|earning|making){_NOW}(?: for (?:it|this|that))?",
        rf"how much (?:do|does|did|will) {_WHO} (?:earn|make){_NOW}(?: (?:a|per) (?:month|year|hour|week))?",
        rf"what{_IS} {_WHOSE} (?:salary|wage|income)",
        rf"wie ?viel verdien(?:t|e|en|te) {_WHO}",
    ),
    "colour": (
        rf"what colou?r{_IS} {_WHO}",
        rf"welche farbe ha(?:t|ben|be) {_WHO}",
    ),
    "allergy": (
        rf"what{_IS} {_WHO} (?:allergic|intolerant) to",
        rf"what (?:can['’]?t|cannot|can not|doesn['’]?t|don['’]?t|won['’]?t) {_WHO} (?:eat|have|tolerate|drink|take)",
        rf"(?:wogegen|gegen was|worauf|auf was) (?:ist|sind|bin|reagiert) {_WHO} allergisch",
        rf"was (?:verträgt|vertrage|vertragen|darf|isst|essen) {_WHO} nicht(?: essen)?",
    ),
    "married": (
        rf"when (?:did|will|does|do) {_WHO} (?:get married|marry)",
        rf"when{_IS} {_WHO} getting married",
        rf"wann heirate(?:t|n|te|ten)? {_WHO}",
        rf"wann ha(?:t|be|ben) {_WHO} geheiratet",
    ),
    "become": (
        rf"(?:how long|since when) (?:has|have) {_WHO} been {_STATE}",
        rf"since when (?:am|is|are) {_WHO} {_STATE}",
        rf"(?:wie lange|seit wann) (?:bin|ist|sind) {_WHO} (?:schon |eigentlich )*{_STATE}",
    ),
    "since": (
        rf"(?:how long|since when) (?:has|have) {_WHO} (?:been|lived|worked|had|known|played|studied) [^?]*",
        rf"(?:wie lange|seit wann) (?:ist|sind|hat|haben|arbeitet|wohnt|lebt) {_WHO} (?:schon )?[^?]*",
    ),
    "has": (
        rf"how many (?P<what>\w+) (?:do|does|did) {_WHO} have",
        rf"(?:do|does|did) {_WHO} have (?:an?|any|some) (?P<what>\w+)",
        rf"wie ?viele (?P<what>\w+) ha(?:t|ben) {_WHO}",
        rf"hat {_WHO} (?:eine?n?|irgendeine?n?) (?P<what>\w+)",
    ),
    "does": (
        rf"(?:which|what) (?:{_SORT})?(?P<what>\w+) (?:do|does|did) {_WHO} (?P<verb>(?!before)\w+)"
        rf"(?: (?:in|at|for|on|with|to|from))?{_NOW}{_BEFORE}",
        rf"(?:which|what) (?:{_SORT})?(?P<what>\w+){_IS} {_WHO} (?P<verb>on|\w+ing){_NOW}",
        rf"(?:welche[smnr]?|was für (?:eine?[nm]? )?) ?(?P<what>\w+) (?P<verb>\w+)"
        rf" (?P<of>[^\s?,;]+(?: [^\s?,;]+)?){_NOW}{_BEFORE}",
    ),
    "own": (rf"(?:what|when|where){_IS} (?P<of>[^?,;]+?)(?:['’]s|(?<=s)['’]) (?P<what>[\w ]+)",),
}
"""Patterns by kind of attribute; the first that matches counts."""
_FORMS = tuple(
    (kind, re.compile(rf"[¿\s]*(?:(?:and|so|und|also)\s)?(?:{form})[\s?!.]*", re.IGNORECASE))
    for kind, forms in _ASKS.items()
    for form in forms
)


@dataclass(frozen=True, slots=True)
class Form:
    """What a question asks of whom, in its own words."""

    kind: str
    of: str
    what: tuple[str, ...]
    """The thing, and the verb, for kinds that leave them open."""


def form(question: str) -> Form | None:
    """Return the form of a short question; `None` for most questions."""
    bare = question.strip()
    if len(bare) > _MOST_CHARACTERS or len(bare.split()) > _LONGEST:
        return None
    for kind, pattern in _FORMS:
        if match := pattern.fullmatch(bare):
            found = match.groupdict()
            what = tuple(found[name] for name in ("what", "verb") if found.get(name))
            return Form(kind, found["of"] or found.get("of_more") or "", what)
    return None
