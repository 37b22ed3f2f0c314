"""Guess the legacy (pre-UTF-8) encoding of a text from the letters that it then has.

For each language, the non-ASCII letters are listed by frequency; the reading under which the text is likeliest wins. A general
detector mistook half a sentence in KOI8-R for Japanese, and Hungarian, Turkish and Latvian for French.
"""

from __future__ import annotations

import codecs
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

_SAMPLE = 20_000
"""Bytes examined, from the first non-ASCII byte on."""
_BEFORE = 100
_BEYOND = re.compile(rb"[\x80-\xff]")
_FLOOR = math.log(1e-6)
"""Log probability of a character that the language does not have."""
_BREAK = -5.0
"""Penalty for a sign between two letters, a capital after a small letter, or two scripts in one word."""
_NOTHING_FITS = -8.0
"""Mean log probability of the best reading at or below which no encoding is accepted."""
_SIGNS = "’“”–—„«»…°§€©·‘\xa0"
_SIGN = math.log(0.01)
_JOINING = "’·-\xad"
_DASH = "—"
"""In English, it joins two words without blanks."""
_OLD, _ANCIENT = -2.0, -6.0
_PLAIN_WORD = re.compile(rb"(?<![\x80-\xff\w])[a-z]+(?![\x80-\xff\w])")

_ENCODINGS: Mapping[str, Mapping[str, float]] = {
    "western": {"cp1252": 0.0, "iso8859-15": _OLD, "mac-roman": _ANCIENT, "cp850": _ANCIENT},
    "central": {"cp1250": 0.0, "iso8859-2": _OLD, "mac-latin2": 2 * _ANCIENT, "cp852": _ANCIENT},
    "cyrillic": {"cp1251": 0.0, "koi8-u": _OLD, "iso8859-5": _OLD, "cp866": _ANCIENT, "mac-cyrillic": 2 * _ANCIENT},
    "greek": {"cp1253": 0.0, "iso8859-7": _OLD},
    "turkish": {"cp1254": 0.0},
    "hebrew": {"cp1255": 0.0, "iso8859-8": _OLD},
    "arabic": {"cp1256": 0.0, "iso8859-6": _OLD},
    "baltic": {"cp1257": 0.0, "iso8859-13": _OLD},
    "vietnamese": {"cp1258": 0.0},
    "thai": {"cp874": 0.0},
}
"""Encodings by group of languages, with the log prior against rarer ones."""
_WESTERN = "cp1252"


class _Language(NamedTuple):
    """How a text in the language is recognised."""

    letters: str
    """Non-ASCII letters, the most frequent first."""
    words: str = ""
    """Frequent ASCII words, of languages that are mostly written in ASCII."""


_LANGUAGES: Mapping[str, tuple[_Language, ...]] = {
    "western": (
        _Language("’“”–é£—‘…üöáíóè€•°ïñäçàâêôœæ©®½×", "the of and to in is that for was with"),
        _Language("éèàê’çôùâîûœëï«»–ÀÉ", "de la le et les des en un une du est que dans"),
        _Language("üäöß„“–ÜÄÖ§é", "der die und das von den mit ist im des ein eine nicht zu"),
        _Language("óíáéñúü¿¡ªº", "de la que el en y los del se las por un con una"),
        _Language("ãçáéíóõêâúàôªº", "de a o que e do da em um os no se na por uma"),
        _Language("àèòùìé’", "di e il la che un in del della per una con non"),
        _Language("äåöé", "och att det som en av den till med har ja on oli"),
        _Language("åøæéö", "og i det at en av til som den er for med på"),
        _Language("áðíóéþöúæý", "og er sem til um hann var en"),
        _Language("ëéïèöüó’", "de het een van en in is dat te op zijn met"),
        _Language("àéèíóòçúïü·", "de la i el que en les un per amb els"),
    ),
    "central": (
        _Language("łóążęśćźń", "w na z do nie jest i od po za przez"),
        _Language("íáéřžěčýšůúóňťď", "a na se v je to do od ale za po"),
        _Language("áíéčžúýšťôľňäóďŕĺ", "a na sa v je to do od ale za po"),
        _Language("áéíóöőúüű", "a az egy hogy nem is volt ez van meg"),
        _Language("ăîâşţ", "de a cu la din pe care un o este nu"),
        _Language("čćžšđ", "je i u na se da za od su koji"),
    ),
    "cyrillic": (
        _Language("оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё"),
        _Language("оанивітерслкудмпзяьбгчйюхцжєїщфґш"),
        _Language("аоиетнрсвлкдпмзугяъбчщцхжюфьй"),
        _Language("аоиенртсвкдумплјзгбчшцњћхжђфљџ"),
    ),
    "greek": (_Language("αοιετσνηυρπκμλςόίωάήέδγύώχθφβξζψϊϋΰΐ"),),
    "turkish": (_Language("ıüşğçöİâî", "ve bir bu de da ile olarak olan en ne"),),
    "hebrew": (_Language("יהולאתברמשנעפדחקכטסזגצםןךףץ"),),
    "arabic": (_Language("اليمنرتبودعهسفكقةحجشصخطىذزءضغأثإئظؤآ،؟"), _Language("اینردهمتبوسلشکزفگعخقجآپحطصچضژغذثظ،")),
    "baltic": (
        _Language("āīēšūļņčžķģ", "un ir no ar par uz to bet vai"),
        _Language("ėšųįžąčęū", "ir kad su yra tai jo bet ar"),
        _Language("äõüöšž", "ja on ei see ta oli et ka kui"),
    ),
    "vietnamese": (_Language("\u0301\u0300đêâơưôă\u0323\u0309\u0303áàảãạíóúéèì"),),
    "thai": (_Language("านรอกเงมยลวดทสตะปบคหแจพชขใไโผถัี่้ิ์ุูื็ำซณธศษภญฐ"),),
}
_STRANGE = -12.0
"""Penalty for a reading in another language than that of the text's plain words."""
_FEWEST_WORDS = 3
_CHINESE = (
    "的一是不了在人有我他这中大来上个国到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然"
    "没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二"
    "理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信"
    "北少关并内加化由却代军产入先山五太水万市"
)
_TAIWANESE = (
    _CHINESE + "這個國來們為說時會對過學後麼沒開還發當與進動長現將樣經頭見實點種聲話兒問機給幾業間電門東聽氣關並內軍產萬兩從無"
)
_KOREAN = "이다는에의을가고하한를은지도로기사서리자인대나있스니어해들과전일정시아수그것부제장여상주원보으라"
Scorer = Callable[[str], float]
"""Returns the log probability of a character."""


def guess(content: bytes) -> str | None:
    """Return the likeliest encoding of a text that is not UTF-8, or `None` when it resembles no known language."""
    sample = _sample(content)
    _, mean, encoding = max(_readings(sample))
    if mean <= _NOTHING_FITS:
        return None
    return _WESTERN if _reads_the_same(content, encoding) else encoding


def _reads_the_same(content: bytes, encoding: str) -> bool:
    """Return whether all non-ASCII bytes decode to the same characters in the Western encoding, as German letters do in the
    Baltic one."""
    if encoding in _EASTERN:
        return False
    beyond = bytes(value for value in range(0x80, 0x100) if value in content)
    return beyond.decode(encoding, "replace") == beyond.decode(_WESTERN, "replace")


def _sample(content: bytes) -> bytes:
    """Return the sample to examine, which begins shortly before the first non-ASCII byte, where no character can be split."""
    found = _BEYOND.search(content)
    first = found.start() if found else 0
    return content[max(0, first - _BEFORE) : first + _SAMPLE]


def _readings(sample: bytes) -> Iterator[tuple[float, float, str]]:
    """Yield for each reading its log probability, its mean over the non-ASCII characters, and the encoding."""
    spoken = _spoken(sample)
    joining = f"{_JOINING}{_DASH}" if _LANGUAGES["western"][0] in spoken else _JOINING
    for group, encodings in _ENCODINGS.items():
        for encoding, prior in encodings.items():
            text = _decoded(sample, encoding)
            beyond = [character for character in text if character > "\x7f"]
            broken = _BREAK * _breaks(text, joining)
            for language in _LANGUAGES[group]:
                known = _frequencies(language.letters)
                total = sum(known.get(character, _FLOOR) for character in beyond) + broken
                strange = _STRANGE if spoken and language not in spoken else 0.0
                yield prior + total + strange, total / max(len(beyond), 1), encoding
    for encoding, scorer in _EASTERN.items():
        text = _decoded(sample, encoding)
        beyond = [character for character in text if character > "\x7f"]
        total = sum(map(scorer, beyond)) + _BREAK * _breaks(text, joining) + (_STRANGE if spoken else 0.0)
        yield total, total / max(len(beyond), 1), encoding


def _spoken(sample: bytes) -> frozenset[_Language]:
    """Return the languages that the plain ASCII words are likeliest in; empty when the words do not tell."""
    words = Counter(word.decode() for word in _PLAIN_WORD.findall(sample.lower()))
    counts = {language: sum(words[word] for word in language.words.split()) for each in _LANGUAGES.values() for language in each}
    most = max(counts.values())
    return frozenset(language for language, count in counts.items() if count >= max(_FEWEST_WORDS, 0.7 * most))


def _decoded(sample: bytes, encoding: str) -> str:
    """Return the decoded sample without a character that the end of a full sample splits."""
    return codecs.getincrementaldecoder(encoding)("replace").decode(sample, final=len(sample) < _SAMPLE)


def _breaks(text: str, joining: str) -> int:
    """Return how often a word contains something that words do not have."""
    count = 0
    for before, character, after in zip(text, text[1:], text[2:], strict=False):
        if character <= "\x7f":
            continue
        if character.isalpha():
            strange = before <= "\x7f" and before.isalpha() and character > "\u036f"
            count += strange or (character.isupper() and before.islower()) or (character.islower() and after.isupper())
            count += before.isdigit() and after.isdigit()
        elif before.isalpha() and after.isalpha() and character not in joining and not unicodedata.combining(character):
            count += 1
    return count


@cache
def _frequencies(letters: str) -> Mapping[str, float]:
    """Return log probabilities by rank, as 1 : 1/2 : 1/3 beginning with the third; a capital has a tenth of its small letter's
    probability."""
    whole = sum(1 / (rank + 3) for rank in range(len(letters)))
    known = dict.fromkeys(_SIGNS, _SIGN)
    for rank, letter in enumerate(letters):
        value = math.log(0.9 / (rank + 3) / whole)
        if len(letter.upper()) == 1:
            known[letter.upper()] = max(value + math.log(0.1), known.get(letter.upper(), _FLOOR))
        known[letter] = value
    return known


# --- East Asia ---------------------------------------------------------------------------------------------------


def _japanese(character: str) -> float:
    if "\u3041" <= character <= "\u3096":
        return math.log(1 / 60)
    if "\u30a0" <= character <= "\u30ff":
        return math.log(1 / 150)
    if character in "、。「」（）・":
        return math.log(1 / 40)
    return math.log(1 / 2_500) if "\u4e00" <= character <= "\u9fff" else _other(character)


def _chinese(common: frozenset[str], encoding: str, last: int) -> Scorer:
    """Return a scorer for Chinese: the national standards list frequent characters first, up to a certain row."""

    def score(character: str) -> float:
        if character in "，。、；：？！（）《》“”":
            return math.log(1 / 30)
        if character in common:
            return math.log(1 / 250)
        if not "\u4e00" <= character <= "\u9fff":
            return _other(character)
        coded = character.encode(encoding, "ignore")
        return math.log(1 / 1_500 if coded and coded[0] <= last else 1 / 50_000)

    return score


def _korean(character: str) -> float:
    if "\uac00" <= character <= "\ud7a3":
        if character in _KOREAN:
            return math.log(1 / 80)
        return math.log(1 / 900 if character.encode("euc_kr", "ignore") else 1 / 200_000)
    return math.log(1 / 50_000) if "\u4e00" <= character <= "\u9fff" else _other(character)


def _other(character: str) -> float:
    """Return the log probability of other characters; full-width forms and signs are common everywhere."""
    return math.log(1 / 500) if "\uff01" <= character <= "\uff5e" or character in _SIGNS else _FLOOR


_EASTERN: Mapping[str, Scorer] = {
    "cp932": _japanese,
    "euc_jp": _japanese,
    "gb18030": _chinese(frozenset(_CHINESE), "gb2312", 0xD7),
    "big5": _chinese(frozenset(_TAIWANESE), "big5", 0xC6),
    "cp949": _korean,
}
