"""Text into passages of at most so many tokens: by paragraphs, sentences, lines, words, and characters as the last resort."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise

from langchain_text_splitters import RecursiveCharacterTextSplitter

from chat.domain import Span
from chat.text import paragraphs, sentences

MODEL_WINDOW = 254
"""Tokens that the local embedding model reads, its two special ones taken off."""
HEADER_TOKENS = 40
"""Room kept for what stands in front of a passage in the index."""

SCRAP = 20
"""Tokens under which a chunk says too little to be found by."""

_CHARACTERS_PER_TOKEN = 16
"""A word of over 100 characters is one token to the model; a passage holds no more characters than its tokens times this."""
_PARAGRAPH_END, _SENTENCE_END = "\ufdd0", "\ufdd1"
"""Noncharacters, for internal use by their definition: they tell the splitter where our units end."""


_MEASURES_KEPT = 20_000
"""Texts whose length is remembered; what is measured again comes soon after."""


class Measure:
    """Length in tokens; a text measured again soon is not counted again."""

    def __init__(self, count: Callable[[str], int]) -> None:
        self._count = count
        self._known: dict[str, int] = {}

    def __call__(self, text: str) -> int:
        """Tokens of the text, or more where so few tokens would hold too many characters."""
        if text not in self._known:
            if len(self._known) >= _MEASURES_KEPT:
                self._known.clear()
            self._known[text] = max(self._count(text), -(-len(text) // _CHARACTERS_PER_TOKEN)) if text else 0
        return self._known[text]

    def below(self, limit: int, text: str) -> int | None:
        """The length where it is under the limit, `None` otherwise. A text of many characters need not be counted for that."""
        if len(text) > limit * _CHARACTERS_PER_TOKEN:
            return None
        length = self(text)
        return length if length < limit else None


Divide = Callable[[str, int, Measure], list[Span]]
"""A text into contiguous spans of at most so many tokens that cover it."""


def passage_limit(tokens: int) -> int:
    """The setting, lowered where a header would no longer fit into the model's window beside it."""
    return min(tokens, MODEL_WINDOW - HEADER_TOKENS)


def split(text: str, limit: int, measure: Measure) -> list[Span]:
    """Contiguous spans that cover the text, none over the limit; a larger unit is only broken when it does not fit whole."""
    if measure(text) <= limit:
        return [Span(0, len(text))] if text else []
    splitter = RecursiveCharacterTextSplitter(
        separators=[_PARAGRAPH_END, _SENTENCE_END, "\n", " ", ""],
        keep_separator="end",
        strip_whitespace=False,
        chunk_size=limit,
        chunk_overlap=0,
        length_function=lambda marked: measure(_unmarked(marked)),
    )
    lengths = [len(_unmarked(piece)) for piece in splitter.split_text(_marked(text))]
    ends = list(accumulate(lengths, initial=0))
    spans = [Span(start, end) for start, end in pairwise(ends) if start < end]
    return _packed(text, [part for span in spans for part in _fitting(text, span, limit, measure)], limit, measure)


def windows(text: str, limit: int, measure: Measure) -> list[Span]:
    """The same without regard to paragraphs: sentence after sentence as long as they fit."""
    parts = [
        Span(sentence.start + part.start, sentence.start + part.end)
        for sentence in sentences(text)
        for part in split(text[sentence.start : sentence.end], limit, measure)
    ]
    return _packed(text, parts, limit, measure)


def passages(text: str, stretch: Span, limit: int, overlap: int, measure: Measure, divide: Divide) -> Iterator[tuple[Span, Span]]:
    """Each passage without and with the sentences that it repeats; those count towards the limit. One that the next would repeat
    whole is part of that one."""
    before: tuple[Span, Span] | None = None
    for core, whole in _repeating(text, stretch, limit, overlap, measure, divide):
        if before is not None and whole.start <= before[1].start:
            before = Span(before[0].start, core.end), whole
            continue
        if before is not None:
            yield before
        before = core, whole
    if before is not None:
        yield before


def _repeating(
    text: str, stretch: Span, limit: int, overlap: int, measure: Measure, divide: Divide
) -> Iterator[tuple[Span, Span]]:
    own = text[stretch.start : stretch.end]
    if measure(own) <= limit:
        spans = [Span(0, len(own))]
        starts = []
    else:
        spans = divide(own, limit - overlap, measure)
        starts = [sentence.start for sentence in sentences(own)]
    for span in spans:
        begin = _extended(own, span, starts, overlap, limit, measure)
        core = trimmed(text, Span(stretch.start + span.start, stretch.start + span.end))
        whole = trimmed(text, Span(stretch.start + begin, stretch.start + span.end))
        if core is not None and whole is not None:
            yield core, whole


def _extended(own: str, span: Span, starts: Sequence[int], overlap: int, limit: int, measure: Measure) -> int:
    """Where the passage begins with as many whole sentences before it as the overlap holds."""
    begin = span.start
    if overlap == 0 or begin == 0:
        return begin
    place = bisect_left(starts, begin)
    while place > 0:
        place -= 1
        candidate = starts[place]
        if measure(own[candidate : span.start]) > overlap or measure(own[candidate : span.end]) > limit:
            break
        begin = candidate
    return begin


def trimmed(text: str, span: Span) -> Span | None:
    """The span without the blanks at its edges; `None` when there is nothing else."""
    words = text[span.start : span.end]
    start = span.start + len(words) - len(words.lstrip())
    end = span.end - len(words) + len(words.rstrip())
    return Span(start, end) if start < end else None


def _marked(text: str) -> str:
    """The text with a mark behind each sentence and paragraph; what it had of these marks itself becomes blanks."""
    text = text.replace(_PARAGRAPH_END, " ").replace(_SENTENCE_END, " ")
    paragraph_ends = {paragraph.end for paragraph in paragraphs(text)}
    return "".join(
        text[sentence.start : sentence.end] + _SENTENCE_END + (_PARAGRAPH_END if sentence.end in paragraph_ends else "")
        for sentence in sentences(text)
    )


def _unmarked(marked: str) -> str:
    return marked.replace(_PARAGRAPH_END, "").replace(_SENTENCE_END, "")


def _fitting(text: str, span: Span, limit: int, measure: Measure) -> Iterator[Span]:
    """The span, halved as long as it is over the limit: inside a word, parts may have fewer tokens than the whole."""
    if span.end - span.start < 2 or measure(text[span.start : span.end]) <= limit:
        yield span
        return
    middle = (span.start + span.end) // 2
    yield from _fitting(text, Span(span.start, middle), limit, measure)
    yield from _fitting(text, Span(middle, span.end), limit, measure)


def _packed(text: str, spans: Sequence[Span], limit: int, measure: Measure) -> list[Span]:
    """Neighbours joined as long as they fit: the splitter leaves short ends where it went down to smaller units."""
    packed: list[Span] = []
    for span in spans:
        joined = Span(packed[-1].start, span.end) if packed else span
        if packed and measure(text[joined.start : joined.end]) <= limit:
            packed[-1] = joined
        else:
            packed.append(span)
    return packed
