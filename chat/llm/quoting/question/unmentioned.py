"""What a short question is about by its noun or name ("Who brings the guitar?", "... the detection limit for TNF alpha?"): where
nothing that was found speaks of it, nothing answers, however near the rest is."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from difflib import get_close_matches
from mimetypes import MimeTypes

from chat.llm.quoting.question.determiners import DETERMINERS
from chat.llm.quoting.question.presence import SAID_OTHERWISE, is_named
from chat.text import folded, terms
from chat.text.calendar_names import MONTHS, WEEKDAYS
from chat.text.languages import ENGLISH

_LONGEST = 9
"""Words of a question; a longer one has other words for what it is about."""
_WORD = r"[^\W_][\w'’-]*"
_ENDS = (
    r"of|in|on|at|for|to|by|with|from|into|through|during|between|about|per|as|than|be|being|been|is|are|was|were|do|does|did"
    r"|has|have|had|can|could|will|would|should|must|may|that|which|who|and|or|but|when|if|before|after|not|we|i|you|it|they"
    r"|he|she"
)
_THING = rf"(?P<thing>(?:(?!(?:{_ENDS})\b){_WORD}(?:\s+|(?=\W|$))){{1,4}})"
_HOW = r"(?:when|where|how (?:often|long|much|far|old|big|heavy|tall|high|wide|deep|large|fast)|(?:at |by |from )?what time)"
_ENDS_IN_NOUN = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"who\s+(?!(?:{_ENDS})\b){_WORD}\s+(?:(?:{DETERMINERS})\s+)?{_THING}(?=\W*$)",
        rf"what(?:['’]s|\s+(?:is|are|was|were))\s+(?:the|our|my)\s+[\w -]+?\s(?:of|for)\s+"
        rf"(?:(?:{DETERMINERS})\s+)?{_THING}(?=\W*$)",
        # how much was planned for marketing
        rf"how\s+much\s+(?:money\s+)?(?:is|are|was|were|did|do|does|have|has)\s+(?:\w+\s+){{1,4}}?(?:for|on)\s+"
        rf"(?!average\b|free\b|sale\b|all\b)(?:(?:{DETERMINERS})\s+)?{_THING}(?=\W*$)",
    )
)
_GOES_WITH = re.compile(
    rf"(?:can|may|could|should|must|do|does|is|are)\s+.*\s(?:with(?:out)?|while|during)\s+(?:(?:{DETERMINERS}|any|some)\s+)?{_THING}"
    r"(?=\W*$)",
    re.IGNORECASE,
)
_DEFAULT = re.compile(
    rf"(?:what(?:['’]s|\s+(?:is|are))|which\s+is)\s+the\s+defaults?\s+(?:values?\s+(?:of|for)\s+(?:the\s+)?)?{_THING}",
    re.IGNORECASE,
)
_REVERSED = re.compile(
    rf"how\s+(?:(?:do|can|could|should|would|may|must)\s+(?:i|we|you|one|they)|to)\s+(?P<verb>(?:un|dis|de)(?P<other>{_WORD}))",
    re.IGNORECASE,
)
"""How something is done does not say how it is undone."""
_MAY_BE_SAID_OF = re.compile(rf"{_HOW}\s+(?:is|are|was|were)\s+(?:{DETERMINERS})\s+{_THING}", re.IGNORECASE)
"""What is said of the thing may stand behind it: "When is the wardrobe delivered?"."""
_ENDS_IN_VERB = re.compile(rf"(?:{_HOW}|what)\s+(?:do|does|did|will|can)\s+(?:{DETERMINERS})\s+{_THING}", re.IGNORECASE)
_PREDICATE = re.compile(
    r"(?:\w+(?:ed|ing|en|ly)|first|held|sold|built|kept|made|done|sent|paid|bought|found|lost|put|set|met|born|worn|torn|shut|open|free|due"
    r"|ready|full|empty|valid|available|allowed|possible|over|back|next|now|today|tomorrow|again|here|there|out|away|up|off"
    r"|located|situated|worth|supposed)$",
    re.IGNORECASE,
)
_ELSEWHERE = {
    "german": re.compile(
        r"(?:(?:[AaBb]b|[Bb]is|[Ss]eit)\s+)?(?:[Ww]er|[Ww]ann|[Ww]o|[Ww]ohin|[Ww]as kostet"
        r"|[Ww]ie\s+(?:oft|lange|weit|hoch|groß|schwer|teuer|alt|viel\s+kostet))\s+(?:\w+\s+){0,2}?"
        rf"(?:der|die|das|den|ein|eine|einen|mein\w*|unser\w*)\s+(?:[a-zäöüß-]+e[nrsm]?\s+)?(?P<thing>[A-ZÄÖÜ]{_WORD})"
    ),
    "french": re.compile(
        r"(?:qui|quand|où|combien|à quelle heure)\s+(?:\w+\s+){0,2}?(?:(?:le|la|les|un|une|mon|ma|mes|notre|nos)\s+|l['’])"
        r"(?:(?:premi(?:er|ère)|derni(?:er|ère)|nouve(?:au|l|lle)|anci?en(?:ne)?|prochaine?|vie(?:ux|il|ille))\s+)?"
        rf"(?P<thing>{_WORD})",
        re.IGNORECASE,
    ),
    "spanish": re.compile(
        r"¿?\s*(?:quién|cuándo|dónde|cuánto|a qué hora)\s+(?:\w+\s+){0,2}?(?:el|la|los|las|un|una|mi|mis|nuestr\w+)\s+"
        r"(?:(?:primer[oa]?|últim[oa]|nuev[oa]|antigu[oa]|próxim[oa]|viej[oa])\s+)?"
        rf"(?P<thing>{_WORD})",
        re.IGNORECASE,
    ),
}
_NAME = re.compile(r"(?<=[\w,] )[A-Z][\w'’-]*\w(?:\s+[A-Z0-9][\w'’-]*)*")
_GENERIC = {
    ENGLISH: """
        date day time week month year period duration end beginning start middle name title number place space room location
        address area size length width height weight distance colour color reason rest majority minority whole total sum amount
        price value kind type sort part deadline event situation case text document file page story company firm business
        organisation organization operation group project system process method theory law act programme program rent salary wage
        pay income fare bill appointment
        son daughter boy girl baby child wife husband partner spouse brother sister sibling mum mom mother dad father parents
        friend boss doctor colleague neighbour neighbor uncle aunt cousin grandmother grandfather family team crew guy lady""",
    "german": """
        tag datum termin zeit uhrzeit beginn anfang ende start name titel nummer ort platz stelle raum adresse größe länge breite
        höhe gewicht farbe preis betrag summe miete gehalt lohn rechnung wert art teil frist sache ding leute
        sohn tochter kind baby frau mann partner partnerin bruder schwester mutter vater eltern freund freundin chef chefin
        kollege kollegin nachbar nachbarin onkel tante oma opa familie""",
    "french": """
        date jour heure début fin nom titre numéro lieu place adresse taille longueur prix loyer salaire valeur couleur chose gens
        fils fille enfant femme mari frère sœur mère père parents ami patron collègue voisin famille""",
    "spanish": """
        fecha día hora inicio comienzo fin final nombre título número lugar dirección tamaño precio alquiler sueldo valor color
        cosa gente hijo hija niño mujer marido hermano hermana madre padre padres amigo jefe colega vecino familia""",
}
"""What texts tell without the word, and persons, who have names."""
UNNAMED = {language: frozenset(terms(words, language)) | SAID_OTHERWISE[language] for language, words in _GENERIC.items()}
_CALENDAR = frozenset((*MONTHS, *WEEKDAYS))
_SYNONYMOUS = 0.55
"""Likeness of words: a cat is like a dog (.48), a couch is a sofa (.65)."""
_MISSPELT, _LEAST_LETTERS = 0.82, 5
"""Likeness from which a word counts as a misspelling of another, and fewest letters of a word that is checked for this."""
_IDENTIFIER = re.compile(r"(?<![\w@/.-])[A-Za-z]\w*(?:(?:\.|::)[A-Za-z]\w+|_\w+)+")
"""A name of source code: `mailgrid.send`, `TABKIT_CACHE`."""
_FLAG = re.compile(r"(?<![\w-])--?[A-Za-z][\w-]*")
_OPTION = re.compile(
    r"(?:is\s+(?:the\s+)?(?P<asked>[\w.-]+)\s+(?:\w+\s+)?(?:required|optional|mandatory|needed|set|enabled|on|off)\b"
    r"|(?:what|which)\s+(?:data\s+)?type\s+(?:is|has)\s+(?:the\s+)?(?P<typed>[\w.-]+)"
    r"|what(?:['’]s|\s+is)\s+the\s+(?:type|default(?:\s+value)?)\s+(?:of|for)\s+(?:the\s+)?(?P<of>[\w.-]+))(?:\W|\s+\w+)*$",
    re.IGNORECASE,
)
"""A question about an option, header or field by its name."""
_JOINED = re.compile(r"[-_.]")
_HTTP = frozenset(("HTTP", "HTTPS", "REST"))
_REQUEST = re.compile(r"\b(?:GET|HEAD|POST|PUT|PATCH|DELETE)[`*]*\s+[`*]*(?:https?:/)?/")
"""An HTTP request, which speaks of HTTP without the word."""
_OF_HOST = re.compile(r"\.(?:com|org|net|info|app|dev|[a-z]{2})$", re.IGNORECASE)
_FILES = MimeTypes()
_INITIALS = re.compile(r"(?<![^\W_])[A-Z]")


def is_unmentioned(question: str, texts: Collection[str], language: str) -> bool:
    """Return whether none of the texts, which are of this language, speaks of what a question is about: by its word, one much
    like it, one that begins alike, one that it is a part of, a name misspelt, or the words that an acronym stands for."""
    bare = question.strip()
    if len(bare.split()) > _LONGEST:
        return False
    named = _IDENTIFIER.findall(bare)
    if named and not any(_is_written(name, texts) for name in named):
        return True
    if not all(_has_option(name, texts) for name in _options(bare)):
        return True
    undone = _REVERSED.match(bare) if language == ENGLISH else None
    if undone is not None and _mentions([undone["other"]], texts, language) and not _mentions([undone["verb"]], texts, language):
        return True
    return any(not _mentions(wanted, texts, language) for wanted in _about(bare, language) if wanted)


def mentioning(question: str, texts: Sequence[str], titles: Sequence[str], language: str) -> list[bool]:
    """Return which of these documents, each with what was found of it and with its name and title, speak of what a question is
    about; all of them where none is called so."""
    spoken = [True] * len(texts)
    if len(question.split()) > _LONGEST:
        return spoken
    for wanted in filter(None, _about(question.strip(), language)):
        if any(_mentions(wanted, [title], language) for title in titles):
            spoken = [so_far and _mentions(wanted, [text], language) for so_far, text in zip(spoken, texts, strict=True)]
    return spoken


def _mentions(wanted: Sequence[str], texts: Collection[str], language: str) -> bool:
    text_terms = frozenset(terms(" ".join(texts), language))
    if not _HTTP.isdisjoint(wanted) and any(_REQUEST.search(text) for text in texts):
        return True
    initials = "".join("".join(_INITIALS.findall(text)) for text in texts)
    return any(_is_mentioned(word, text_terms, initials, language) for word in wanted)


def _is_written(name: str, texts: Collection[str]) -> bool:
    """Return whether a name of source code, or its last part, stands in one of the texts; of what may be a file or a host, or is
    called like one ("Node.js"), whether any part does."""
    parts = re.split(r"[.:]+", name)
    looked_for = parts if _FILES.guess_type(name)[0] or _OF_HOST.search(name) else parts[-1:]
    written = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, looked_for))})(?!\w)", re.IGNORECASE)
    return any(written.search(text) for text in texts)


def _options(question: str) -> list[str]:
    """Return the command-line flags in a question, and the name of the option it is about if that consists of several words."""
    option = _OPTION.match(question)
    names = [name for name in option.groups() if name and _JOINED.search(name.strip("-."))] if option is not None else []
    return [*_FLAG.findall(question), *names]


def _has_option(name: str, texts: Collection[str]) -> bool:
    """Return whether an option is written in one of the texts, joined in whatever way; the dashes of a flag are part of it."""
    dashes = name[: len(name) - len(name.lstrip("-"))]
    words = "[-_. ]?".join(map(re.escape, _JOINED.split(name.lstrip("-").rstrip("."))))
    written = re.compile(rf"(?<![\w-]){dashes}{words}(?![\w-])", re.IGNORECASE if len(name) > 2 else 0)
    return any(written.search(text) for text in texts)


def _about(question: str, language: str) -> list[list[str]]:
    """Return lists of words, one of each of which must be spoken of."""
    if language != ENGLISH:
        found = _ELSEWHERE[language].match(question) if language in _ELSEWHERE else None
        return [_naming_words([found["thing"]], language)] if found else []
    things = [_naming_words(match[0].split(), language) for match in _NAME.finditer(question)]
    for pattern in _ENDS_IN_NOUN:
        if match := pattern.match(question):
            things.append(_naming_words(match["thing"].split()[-1:], language))
    if match := _GOES_WITH.match(question):
        things.append(_naming_words(match["thing"].split()[-1:], language))
    if match := _DEFAULT.match(question):
        things.append(_naming_words(match["thing"].split(), language))
    if match := _MAY_BE_SAID_OF.match(question):
        words = match["thing"].split()
        while len(words) > 1 and _PREDICATE.match(words[-1]):
            words.pop()
        things.append(_naming_words(words[-1:], language))
    if match := _ENDS_IN_VERB.match(question):
        words = match["thing"].split()
        things.append(_naming_words(words[:-1] or words, language))
    return things


def _naming_words(words: Sequence[str], language: str) -> list[str]:
    """Return the words that name something; none where one of them is what texts tell without the word, or a month or a day."""
    unnamed = UNNAMED[language]
    kept = [word for word in words if terms(word, language)]
    if any(unnamed.intersection(terms(word, language)) or folded(word) in _CALENDAR for word in kept):
        return []
    return kept


def _is_mentioned(word: str, text_terms: frozenset[str], initials: str, language: str) -> bool:
    if len(word) > 1 and word.isupper() and word in initials:
        return True
    return any(
        is_named(term, text_terms, language, _SYNONYMOUS) or _is_misspelt(term, text_terms) for term in terms(word, language)
    )


def _is_misspelt(term: str, text_terms: frozenset[str]) -> bool:
    similar = [other for other in text_terms if other[:1] == term[:1]] if len(term) >= _LEAST_LETTERS else []
    return bool(get_close_matches(term, similar, 1, _MISSPELT))
