"""Turn text into the terms that BM25 compares."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise

from chat.text.calendar_names import ENGLISH_MONTHS
from chat.text.languages import ENGLISH, LATIN, is_stop_word, stem
from chat.text.letters import CHINESE_AND_JAPANESE, EXCESS_MARKS, MARKS
from chat.text.lines import joined

_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    f"{CHINESE_AND_JAPANESE}"
    "\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff"  # Korean
)
"""Scripts written without spaces, or with endings attached to the words."""
_LETTER = f"[^\\W{_UNSPACED}]|[{MARKS}\u0900-\u0dff]"
_TERM = re.compile(f"(?P<unspaced>[{_UNSPACED}]+)|(?:{_LETTER})+(?:[.,'’\\-/:@](?:{_LETTER})+)*")
_PART = re.compile(r"[^\W\d_]+|\d+")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_CLITIC = re.compile(r"^\w['’](?=\w\w)|(?:n['’]t|['’](?:s|m|d|re|ve|ll))$", re.IGNORECASE)
_GROUPED_NUMBER = re.compile(r"\d{1,3}(?:[,']\d{3})+(?:\.\d+)?")
_NUMBER = re.compile(r"\d+(?:[.,:/]\d+)*")
_LONGEST_TERM = 64

_STOP_WORDS = """
    a about above after again all also am an and any are as at be because been before being below between both but by can could
    did do does doing down during each few for from further had has have having he her here hers him his how i if in into is it
    its just me more most my no nor not of off on once only or other our ours out over own same she should so some such than that
    the their theirs them then there these they this those through to too under until up us very was we were what when where which
    while who whom why will with would you your yours ll re ve don didn doesn isn wasn aren weren won
    и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по ее мне было вот от меня о из ему
    для мы их чем была сам чтоб без будто чего уже или ни быть был него до вас нибудь опять вам там себя под будет
    где когда кто кого кому кем сколько какой какая какое какие какого какому каком почему зачем куда откуда ли чей
    في من على الى عن مع هذا هذه ذلك تلك التي الذي الذين اللذان اللذين ما ماذا من هو هي هم كم اين متى كيف لماذا هل كان
    كانت يكون تكون قد لقد ان لا لم لن او ثم كل بعد قبل بين عند عندما حتى اي اية كما به بها فيه فيها منه منها له لها
    عليه عليها اليه اليها وقد وهو وهي ايضا منذ خلال حيث اذا
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
"""English, Russian and Arabic words without a topic, in the folded form in which they are compared."""

_SCRIPT_LANGUAGES = (
    ("\u0400", "\u052f", "russian"),
    ("\u0370", "\u03ff", "greek"),
    ("\u0600", "\u06ff", "arabic"),
    ("\u0900", "\u097f", "hindi"),
)
_LAST_LATIN = "\u024f"
_FOLDED_MARKS = re.compile("[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]")


def terms(text: str, language: str = ENGLISH) -> list[str]:
    """Return the terms of a text in order, with repetitions, as compared by BM25; passages and questions are treated alike.

    Words are stemmed by their script, without case and accents, and stop words are left out; numbers are kept. Compounds
    (`snake_case`, `CamelCase`, `foo.bar`, `A-113`) give the whole and its parts, `2026-10-19` also the name of its month, and
    scripts without spaces give pairs of neighbouring characters.

    The index uses this default for text in any language. If the `language` is given (see `chat.text.languages.language_of`),
    words in Latin letters are stemmed and stop words left out by that language, and in Chinese and Japanese no pair contains a
    character that says nothing by itself.
    """
    return terms_of(compatible_form(text), language)


def terms_of(compatible: str, language: str = ENGLISH) -> list[str]:
    """Return the terms of a text already in its `compatible_form`."""
    found: list[str] = []
    function = _FUNCTION.get(language)
    for match in _TERM.finditer(compatible):
        if not match["unspaced"]:
            found.extend(_word_terms(match[0], language))
            continue
        for run in filter(None, function.split(match[0]) if function else [match[0]]):
            found.extend(_pairs(run))
    return found


def compatible_form(text: str) -> str:
    """Return the text in normal form KC, with words of Chinese and Japanese that continue on the next line joined.

    Ligatures and presentation forms of Arabic letters, common in PDFs, become plain letters.
    """
    return text if text.isascii() else joined(unicodedata.normalize("NFKC", EXCESS_MARKS.sub("", text)))


_FUNCTION = {
    "japanese": re.compile("[\u3040-\u309f何]+"),
    "chinese": re.compile(
        "什么时候|为什么|为何|什么|怎么样|怎么|怎样|如何|哪里|哪儿|哪些|哪个|多少|多久|多长|多大|几|谁|何时|请问|有没有|是不是|是否|可以|我们|你们|您|他们|她们|它们|[我你他她它的了吗呢吧是在有和与及或么个]"
        "|什麼|為什麼|怎麼|哪裡|幾|誰|嗎|個|與|我們|你們"
    ),
}
"""Function words rather than topics: endings and particles of Japanese, and question words."""


def _pairs(run: str) -> tuple[str, ...]:
    return tuple(first + second for first, second in pairwise(run)) or (run,)


_DATE = re.compile(
    r"(?P<year>(?:19|20)\d\d)-(?P<month>0[1-9]|1[0-2])-(?P<day>0[1-9]|[12]\d|3[01])(?!\d)"
    r"|(?P<of>0?[1-9]|[12]\d|3[01])\.(?P<in>0?[1-9]|1[0-2])\.(?P<at>(?:19|20)\d\d)"
)
"""ISO 8601 dates, or day first with dots; month-first dates are left out, as they look like other countries' day-first ones."""


@lru_cache(maxsize=131_072)
def _word_terms(word: str, language: str = ENGLISH) -> tuple[str, ...]:
    """Return the terms of one word or compound; usually one, none for a stop word."""
    if word.isascii() and word.isalpha() and (word[1:].islower() or word.isupper() or len(word) == 1):
        return _plain(word, language)
    if date := _DATE.match(word):
        return _date_terms(word, date)
    if _GROUPED_NUMBER.fullmatch(word):
        return (re.sub("[,']", "", word),)
    if _NUMBER.fullmatch(word):
        return (word,)
    word = _without_clitics(word)
    parts = [part for piece in _PART.findall(word) for part in _CAMEL.split(piece)]
    if len(parts) < 2:
        return tuple(term for part in parts for term in _plain(part, language)) or _plain(word.strip("_"), language)
    whole = unaccented(word).strip("_")[:_LONGEST_TERM]
    return (whole, *(term for part in parts if len(part) > 1 or part.isdigit() for term in _plain(part, language)))


def _date_terms(word: str, date: re.Match[str]) -> tuple[str, ...]:
    """Return the date as written, and its year, the name of its month and its day, as questions ask for them."""
    year, month, day = (date[name] or date[other] for name, other in (("year", "at"), ("month", "in"), ("day", "of")))
    return (word.casefold()[:_LONGEST_TERM], year, *_plain(ENGLISH_MONTHS[int(month) - 1]), str(int(day)))


def _without_clitics(word: str) -> str:
    """Remove clitics: `station's` is the station, `don't` is do, `l'école` is the school."""
    return _CLITIC.sub("", word)


def _plain(word: str, language: str = ENGLISH) -> tuple[str, ...]:
    folded = unaccented(word)[:_LONGEST_TERM]
    if language in LATIN and folded[:1] <= _LAST_LATIN:
        return (unaccented(stem(word[:_LONGEST_TERM], language)),) if folded and not is_stop_word(word, language) else ()
    if not folded or folded in STOP_WORDS:
        return ()
    return (_stem(folded),)


def unaccented(word: str) -> str:
    """Remove case and accents. Cyrillic letters that only look accented (`й`) are kept, except for `ё`."""
    word = word.casefold()
    if word.isascii():
        return word
    if any("\u0400" <= letter <= "\u052f" for letter in word):
        return word.replace("ё", "е")
    return unicodedata.normalize("NFC", _FOLDED_MARKS.sub("", unicodedata.normalize("NFD", word)))


def _stem(word: str) -> str:
    language = next((language for first, last, language in _SCRIPT_LANGUAGES if first <= word[0] <= last), ENGLISH)
    return stem(word, language)
