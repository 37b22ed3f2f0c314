"""Questions that name one place of a document: a section by quoted heading or number, a page, a slide, or a sheet by name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from chat.domain import Page, Section
from chat.retrieval.documents import front
from chat.text import terms

_QUOTED = re.compile(r"[“”„«»\"「『]\s*([^“”„«»\"「」『』]{1,120}?)\s*[“”«»\"」』]")
_KINDS = (
    "sections?|chapters?|clauses?|articles?|paragraphs?|parts?|items?|annex|appendix|abschnitts?|klauseln?|kapitels?|artikels?|absatz|ziffer|teil"
    "|anhang|chapitres?|parties?|paragraphes?|annexe|sección|apartado|cláusulas?|clausol[ae]|capítulo|artículo|anexo|sezione|capitolo|articolo|paragrafo"
    "|allegato|seção|secção|artigo|hoofdstuk|sectie|paragraaf|bijlage|раздел\\w*|глав\\w*|пункт\\w*|стать\\w*"
)
_NUMBER = r"\d{1,3}(?:\.\d{1,3})*[a-z]?"
_LETTER = r"(?-i:[A-Z]|[IVXL]{2,7})(?:\.\d{1,3})*"
"""Matches the letter of an appendix, or a Roman numeral."""
_PERSON = r"(?-i:I)\s+(?!(?:of|in|from|about|say|says|contain|contains|cover|covers)\b)[a-z]"
"""Matches an "I" that is not a number: "which section I should read"."""
_NUMBERED = re.compile(
    rf"(?<!\w)(?:(?P<kind>{_KINDS})\s+(?:no\.?\s*|nr\.?\s*|number\s+)?(?=\d|(?!{_PERSON}){_LETTER})|§\s*(?=\d))"
    rf"(?P<number>{_NUMBER}|{_LETTER})(?!\w)"
    r"(?!\s*(?:-|–|,|to|and|bis|und|à|et|a|y|e|tot|en|до|и)\s*(?:\d|(?-i:[A-Z])(?!\w)))",
    re.IGNORECASE,
)
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50}
_SHEET_WORDS = (
    r"(?:work|spread)?sheet|tab|(?:tabellen)?blatt(?:e?s)?|feuille|onglet|hoja|pestaña|foglio|scheda|planilha|blad|лист\w*"
)
_PAGES = re.compile(
    r"(?<!\w)(?:pages?|pp?\.|seiten?|páginas?|pagin[ae]|pagina's|страниц\w*|стр\."
    rf"|(?P<slide>slides?|folien?|diapositives?|diapositivas?|láminas?|dia's|слайд\w*)|(?P<sheet>{_SHEET_WORDS}))"
    r"\s*(?:no\.?\s*|nr\.?\s*|number\s+)?(?P<first>\d{1,4})"
    r"(?:\s*(?:-|–|to|and|bis|und|à|et|a|y|e|tot|en|до|и)\s*(?P<last>\d{1,4}))?(?!\w)",
    re.IGNORECASE,
)
_SHEET_NAME = r"(?-i:[A-ZÄÖÜÉÀА-Я][\w&-]*(?:\s(?:[A-ZÄÖÜÉÀА-Я][\w&-]*|\d{1,4}\b))*)"
_SHEETS = re.compile(
    rf"(?<!\w)(?:(?:(?:in|on|from|of|im|auf|aus|dans|sur|de|en|nel|na|op|на|в)\s+)?"
    rf"(?:(?:the|dem|das|des|der|la|le|l['’]|el|het|il|a)\s+)?"
    rf"(?:{_SHEET_WORDS})\s+(?:(?:called|named|namens|mit\s+dem\s+Namen|appelée?|llamada)\s+)?(?P<name>{_SHEET_NAME})"
    rf"|(?:(?:in|on|from|of)\s+)?the\s+(?P<before>{_SHEET_NAME})[\s-](?:(?:work|spread)?sheet|tab)(?!\w))",
    re.IGNORECASE,
)
_OF_HEADING = re.compile(
    rf"^\W*(?:(?P<kind>{_KINDS})\.?\s+|(?=\d)|(?={_LETTER}(?:[.:)](?:\s|$)|\s[–—-]\s))|(?=(?-i:[A-Z])\.\d))"
    rf"(?P<number>{_NUMBER}|{_LETTER})(?!\w|\.\d)[\s.:)–—-]*",
    re.IGNORECASE,
)
"""A letter without a word before it needs a punctuation mark after it, since the "A" of "A guide" is not a number."""
_CLAUSE = re.compile(
    r"^[^\S\n]*(?:[#*_§-]{1,6}\s*)?(?P<number>\d{1,3}(?:\.\d{1,3}){0,4})[.)]?(?:\*\*)?[^\S\n]+(?=[“„«\"(]?[^\W\d_a-zß-ÿ])",
    re.MULTILINE,
)
"""Matches the number in front of a paragraph."""
_TITLE = re.compile(r"\n\s*(?=#{1,6}\s|[^\W\d_][^\n.;:]{0,60}\n\s*\n)")
"""Matches a short line by itself, without a full stop."""
_KIND = re.compile(rf"(?<!\w)(?:{_KINDS})(?!\w)", re.IGNORECASE)
_SAYS = re.compile(
    r"(?<!\w)(?:what's|says?|said|reads?|states?|stated|provides?|provided|stipulates?|stipulated|means?|about"
    r"|regelt|geregelt|besagt|establece|dispone|prévoit|stipule|written|stands?|under|text|heading|entitled|titled|called|exactly|quote"
    r"|unter|lautet|sagt|überschrift|genau"
    r"|dit|contient|lit|trouve|titre|que|qu'est-ce|qu'y|a-t-il|à|quoi|cite[rz]?"
    r"|dice|contiene|pone|apartado|título"
    r"|capo|scritto|sta|titolo|diz|contém|está|escrito|staat|zegt|er|onder|kopje|говорит\w*|написано|сказано|разделе?)(?!\w)",
    re.IGNORECASE,
)


_USUAL = (
    "abstract|introduction|motivation|background|related work|prior work|method(?:s|ology)?|evaluation|results|discussion"
    "|limitations|conclusions?|future (?:work|developments)|next steps|outlook|summary|acknowledge?ments|zusammenfassung|fazit"
    "|ausblick|einleitung|résumé|perspectives|resumen|conclusión|conclusiones"
)
"""Headings common to papers and reports, which questions use to name a part of the text."""
_ARTICLE = r"(?:the|die|der|das|les|la|le|el|l[ao]s|i|gli)\s"
_OF_TEXT = (
    r"(?:\s(?:of|in|from|von|in|du|de|del)\s(?:the|this|dem|diesem|der|dieser|ce|cette|este|esta)?\s?"
    r"(?:paper|report|document|article|study|file|text|papers|artikels?|bericht\w*|dokument\w*|rapport|informe|artículo|documento))?"
)
_ASKS_FOR_ALL = "|".join(
    (
        r"explain|describe|define|tell me (?:all |more |something )?about|give me (?:the )?details (?:on|of|about)",
        r"erkläre?(?: mir)?|beschreibe|definiere|explique[rz]?(?:-moi)?|décris|définis|explica|explícame|define",
        # what the things named by a plural heading are
        rf"(?:what are|was sind|welches sind|quelles? sont|quels sont|cuáles son|quali sono)(?=\s{_ARTICLE})",
        rf"(?:what(?: is|['’]s)|was ist|quel(?:le)? est|cuál es)(?=\s(?:{_ARTICLE})?(?:{_USUAL}){_OF_TEXT}[?.! ]*$)",
        # what a thing is; "What is the deadline?" asks for a value
        r"what(?: is|['’]s)(?: an?)?(?!\s(?:the|this|that|my|your|our|in|on|it)\b)|what are(?!\s(?:the|my|your)\b)",
        r"was (?:ist|sind)(?: eine?)?(?!\s(?:das|der|die|dein\w*|mein\w*|in|auf)\b)|qu['’]est-ce qu(?:e|['’]une?)",
        r"qué (?:es|son)(?: una?)?",
    )
)
_ONE = re.compile(r"what(?: is|['’]s) an? ", re.IGNORECASE)
"""Asks what a thing is, which a section about things of its kind ("Buckets") need not say."""
_ABOUT = re.compile(
    rf"[¿\s]*(?:please\s+)?(?:{_ASKS_FOR_ALL})\s+(?:{_ARTICLE})?(?P<heading>[^?.!“”\"]{{3,60}}?){_OF_TEXT}[?.!\s]*",
    re.IGNORECASE,
)
"""Matches questions for the whole content of a section of that name, if there is one."""


@dataclass(frozen=True, slots=True)
class Place:
    """The part of a document asked for; exactly one of heading, number, pages, sheet and front is set."""

    heading: str = ""
    number: str = ""
    """Number of a section, like `3.2`, `b` or `iv`."""
    pages: tuple[int, int] | None = None
    """First and last page, counted from 1."""
    kind: str = ""
    """The question's word for the section, like `chapter`; for pages, `slide` or `sheet` if it calls them that."""
    sheet: str = ""
    """Name of a sheet."""
    front: bool = False
    """The text before the first section."""
    exact: bool = False
    """The heading must have just these words, in their number."""


def place(question: str) -> tuple[Place, str] | None:
    """Return the one place a question names and the rest of the question; `None` if it names none or several."""
    quoted = list(_QUOTED.finditer(question))
    if quoted:
        return (Place(quoted[0][1]), _without(question, quoted[0])) if len(quoted) == 1 else None
    if front.asked_for(question):
        return Place(front=True), ""
    about = _ABOUT.fullmatch(question.strip())
    if about is not None and not (_NUMBERED.search(question) or _PAGES.search(question)):
        return Place(about["heading"].strip(), exact=_ONE.match(question.strip()) is not None), ""
    pages, sections = list(_PAGES.finditer(question)), list(_NUMBERED.finditer(question))
    if not pages and not sections and (named := sheet(question)) is not None:
        return Place(sheet=named[0]), named[1]
    if len(pages) + len(sections) != 1:
        return None
    [found] = [*pages, *sections]
    if sections:
        return Place(number=found["number"].casefold(), kind=(found["kind"] or "").casefold()), _without(question, found)
    first = int(found["first"])
    kind = "slide" if found["slide"] else "sheet" if found["sheet"] else ""
    return Place(pages=(first, max(first, int(found["last"] or first))), kind=kind), _without(question, found)


def sheet(question: str) -> tuple[str, str] | None:
    """Return the name of the one sheet a question refers to ("in the sheet Budget") and the rest of the question.

    `None` if it names no sheet or several.
    """
    found = list(_SHEETS.finditer(question))
    return (found[0]["name"] or found[0]["before"], _without(question, found[0])) if len(found) == 1 else None


def without_saying(text: str) -> str:
    """Return the text without words that ask for the content of a place, and words for sections."""
    return _KIND.sub(" ", _SAYS.sub(" ", text))


def sections_at(place: Place, sections: Sequence[Section], pages: Sequence[Page], unit: str = "page") -> list[Section]:
    """Return the sections of a document at a place, in the order of the text.

    A range of pages is one section, named by its `unit`.
    """
    if place.pages is not None:
        return _of_pages(*place.pages, pages, unit.capitalize())
    if place.sheet:
        return [
            Section(page.label or "", None, page.label or "", 0, page.start, page.end, page.number)
            for page in pages
            if is_called(page.label, place.sheet)
        ]
    if place.front:
        return front.of(sections, pages)
    headed = [each for each in sections if each.level > 0]
    if place.number:
        numbered = [
            ((said["kind"] or "").casefold(), said["number"].casefold(), each)
            for each in headed
            if (said := _OF_HEADING.match(each.title)) and _arabic(said["number"]) == _arabic(place.number)
        ]

        def is_off(one: tuple[str, str, Section]) -> tuple[bool, bool, int, int]:
            kind, number, section = one
            return kind != place.kind, number != place.number, section.level, section.start

        return [min(numbered, key=is_off)[-1]] if numbered else []
    exact = [each for each in headed if _folded(place.heading) in (_folded(each.title), _folded(unnumbered(each.title)))]
    wanted = set(terms(unnumbered(place.heading)))
    alike = [] if exact or place.exact else [each for each in headed if wanted and set(terms(unnumbered(each.title))) == wanted]
    found = exact or alike
    return [each for each in found if not any(other is not each and other.start <= each.start < other.end for other in found)]


def headed(about: str, sections: Sequence[Section]) -> Section | None:
    """Return the outermost section whose heading holds all that is asked about, and little else; `None` when there is none."""
    if (at := place(about)) is not None and at[0].number:
        return next(iter(sections_at(at[0], sections, ())), None)
    wanted = set(terms(about))
    if not wanted:
        return None
    fitting = [each for each in sections if each.level > 0 and wanted <= set(terms(each.title))]
    return min(fitting, key=lambda each: (len(terms(each.title)) - len(wanted) > 3, each.level, each.start), default=None)


def clauses_at(place: Place, text: str) -> list[Section]:
    """Return the numbered paragraph asked for (`7.2 The Supplier shall …`) in a text where it has no heading of its own.

    It extends to the next number outside its own subdivisions. Empty if no neighbouring paragraph is numbered alike.
    """
    if "." not in place.number:
        return []
    numbered = [(match.start(), match["number"].casefold()) for match in _CLAUSE.finditer(text)]
    numbers = {number for _, number in numbered}
    above = place.number.rpartition(".")[0]
    alike = {number for number in numbers if number == above or number.rpartition(".")[0] == above} - {place.number}
    found = [_clause(place.number, at, numbered, text) for at, (_, number) in enumerate(numbered) if number == place.number]
    return [max(found, key=lambda each: each.end - each.start)] if found and alike else []  # the table of contents names it too


def _clause(number: str, at: int, numbered: Sequence[tuple[int, str]], text: str) -> Section:
    start = numbered[at][0]
    beyond = next((other for other, following in numbered[at + 1 :] if not following.startswith(f"{number}.")), len(text))
    title = _TITLE.search(text, start)
    return Section(number, None, number, 1, start, min(beyond, title.start() if title is not None else len(text)))


def is_called(title: str | None, name: str) -> bool:
    """Return whether a sheet or section has this name, ignoring case."""
    return title is not None and _folded(title) == _folded(name)


def unnumbered(title: str) -> str:
    """Return a heading without the number in front of it; unchanged if nothing else would be left."""
    return _OF_HEADING.sub("", title, count=1).strip() or title.strip()


def _arabic(number: str) -> str:
    """Return a Roman numeral in digits, other numbers unchanged: chapter 4 may be headed "Chapter IV"."""
    first, dot, rest = number.casefold().partition(".")
    digits = [_ROMAN.get(letter, 0) for letter in first]
    if not all(digits):
        return number.casefold()
    return f"{sum(-one if one < after else one for one, after in zip(digits, [*digits[1:], 0], strict=True))}{dot}{rest}"


def _folded(title: str) -> str:
    return " ".join(title.replace("’", "'").split()).casefold().rstrip(" .:")


def _of_pages(first: int, last: int, pages: Sequence[Page], unit: str) -> list[Section]:
    held = [page for page in pages if first <= page.number <= last]
    if not held:
        return []
    title = f"{unit} {first}" if first == last else f"{unit}s {first} to {held[-1].number}"
    return [Section(title, None, title, 0, held[0].start, held[-1].end, first)]


def _without(question: str, found: re.Match[str]) -> str:
    return " ".join(f"{question[: found.start()]} {question[found.end() :]}".split())
