"""Text as it is kept, cut into sentences, and turned into search terms."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise

import sentencex

from chat.calendar_names import MONTHS
from chat.domain import Span
from chat.languages import ENGLISH, LATIN, code_of, is_stop_word, languages_of, stem
from chat.statements import MARK, piece_of

# --- cleaning ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cleaned:
    """Text fit to be stored, searched and shown."""

    text: str
    dropped: int
    """How many control, invisible or excess combining characters were taken out."""


_LINE_ENDS = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f"  # control characters
    "\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff"  # zero width, direction overrides
    "\ufdd0-\ufdef\ufff9-\ufffb\ufffe\uffff"  # noncharacters, interlinear marks
    "\U000e0000-\U000e007f]+"  # tags: text that no reader sees and a model may obey
)
_SURROGATES = re.compile("[\ud800-\udfff]")
_MARKS = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
)
_EXCESS_MARKS = re.compile(f"(?<=[{_MARKS}]{{30}})[{_MARKS}]+")
"""No writing system stacks more than a few; 30 is the limit of Unicode's Stream-Safe Text (UAX #15). Sorting longer runs takes
quadratic time."""


def clean(text: str) -> Cleaned:
    """Normal form C, line feeds only, nothing invisible; lone surrogates become U+FFFD. Tabs and line feeds stay."""
    text = _LINE_ENDS.sub("\n", text)
    visible = _EXCESS_MARKS.sub("", _INVISIBLE.sub("", text))
    whole = visible if visible.isascii() else unicodedata.normalize("NFC", _SURROGATES.sub("\ufffd", visible))
    return Cleaned(whole, dropped=len(text) - len(visible))


def clean_line(text: str) -> str:
    """Clean, and in one line: every run of blanks and line ends is one blank."""
    return " ".join(clean(text).text.split())


def folded(word: str) -> str:
    """As a pattern without regard to case takes it: there Turkish İ and ı are i, which Unicode's folding keeps apart."""
    return word.replace("İ", "i").replace("ı", "i").casefold()


BRACKETED_NUMBERS = re.compile(r"\[(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\]")


def inert(text: str, *tags: str) -> str:
    """Text that a model reads inside these tags, and that can't close its own or open another."""
    return re.sub(rf"<(?=/?(?:{'|'.join(tags)})\b)", r"<\\", text, flags=re.IGNORECASE)


def without_markers(quoted: str) -> str:
    """Quoted text whose own `[3]` cannot be taken for a marker of the answer that quotes it; Markdown shows it as it was."""
    return BRACKETED_NUMBERS.sub(r"\\[\1\\]", quoted)


# --- titles ------------------------------------------------------------------------------------------------------

CAPITAL = r"[^\W\d_a-zäöüßéèàñ]"
"""A pattern of a letter that may begin a name; those without capital letters are among them."""
_TITLE_CHARACTERS = 60


UNNAMED = "New conversation"
"""What a thread without a name is called, wherever a person sees it."""


def title_of(question: str) -> str:
    """A thread's first name: the beginning of its first question, cut at a word."""
    words = " ".join(question.split())
    if len(words) <= _TITLE_CHARACTERS:
        return words
    return words[:_TITLE_CHARACTERS].rsplit(" ", 1)[0].rstrip(",;:.") + "…"


# --- numbers in words --------------------------------------------------------------------------------------------

_NAMED = 10
"""Runs of pages that a sentence names."""


UNITS = {"xlsx": "sheet", "xlsm": "sheet", "xlsb": "sheet", "xls": "sheet", "ods": "sheet", "pptx": "slide", "odp": "slide"}
"""What stands in place of pages in files of these endings."""


def unit_of(name: str | None) -> str:
    """What a file of this name is made of: pages, or the sheets of a workbook, the slides of a presentation."""
    before, _, ending = (name or "").rpartition(".")
    return UNITS.get(ending.casefold(), "page") if before else "page"


def pages_in_words(numbers: Sequence[int], unit: str = "page") -> str:
    """`page 3`, `pages 3, 5 and 12 to 18`; `numbers` are in order."""
    runs = [[number for _, number in run] for _, run in groupby(enumerate(numbers), key=lambda each: each[1] - each[0])]
    named = [f"{run[0]:,} to {run[-1]:,}" if len(run) > 1 else f"{run[0]:,}" for run in runs]
    return f"{unit}{'s' if len(numbers) > 1 else ''} {listed(named)}"


def listed(words: Sequence[str]) -> str:
    """`a, b and c`; of many the first ten."""
    if len(words) > _NAMED:
        words = [*words[:_NAMED], f"{len(words) - _NAMED:,} more"]
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


# --- sentences ---------------------------------------------------------------------------------------------------

_BLOCK_END = re.compile(
    r"\n[^\S\n]*\n\s*"  # a blank line
    r"|\n(?=[^\S\n]*(?:[-*+•‣◦▪●■–—]\s|\(?\w{1,3}[.)]\s|#{1,6}\s|[|>]))"  # a list item, heading, table row or quotation follows
)
_WINDOW = 2_000
"""Characters that the segmenter sees at once: on text of several bytes a character its time is quadratic (80,000 characters of
Japanese in one paragraph: 0.7 s; in windows of 2,000: 0.02 s)."""
QUESTION_MARKS = ("?", "？", "؟")
WRITTEN_QUESTION_MARKS = (*QUESTION_MARKS, "՞", "፧", ";")
"""And those that are other signs elsewhere, as the Greek one: for lines that a model was told to write as questions."""
_ORDINAL = re.compile(r"[^\s\d][^\S\n]+\d{1,2}\.[^\S\n]+$")
"""A number with a full stop, as dates and storeys have in a dozen languages; one at the beginning is that of a list's item."""
_NO_ORDINALS = frozenset(("en", "fr", "es", "it", "pt", "nl", "ca", "ro", "ru", "ar", "hi", "ja", "ko", "zh"))
_ABBREVIATED = re.compile(
    r"\b(?:zzgl|abzgl|inkl|exkl|evtl|ggf|gem|sog|bzgl|abs|art|nr|std|mio|mrd|tel|str|env|aprox|av|sig|tzw)\.[^\S\n]+$"
    r"|(?<!\w\.)(?<!\d )\b(?-i:MM?|Mme|Mlle|Mgr|Me|Pr|Dre?|Hrn?|Frl?|Sra?|Srta|Dña|Lic|Dott|Dra)\.[^\S\n]+$",
    re.IGNORECASE,
)
"""Those that sentencex does not know."""
_CLOSING = re.compile(r"(?:\*{1,3}|_{1,3}|[)\]”’»\"'])+(?=\s)\s+")
_FIRST_WORD = re.compile(r"[^\W\d_]+")
_FALLBACK_END = re.compile(r"(?<=[.!?。！？])\s+|(?<=[。！？])")


def sentences(text: str) -> list[Span]:
    """Contiguous spans that cover the text exactly; the space after a sentence belongs to it. No span for an empty text.

    A blank line always ends a sentence, a single line feed only before a list item, heading, table row or quotation: text out of
    a PDF breaks its lines anywhere.
    """
    spans = []
    for block in paragraphs(text):
        start = block.start
        for length in _sentence_lengths(text[block.start : block.end]):
            spans.append(Span(start, start + length))
            start += length
    return spans


def asking(text: str) -> str:
    """Its sentences that end in a question mark, as they stand; empty where none does."""
    return "".join(part for span in sentences(text) if (part := text[span.start : span.end]).rstrip().endswith(QUESTION_MARKS))


def asks_only(text: str) -> bool:
    """Whether it is nothing but questions."""
    return text.rstrip().endswith(QUESTION_MARKS) and asking(text).strip() == text.strip()


def paragraphs(text: str) -> list[Span]:
    """Contiguous spans that cover the text: what stands between blank lines, and each list item or heading by itself."""
    ends = [match.end() for match in _BLOCK_END.finditer(text)]
    return [Span(start, end) for start, end in pairwise([0, *ends, len(text)]) if start < end]


def _sentence_lengths(block: str) -> Iterator[int]:
    """Lengths that add up to the block's. The last sentence of a window is cut off by it and starts the next one."""
    start = 0
    while start < len(block):
        window = block[start : start + _WINDOW]
        lengths = _segmented(window)
        if start + len(window) < len(block):
            lengths = lengths[:-1] or [_last_space(window)]
        yield from lengths
        start += sum(lengths)


def _segmented(window: str) -> list[int]:
    body = window.rstrip()
    if not body:
        return [len(window)]
    code = code_of(body)
    lengths = [len(sentence) for sentence in _whole(_closed(sentencex.segment(code, body)), code) if sentence]
    if sum(lengths) != len(body):  # it loses characters of some odd texts
        ends = [match.end() for match in _FALLBACK_END.finditer(body)]
        lengths = [end - start for start, end in pairwise([0, *ends, len(body)]) if start < end]
    lengths[-1] += len(window) - len(body)
    return lengths


def _closed(parts: Iterable[str]) -> Iterator[str]:
    """Sentences, each with the marks that close what it stands in ("**Note.** Keep it dry.")."""
    before = ""
    for part in parts:
        closing = _CLOSING.match(part) if before else None
        if closing:
            before, part = before + closing[0], part[closing.end() :]
        if before and part:
            yield before
        before = part or before
    yield before


def _whole(parts: Iterable[str], code: str) -> Iterator[str]:
    """Sentences, those put together again that were taken apart behind "am 31." and "zzgl."."""
    begun = ""
    for part in parts:
        if begun and not _goes_on(begun, part, code):
            yield begun
            begun = ""
        begun += part
    yield begun


def _goes_on(begun: str, part: str, code: str) -> bool:
    if _ORDINAL.search(begun):
        word = _FIRST_WORD.match(part)
        return code not in _NO_ORDINALS or (word is not None and (word[0].islower() or word[0].casefold() in MONTHS))
    return code != "en" and bool(_ABBREVIATED.search(begun))


def _last_space(window: str) -> int:
    return max(window.rfind(" "), window.rfind("\n")) + 1 or len(window)


# --- search terms ------------------------------------------------------------------------------------------------

_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    "\u3005\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Japanese, Chinese
    "\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff"  # Korean
)
"""Scripts written without spaces, or with endings stuck to the words."""
_LETTER = f"[^\\W{_UNSPACED}]|[{_MARKS}\u0900-\u0dff]"
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
"""Words that carry no topic, English, Russian and Arabic, in the folded form in which they are compared."""

_SCRIPT_LANGUAGES = (
    ("\u0400", "\u052f", "russian"),
    ("\u0370", "\u03ff", "greek"),
    ("\u0600", "\u06ff", "arabic"),
    ("\u0900", "\u097f", "hindi"),
)
_LAST_LATIN = "\u024f"
_FOLDED_MARKS = re.compile("[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]")


def terms(text: str, language: str = ENGLISH) -> list[str]:
    """The text's words as BM25 compares them, in order, repeated as often as they stand; the same for questions.

    Words are stemmed by their script, without case and accents, stop words left out; numbers stay; compounds (`snake_case`,
    `CamelCase`, `foo.bar`, `A-113`) count whole and by parts, `2026-10-19` with the name of its month; scripts without spaces
    give pairs of neighbouring characters.

    So it is indexed, in whatever language. Where the `language` is given (see `chat.languages.language_of`), words in Latin
    letters are stemmed and left out by it, and in Chinese and Japanese no pair holds a character that says nothing by itself.
    """
    return _terms(_compatible(text), language)


def _terms(compatible: str, language: str = ENGLISH) -> list[str]:
    found: list[str] = []
    function = _FUNCTION.get(language)
    for match in _TERM.finditer(compatible):
        if not match["unspaced"]:
            found.extend(_word_terms(match[0], language))
            continue
        for run in filter(None, function.split(match[0]) if function else [match[0]]):
            found.extend(_pairs(run))
    return found


def _compatible(text: str) -> str:
    """Normal form KC: ligatures and the shapes of Arabic letters, of which PDFs are full, as the letters that they are."""
    return text if text.isascii() else unicodedata.normalize("NFKC", _EXCESS_MARKS.sub("", text))


_CALL = re.compile(r"\b(?:[^\W\d_]|_)\w{0,63}\(")
_WORD = re.compile(r"[^\W\d_]{2,}")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_ARABIC = re.compile("[\u0620-\u064a\u066e-\u06d3]+")


def keywords(text: str) -> list[str]:
    """What is searched by words: `terms`, and beside them what a question may share with a passage that has other ones.

    Each name before a bracket once more with it, so that `common()` finds where that is defined and called rather than what is
    common; of text in another language than English in Latin letters its stems; each Chinese character by itself, since words of
    two are shortened and joined anew (Nie, Gao, Zhang and Zhou, 2000); of each Arabic word its consonants, which singular, plural
    and verb share; of a piece of a balance sheet or another financial statement which one it is, and its words as words of one.
    """
    compatible = _compatible(text)
    own = _terms(compatible)
    found = [*own, *(call.casefold() for call in _CALL.findall(text)), *_foreign_stems(compatible), *_of_statements(text, own)]
    if text.isascii():
        return found
    return [*found, *_HAN.findall(compatible), *(form for word in _ARABIC.findall(compatible) if (form := _consonants(word)))]


def _foreign_stems(compatible: str) -> list[str]:
    """Behind a `~`; none of English, which the terms are made for. Where several languages are as likely, those of each."""
    languages = languages_of(compatible)
    if not languages:
        return []
    words = [word for word in _WORD.findall(compatible) if not any(is_stop_word(word, language) for language in languages)]
    return [f"~{each}" for word in words for each in dict.fromkeys(_folded(stem(word, language)) for language in languages)]


def _of_statements(text: str, own: Sequence[str]) -> list[str]:
    statements = piece_of(text)
    if not statements:
        return []
    return [*(statement.mark for statement in sorted(statements)), *(in_statement(term) for term in own if term.isalpha())]


def in_statement(term: str) -> str:
    """The keyword that only pieces of financial statements have for a word of theirs."""
    return f"{MARK}{term}"


def stands_beside(keyword: str) -> bool:
    """Whether it is one of those beside the terms, which asks for nothing that they don't."""
    return keyword.endswith("(") or keyword.startswith(("~", MARK)) or bool(_HAN.fullmatch(keyword))


_ARABIC_PREFIXES = ("وال", "بال", "كال", "فال", "ال", "لل", "و")
_ARABIC_SUFFIXES = ("ها", "ان", "ات", "ون", "ين", "يه", "ية", "ه", "ة", "ي")
_LONG_VOWELS = re.compile("[اوي]")


@lru_cache(maxsize=32_768)
def _consonants(word: str) -> str:
    """Behind a `~`, an Arabic word without its article, ending (Larkey, Ballesteros and Connell's light10, 2002) and long vowels;
    empty for a stop word, and where fewer than two letters are left."""
    stem = _folded(word).replace("ى", "ي")
    if stem in STOP_WORDS:
        return ""
    for prefix in _ARABIC_PREFIXES:
        if stem.startswith(prefix) and len(stem) - len(prefix) >= (3 if prefix == "و" else 2):
            stem = stem.removeprefix(prefix)
            break
    for suffix in _ARABIC_SUFFIXES:
        if stem.endswith(suffix) and len(stem) - len(suffix) >= 2:
            stem = stem.removesuffix(suffix)
    if len(stem) > 3:
        stem = stem[:1] + _LONG_VOWELS.sub("", stem[1:])
    return f"~{stem}" if len(stem) > 1 else ""


_FUNCTION = {
    "japanese": re.compile("[\u3040-\u309f何]+"),
    "chinese": re.compile(
        "什么时候|为什么|为何|什么|怎么样|怎么|怎样|如何|哪里|哪儿|哪些|哪个|多少|多久|多长|多大|几|谁|何时|请问|有没有|是不是|是否|可以|我们|你们|您|他们|她们|它们|[我你他她它的了吗呢吧是在有和与及或么个]"
        "|什麼|為什麼|怎麼|哪裡|幾|誰|嗎|個|與|我們|你們"
    ),
}
"""What is of grammar rather than of a topic: endings and particles of Japanese, and words that ask."""


def _pairs(run: str) -> tuple[str, ...]:
    return tuple(first + second for first, second in pairwise(run)) or (run,)


_DATE = re.compile(
    r"(?P<year>(?:19|20)\d\d)-(?P<month>0[1-9]|1[0-2])-(?P<day>0[1-9]|[12]\d|3[01])(?!\d)"
    r"|(?P<of>0?[1-9]|[12]\d|3[01])\.(?P<in>0?[1-9]|1[0-2])\.(?P<at>(?:19|20)\d\d)"
)
"""Day last, as ISO 8601 has it, or day first with dots; what has the month first looks like other countries' days."""


@lru_cache(maxsize=131_072)
def _word_terms(word: str, language: str = ENGLISH) -> tuple[str, ...]:
    """Terms of one word or compound; usually one, none for a stop word."""
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
    whole = _folded(word).strip("_")[:_LONGEST_TERM]
    return (whole, *(term for part in parts if len(part) > 1 or part.isdigit() for term in _plain(part, language)))


def _date_terms(word: str, date: re.Match[str]) -> tuple[str, ...]:
    """As it stands, and its year, its month by name and its day, as they are asked for."""
    year, month, day = (date[name] or date[other] for name, other in (("year", "at"), ("month", "in"), ("day", "of")))
    named = next(name for name, number in MONTHS.items() if number == int(month))
    return (word.casefold()[:_LONGEST_TERM], year, *_plain(named), str(int(day)))


def _without_clitics(word: str) -> str:
    """`station's` is the station, `don't` is do, `l'école` is the school."""
    return _CLITIC.sub("", word)


def _plain(word: str, language: str = ENGLISH) -> tuple[str, ...]:
    folded = _folded(word)[:_LONGEST_TERM]
    if language in LATIN and folded[:1] <= _LAST_LATIN:
        return (_folded(stem(word[:_LONGEST_TERM], language)),) if folded and not is_stop_word(word, language) else ()
    if not folded or folded in STOP_WORDS:
        return ()
    return (_stem(folded),)


def _folded(word: str) -> str:
    """Without case and accents. Cyrillic keeps the letters that only look accented (`й`), but for `ё`."""
    word = word.casefold()
    if word.isascii():
        return word
    if any("\u0400" <= letter <= "\u052f" for letter in word):
        return word.replace("ё", "е")
    return unicodedata.normalize("NFC", _FOLDED_MARKS.sub("", unicodedata.normalize("NFD", word)))


def _stem(word: str) -> str:
    language = next((language for first, last, language in _SCRIPT_LANGUAGES if first <= word[0] <= last), ENGLISH)
    return stem(word, language)
