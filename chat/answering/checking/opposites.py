"""Words on the two sides of opposites, such as more and less: which a text has, and which say the same as a word."""

from __future__ import annotations

import re

from chat.text import terms


def _side(words: str) -> frozenset[str]:
    return frozenset(terms(words.replace("|", " "))) | frozenset(words.split())


_PAIRS: tuple[tuple[frozenset[str], frozenset[str]], ...] = tuple(
    (_side(one), _side(other))
    for one, other in (
        (
            "increase rise rose risen grow grew grown raise gain climb higher growth accelerate improve expand"
            " steigen stieg stiegen"
            " gestiegen wuchs gewachsen erhöht erhöhte hausse augmenté augmentation aumento aumentó subió crecer creció",
            "decrease fall fell fallen drop decline reduce lower loss shrink sink slow slower worsen contract"
            " sank sanken gesunken fiel"
            " verringert rückgang baisse diminué diminution descenso bajó disminuyó disminución",
        ),
        ("before prior earlier avant antes davor", "after later following après después danach"),
        ("above over exceed sobre", "below under beneath debajo"),
        ("more mehr más", "less fewer weniger moins menos"),
        ("minimum mindestens least", "maximum höchstens most"),
        ("allow permit permitted erlaubt autorisé permitido", "forbid forbidden prohibit ban verboten interdit prohibido"),
        ("include included inklusive enthalten compris incluido", "exclude excluded exklusive exclu excluido"),
        ("open opened geöffnet ouvert abierto", "close closed geschlossen fermé cerrado"),
        ("enable enabled aktiviert activé", "disable disabled deaktiviert désactivé"),
        ("accept accepted approve approved", "reject rejected refuse refused"),
        ("like love enjoy prefer", "hate dislike detest"),
        ("win won gewann", "lose lost verlor"),
        ("buy bought purchase kaufen", "sell sold verkaufen"),
        ("high hot warm", "low cold"),
        ("profit", "loss deficit"),
        ("support favour favor endorse", "oppose against"),
        ("succeed success", "fail failure"),
        ("mandatory required compulsory obligatory", "optional voluntary"),
        ("add append", "remove delete"),
    )
)
_OF_TWO_WORDS = (
    (re.compile(r"\bat least\b|\bno (?:less|fewer) than\b|\bnot less than\b", re.IGNORECASE), " minimum "),
    (re.compile(r"\bat most\b|\bup to\b|\bno more than\b|\bnot more than\b", re.IGNORECASE), " maximum "),
    (re.compile(r"\b(?:over|above|more than)(?= [\d$€£])", re.IGNORECASE), " above "),
    (re.compile(r"\b(?:under|below|less than|fewer than|younger than)(?= [\d$€£])", re.IGNORECASE), " below "),
    (re.compile(r"\bup(?= (?:by )?[\d$€£])", re.IGNORECASE), " increase "),
    (re.compile(r"\bdown(?= (?:by )?[\d$€£])", re.IGNORECASE), " decrease "),
    (re.compile(r"\b(?:over|under)(?! [\d$€£])|\bmost of\b|\bmost people\b|\bfollowing\b", re.IGNORECASE), " "),
)


def _words(text: str) -> frozenset[str]:
    for pattern, instead in _OF_TWO_WORDS:
        text = pattern.sub(instead, text)
    return frozenset(re.findall(r"[^\W\d_]+", text.casefold())) | frozenset(terms(text))


def exchanged(claim: str, source: str) -> int:
    """Return the number of pairs of which the claim has one side only and the source the other only."""
    mine, theirs = _words(claim), _words(source)
    found = 0
    for one, other in _PAIRS:
        here, there = (bool(mine & one), bool(mine & other)), (bool(theirs & one), bool(theirs & other))
        found += here in ((True, False), (False, True)) and there == here[::-1]
    return found


def same_side(term: str) -> frozenset[str]:
    """Return the words on the same side of a pair as a term: `rose` and `up`."""
    return next((side for pair in _PAIRS for side in pair if term in side), frozenset())


def either_side(term: str) -> frozenset[str]:
    """Return the words on both sides of the pair that has a term."""
    return next((pair[0] | pair[1] for pair in _PAIRS if term in pair[0] or term in pair[1]), frozenset())
