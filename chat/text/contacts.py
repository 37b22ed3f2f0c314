"""Telephone numbers, e-mail addresses, web pages and postal addresses, in questions and in texts.

Questions ask for them by words ("phone number") that the texts giving them seldom use.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Kind = Literal["phone", "e-mail", "page", "address"]

_NOUNS: Mapping[Kind, str] = {
    "phone": (
        r"(?:(?:tele)?phone|mobile|cell|contact|hotline)(?: ?numbers?)?|number(?= (?:of|for) the \w*(?:hotline|helpline|desk"
        r"|office|shop|reception|doctor|clinic|practice|emergency)\b)"
        r"|(?:telefon|handy|mobil(?:funk)?|ruf|notruf|notfall|service|kontakt)?nummern?|telefon|hotline"
        r"|numéro(?: de (?:téléphone|portable))?|téléphone|(?:número(?: de)? )?tel[ée]fono|número(?: de (?:móvil|contacto))?"
        r"|(?:номер )?телефона?"
    ),
    "e-mail": (
        r"e-?mail(?: ?address(?:es)?)?|mail address|(?:e-?)?mail-?adressen?|e-?mail"
        r"|adresse (?:e-?mail|mail|électronique)|courriel|correo(?: electr[óo]nico)?|электронн\w+ (?:почта|почты|адрес)"
    ),
    "page": (
        r"web ?(?:site|page|address)|home ?page|url|internet ?(?:seite|adresse|auftritt)|web ?seite"
        r"|site(?: web| internet)?|(?:página |sitio )?web|сайта?"
    ),
    "address": (
        r"(?:postal |street |mailing |full )?address|(?:post)?(?:adresse|anschrift)|adresse postale|dirección(?: postal)?|адреса?"
    ),
}
"""Words for each kind in questions; more specific kinds come first."""
_OF_PAPERS = (
    r"(?:contrats?|factures?|commandes?|clients?|dossiers?|séries?|comptes?|polices?|devis|contratos?|facturas?|pedidos?|clientes?"
    r"|cuentas?|serie|vertrags?|rechnung|auftrags?|kunden|police|kontos?|bestellung)"
)
"""What has a number that is no telephone number."""
_LONGEST = 120
"""Most characters of a question; a longer one asks for more."""
_ASKS = (
    r"(?:(?:and |und )?what(?:['’]s|\s+is|\s+are|\s+was)|which\s+is|do\s+(?:you|they|we)\s+have|(?:is|are)\s+there|give\s+me"
    r"|(?:und )?(?:wie|was)\s+(?:lautet|lauten|ist|sind|heißt)|gibt\s+es|welche|haben\s+sie|habt\s+ihr"
    r"|quel(?:le)?s?\s+(?:est|sont)|y\s+a-t-il|avez-vous"
    r"|cuál(?:es)?\s+(?:es|son)|hay|tienen?|какой|какая|каков|есть\s+ли)"
)
_THE = (
    r"(?:(?:the|their|your|its|his|her|an?|any|die|der|das|eine?|eure|ihre|deine|le|la|les|une?|votre|leur|el|los|las|su|una?)\s+"
    r"|l['’])?"
)
_OF = r"(?:of|for|to|from|at|von|vom|des|der|für|zum|zur|hat|de|du|d['’]|del|para|a|у|для)"
_FORMS = tuple(
    (
        kind,
        re.compile(
            rf"[¿\s]*(?!.*\b(?:num[ée]ro|nummer)\s{_OF}\s?{_THE}{_OF_PAPERS}\b)"
            rf"{_ASKS}\s+{_THE}(?P<of>(?:[\w'’.-]+\s+){{0,3}}?)(?:{noun})(?:\s+{_OF}\s+(?P<behind>[^?]*))?[\s?.!]*",
            re.I,
        ),
    )
    for kind, noun in _NOUNS.items()
)
_STREET = (
    r"street|st|road|rd|lane|avenue|ave|drive|square|way|court|place|boulevard|blvd|close|terrace|row|park|quay|hill|crescent"
)
_VALUES: Mapping[Kind, str] = {
    "phone": (
        r"(?<![\w.,/-])(?:\+\d|\(0|0)[\d\s()/.-]{5,20}\d(?![\w€£$%])"
        r"|(?:\btel\b|phone|call|mobile|hotline|telefon|anrufen|rufen|handy|téléphone|tél\b|appel|teléfono|llam|тел)[^\d\n]{0,40}"
        r"\d[\d\s()/.-]{4,20}\d(?![\w€£$%])"
    ),
    "e-mail": r"[^\s@<>()]{1,64}@[^\s@<>()]{1,200}\.\w{2,}",
    "page": r"https?://\S+|\bwww\.\S+",
    "address": (
        rf"\b\d+[a-z]?,?\s(?-i:(?:[A-ZÄÖÜ][\w'’.-]{{0,30}}\s){{1,3}})(?:{_STREET})\b"
        r"|\b\w{2,40}(?:straße|strasse|gasse|weg|platz|allee|ring|ufer|damm|str\.)\s\d+"
        r"|\b(?:rue|avenue|boulevard|place|quai|calle|avenida|plaza|paseo|улица|ул\.)\s[^.\n]{2,40}?\d+"
        r"|\b\d+,?\s(?:rue|avenue|boulevard|place|quai)\s"
        r"|\b(?:address|adresse|anschrift|dirección|адрес)\s*:\s*\S"
    ),
}
_WORDS: Mapping[Kind, str] = {
    "phone": (
        r"\b(?:tel|phone|telefon|téléphone|tél|teléfono|телефон)|\b(?:numbers?|nummern?|numéro|número|номер|calls?|hotline|extension|ext|reach|durchwahl|poste)\b"
    ),
    "e-mail": r"\be-?mail|\bmail\b|\bcourriel|\bcorreo|почт",
    "page": r"\b(?:web|online|internet|home ?page|url|site|сайт)|\.(?:com|org|net)\b",
    "address": (
        r"\b(?:address|adress|anschrift|dirección|адрес|locat|situated|based|gelegen|liegt|befindet|sitz|trouve|ubicad)"
        r"|\b(?:is|are|ist|sind|est|está) (?:at|in|on|an|am|im|à|au|en)\b|https?://"
        r"|\b\d{5}\s(?-i:[A-Z])|\bbox\b"
    ),
}
"""Words in texts that mention a contact without giving it: "The number is on your card"."""
_GIVEN = {kind: re.compile(pattern, re.IGNORECASE) for kind, pattern in _VALUES.items()}
_TOLD = {kind: re.compile(f"{_VALUES[kind]}|{words}", re.IGNORECASE) for kind, words in _WORDS.items()}
_ALONE = tuple((kind, re.compile(rf"[¿\s]*(?:{noun})[\s?.!:]*", re.IGNORECASE)) for kind, noun in _NOUNS.items())
"""A question of nothing but the word: "Téléphone ?"."""
_ACCOUNT = re.compile(r"\b[A-Z]{2}\d\d(?: ?[\dA-Z]{1,4}){3,8}\b")
"""An IBAN, of which some figures look like a telephone number."""
_DATE = re.compile(r"\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})\b|\b\d{4}-\d{2}-\d{2}\b")


@dataclass(frozen=True, slots=True)
class Wanted:
    """The contact a question asks for."""

    kind: Kind
    of: str
    """The words that say whose contact it is."""

    @property
    def pattern(self) -> re.Pattern[str]:
        """A pattern found in every text that gives a value of this kind or says where to get it."""
        return _TOLD[self.kind]

    def is_given(self, text: str) -> bool:
        """Return whether a text contains a value of this kind, no matter whose."""
        return _GIVEN[self.kind].search(_ACCOUNT.sub(" ", _DATE.sub(" ", text))) is not None


def wanted(question: str) -> Wanted | None:
    """Return the contact a question asks for; `None` for most questions, and for those that ask for more."""
    bare = question.strip()
    if len(bare) > _LONGEST:
        return None
    for kind, form in _FORMS:
        if match := form.fullmatch(bare):
            return Wanted(kind, f"{match['of'] or ''} {match['behind'] or ''}")
    return next((Wanted(kind, "") for kind, form in _ALONE if form.fullmatch(bare)), None)
