"""Split text into passages within a token limit, at paragraphs, sentences, lines, words, and as a last resort characters."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise

from langchain_text_splitters import RecursiveCharacterTextSplitter

from chat.domain import Span
from chat.text import paragraphs, sentences
from chat.text.code_fences import fenced, is_inside

MODEL_WINDOW = 254
"""Tokens that fit the local embedding model's window besides its two special tokens."""
HEADER_TOKENS = 40
"""Tokens reserved for the header indexed in front of a passage."""
SCRAP = 20
"""Tokens below which a chunk says too little to be found."""

_CHARACTERS_PER_TOKEN = 16
"""Most characters per token of a passage, since to the model a word of more than 100 characters is a single token."""
_PARAGRAPH_END, _SENTENCE_END = "\ufdd0", "\ufdd1"
"""Unicode noncharacters, reserved for internal use, that mark the ends of our units for the splitter."""
_MEASURES_KEPT = 20_000
"""Number of texts whose length is cached; a text is measured again soon or never."""


class Measure:
    """The length of texts in tokens, cached."""

    def __init__(self, count: Callable[[str], int]) -> None:
        self._count = count
        self._known: dict[str, int] = {}

    def __call__(self, text: str) -> int:
        """Return the number of tokens of the text, or more if it has too many characters for so few tokens."""
        if text not in self._known:
            if len(self._known) >= _MEASURES_KEPT:
                self._known.clear()
            self._known[text] = max(self._count(text), -(-len(text) // _CHARACTERS_PER_TOKEN)) if text else 0
        return self._known[text]

    def below(self, limit: int, text: str) -> int | None:
        """Return the length if it is below the limit, else `None`. Texts of many characters are not counted."""
        if len(text) > limit * _CHARACTERS_PER_TOKEN:
            return None
        length = self(text)
        return length if length < limit else None


Divide = Callable[[str, int, Measure], list[Span]]
"""Cuts a text into contiguous spans that cover it, each of at most the given number of tokens."""


def passage_limit(tokens: int) -> int:
    """Return the configured limit, lowered to leave room for a header in the model's window."""
    return min(tokens, MODEL_WINDOW - HEADER_TOKENS)


def split(text: str, limit: int, measure: Measure) -> list[Span]:
    """Return contiguous spans that cover the text, none over the limit.

    A paragraph or sentence is only broken if it does not fit.
    """
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
    """Split a text like `split`, but regardless of paragraphs: as many whole sentences per span as fit."""
    parts = [
        Span(sentence.start + part.start, sentence.start + part.end)
        for sentence in sentences(text)
        for part in split(text[sentence.start : sentence.end], limit, measure)
    ]
    return _packed(text, parts, limit, measure)


def passages(text: str, stretch: Span, limit: int, overlap: int, measure: Measure, divide: Divide) -> Iterator[tuple[Span, Span]]:
    """Yield the passages of a stretch of text, each as two spans: without and with the sentences repeated from the previous one.

    Repeated sentences count towards the limit. A passage that the next one would repeat completely is merged into it.
    """
    held: tuple[Span, Span] | None = None
    for core, whole in _overlapping(text, stretch, limit, overlap, measure, divide):
        if held is not None and whole.start <= held[1].start:
            held = Span(held[0].start, core.end), whole
            continue
        if held is not None:
            yield held
        held = core, whole
    if held is not None:
        yield held


def _overlapping(
    text: str, stretch: Span, limit: int, overlap: int, measure: Measure, divide: Divide
) -> Iterator[tuple[Span, Span]]:
    within = text[stretch.start : stretch.end]
    if measure(within) <= limit:
        spans = [Span(0, len(within))]
        sentence_starts = []
    else:
        spans = divide(within, limit - overlap, measure)
        blocks = fenced(within)
        sentence_starts = [sentence.start for sentence in sentences(within) if not is_inside(sentence.start, blocks)]
    for span in spans:
        start = _overlap_start(within, span, sentence_starts, overlap, limit, measure)
        core = trimmed(text, Span(stretch.start + span.start, stretch.start + span.end))
        whole = trimmed(text, Span(stretch.start + start, stretch.start + span.end))
        if core is not None and whole is not None:
            yield core, whole


def _overlap_start(text: str, span: Span, sentence_starts: Sequence[int], overlap: int, limit: int, measure: Measure) -> int:
    """Return the start of a passage that repeats as many whole preceding sentences as the overlap and the limit allow."""
    start = span.start
    if overlap == 0 or start == 0:
        return start
    for index in range(bisect_left(sentence_starts, start) - 1, -1, -1):
        candidate = sentence_starts[index]
        if measure(text[candidate : span.start]) > overlap or measure(text[candidate : span.end]) > limit:
            break
        start = candidate
    return start


def trimmed(text: str, span: Span) -> Span | None:
    """Return the span without the blanks at its ends; `None` if it is entirely blank."""
    words = text[span.start : span.end]
    start = span.start + len(words) - len(words.lstrip())
    end = span.end - len(words) + len(words.rstrip())
    return Span(start, end) if start < end else None


def _marked(text: str) -> str:
    """Return the text with a mark after each sentence and paragraph; marks already in it become blanks.

    A fenced code block has no mark inside, so that it is only cut, between lines, if it does not fit.
    """
    text = text.replace(_PARAGRAPH_END, " ").replace(_SENTENCE_END, " ")
    blocks = fenced(text)
    paragraph_ends = {paragraph.end for paragraph in paragraphs(text)}
    return "".join(
        text[sentence.start : sentence.end]
        + ("" if is_inside(sentence.end, blocks) else _SENTENCE_END + (_PARAGRAPH_END if sentence.end in paragraph_ends else ""))
        for sentence in sentences(text)
    )


def _unmarked(marked: str) -> str:
    return marked.replace(_PARAGRAPH_END, "").replace(_SENTENCE_END, "")


def _fitting(text: str, span: Span, limit: int, measure: Measure) -> Iterator[Span]:
    """Halve the span until each part is within the limit: the tokens of a word's parts need not add up to its own."""
    if span.end - span.start < 2 or measure(text[span.start : span.end]) <= limit:
        yield span
        return
    middle = (span.start + span.end) // 2
    yield from _fitting(text, Span(span.start, middle), limit, measure)
    yield from _fitting(text, Span(middle, span.end), limit, measure)


def _packed(text: str, spans: Sequence[Span], limit: int, measure: Measure) -> list[Span]:
    """Join neighbouring spans as long as they fit, as the splitter leaves short ends where it used smaller units."""
    packed: list[Span] = []
    for span in spans:
        joined = Span(packed[-1].start, span.end) if packed else span
        if packed and measure(text[joined.start : joined.end]) <= limit:
            packed[-1] = joined
        else:
            packed.append(span)
    return packed
