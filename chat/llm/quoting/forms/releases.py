"""Answer questions about a release from the headings of a changelog, where alone its version and date stand: what changed in it,
when it came out, which one is the latest (decision 122)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from chat.domain import Passage, Source
from chat.llm.quoting.evidence import Evidence
from chat.llm.quoting.passage.headings import Path, paths
from chat.llm.quoting.passage.piece import Piece
from chat.llm.quoting.presentation.wording import Quote
from chat.text import terms
from chat.text.calendar_names import ENGLISH_SHORT_MONTH, MONTHS, one_of

_MOST_CHANGES = 12
"""Most changes quoted from one passage."""
_NUMBER = r"v?\d+(?:\.\d+)*(?:[.-]?(?:a|b|rc|alpha|beta|dev|post)[.-]?\d*)?"
_MONTH = rf"(?:{one_of(MONTHS)}|(?:{ENGLISH_SHORT_MONTH})\.?)"
_DATE = re.compile(
    rf"(?<![\d.])(?:(?:19|20)\d\d[-/.]\d\d[-/.]\d\d|\d\d?[-/.]\d\d?[-/.](?:19|20)\d\d"
    rf"|{_MONTH}\s\d\d?(?:st|nd|rd|th)?,?\s(?:19|20)\d\d"
    rf"|\d\d?(?:st|nd|rd|th)?\.?\s{_MONTH},?\s(?:19|20)\d\d)(?!\d)",
    re.IGNORECASE,
)
_LINK = re.compile(r"\[([^\]]*)\](?:\([^)]*\))?")
_HEADING = re.compile(
    rf"(?:(?:version|release|[^\W\d][\w.-]*)\s+)?(?P<version>{_NUMBER})(?:\W*|\W+(?:released|yanked|DATE)\W*)*", re.IGNORECASE
)
"""A heading of nothing but a version, perhaps with a name before it and a date, written as `DATE`, behind it."""
_OF = rf"(?:the\s+)?(?:(?:version|release)\s+)?(?:[^\W\d][\w.-]*\s+(?:version\s+|release\s+)?)?({_NUMBER})"
_CHANGED = (
    r"change[sd]?|new|add(?:ed|s)?|fix(?:ed|es)?|remove[sd]?|deprecate[sd]?|improve[sd]?|broke|breaking(?:\s+changes)?|different"
)
_ASKS = {
    kind: re.compile(rf"(?:and\s+|so\s+)?(?:{pattern})[\s?.!]*", re.IGNORECASE)
    for kind, pattern in (
        (
            "changes",
            rf"what(?:['’]s|\s+(?:is|are|was|were|has|have|did))?\s+(?:the\s+)?(?:been\s+)?(?P<verb>{_CHANGED})\s+"
            rf"(?:in|with|by|for)\s+{_OF}"
            rf"|(?:what(?:['’]s|\s+is)\s+in\s+|what\s+does\s+){_OF}(?:\s+(?:change|bring|contain|add|fix|remove))?",
        ),
        (
            "date",
            rf"when\s+(?:was|did|is)\s+{_OF}\s+(?:been\s+)?(?:released|published|come\s+out|out|appear|launched|tagged)"
            rf"|(?:what(?:['’]s|\s+(?:is|was))\s+the\s+)?release\s+date\s+(?:of|for)\s+{_OF}",
        ),
        (
            "latest",
            r"(?:what|which)(?:['’]s|\s+(?:is|was))?\s+(?:the\s+)?(?:latest|newest|current|(?:most\s+)?recent|last)\s+(?:version|release)"
            r"(?:\s+of\s+(?P<name>[\w. -]+?))?"
            r"|when\s+was\s+the\s+(?:latest|newest|(?:most\s+)?recent|last)\s+(?:version|release)(?:\s+(?:released|published))?",
        ),
    )
}
_ASKS_WHICH = re.compile(
    r"(?:(?:in|since|from|with)\s+)?(?:what|which)\s+(?:version|release)\s+(?!.*\b(?:supported|needed|required|need|require)\b)",
    re.IGNORECASE,
)
_ANY_CHANGE = frozenset(terms("changes changed new different has been breaking changes broke"))


class _Release(NamedTuple):
    """A heading of a release, with the pieces of one source below it."""

    version: tuple[str, ...]
    title: str
    source: int
    below: tuple[tuple[Path, Piece], ...]


def quote_releases(question: str, evidence: Evidence) -> list[Quote]:
    """Return quotes that answer such a question; empty if it is of another form, or no heading has the version asked for."""
    pieces, sources, language = evidence.pieces, evidence.sources, evidence.language
    kind, matched = next(
        ((kind, match) for kind, pattern in _ASKS.items() if (match := pattern.fullmatch(question.strip()))), ("", None)
    )
    if matched is None:
        return []
    releases = [each for at, source in enumerate(sources) if pieces[at] for each in _releases(at, pieces[at], source, language)]
    if kind == "latest":
        return _latest(releases, sources, terms(matched.groupdict().get("name") or "", language))
    asked_for = [each for each in releases if _plain(each.version) == _plain(_parts(_version_in(matched)))]
    if kind == "date":
        return [_quote_title(each) for each in asked_for if _DATE.search(each.title)][:1]
    wanted = frozenset(terms(matched.groupdict().get("verb") or "", language)) - _ANY_CHANGE
    return [quote for each in asked_for for quote in _changes(each, wanted)]


def asks_for_a_release(question: str) -> bool:
    """Return whether a question asks which version did something."""
    return _ASKS_WHICH.match(question.strip()) is not None


def release_heading(path: Path) -> str:
    """Return the heading of the release that a piece stands under, or an empty string."""
    return next((_shown(each.text) for each in reversed(path) if _version(each.text)), "")


def _version_in(match: re.Match[str]) -> str:
    """Return the version that a question names: what its only group without a name captured."""
    return next(value for value in match.groups() if value and value != match.groupdict().get("verb"))


def _version(heading: str) -> tuple[str, ...]:
    """Return the parts of the version that a heading consists of; empty for other headings."""
    match = _HEADING.fullmatch(_DATE.sub("DATE", _shown(heading)))
    return _parts(match["version"]) if match is not None and ("." in match["version"] or "DATE" in match[0]) else ()


def _shown(heading: str) -> str:
    return _LINK.sub(r"\1", heading).strip("#*_` ")


def _parts(version: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\d+|[a-z]+", version.casefold().removeprefix("v")))


def _plain(version: Sequence[str]) -> tuple[str, ...]:
    """Return the parts without zeros at the end: 2.0 is 2.0.0."""
    return tuple(version) if version[-1:] != ("0",) or len(version) == 1 else _plain(version[:-1])


def _releases(at: int, pieces: Sequence[Piece], source: Passage, language: str) -> Iterator[_Release]:
    if source.chunk.source is not Source.DOCUMENT:
        return
    below: dict[str, list[tuple[Path, Piece]]] = {title: [] for title in source.chunk.section if _version(title)}
    for path, piece in zip(paths(source, pieces, language), pieces, strict=True):
        title = next((each.text for each in reversed(path) if _version(each.text)), None)
        if title is not None:
            below.setdefault(title, []).append((path, piece))
    for title, under in below.items():
        yield _Release(_version(title), _shown(title), at, tuple(under))


def _latest(releases: Sequence[_Release], sources: Sequence[Passage], name: Sequence[str]) -> list[Quote]:
    """Quote the highest version of each document whose beginning was found, since changelogs begin with it; one that the question
    names must be the document's."""
    latest: dict[str, _Release] = {}
    for each in releases:
        chunk = sources[each.source].chunk
        called = terms(" ".join((sources[each.source].document_name or "", chunk.header, *chunk.section, each.title)))
        before = latest.get(chunk.parent)
        if set(name) <= set(called) and (before is None or _order(before.version) < _order(each.version)):
            latest[chunk.parent] = each
    begun = {source.chunk.parent for source in sources if source.chunk.index == 0}
    return [_quote_title(each) for parent, each in latest.items() if parent in begun]


def _order(version: Sequence[str]) -> tuple[tuple[int, str], ...]:
    return (*((int(part), "") if part.isdecimal() else (-1, part) for part in version), (0, ""))


def _quote_title(release: _Release) -> Quote:
    return Quote(release.source + 1, release.title, rephrased=True)


def _changes(release: _Release, wanted: frozenset[str]) -> Iterator[Quote]:
    """Quote what stands under a release; where the question asks for changes of one kind ("fixed"), what stands under its heading
    or names it."""
    changes = [
        piece.text
        for path, piece in release.below
        if piece.quotable and (not wanted or wanted <= frozenset(terms(piece.text)) | path[-1].terms)
    ]
    if changes:
        yield Quote(release.source + 1, release.title, rephrased=True, items=tuple(changes[:_MOST_CHANGES]))
