"""Detect the language that most of a text is in."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from py3langid.langid import MODEL_FILE, LanguageIdentifier  # type: ignore[import-untyped]  # it ships no types

from chat.domain import Extracted

_PIECES = 8
_PIECE = 500
_FEWEST_LETTERS = 40
_SURE = 0.6
"""Probability from which a language is accepted.

On 720 paragraphs in 11 languages (XQuAD): by their first 120 characters, 98 % are identified and none wrongly; by the first 60,
86 % and 3 wrongly; the rest are undecided.
"""


def with_language(extracted: Extracted) -> Extracted:
    return replace(extracted, coverage=replace(extracted.coverage, language=language_of(extracted.text)))


def language_of(text: str) -> str | None:
    """Return the ISO 639-1 code, judged by samples from all over the text; `None` for too few letters or an uncertain result."""
    sample = _sample(text)
    if sum(map(str.isalpha, sample)) < _FEWEST_LETTERS:
        return None
    model = identifier()
    if model is None:
        return None
    code, probability = model.classify(sample)
    return code if probability >= _SURE and len(code) == 2 else None


def _sample(text: str) -> str:
    if len(text) <= _PIECES * _PIECE:
        return text
    step = (len(text) - _PIECE) // (_PIECES - 1)
    return "\n".join(text[start : start + _PIECE] for start in range(0, step * _PIECES, step))


@cache
def identifier() -> LanguageIdentifier | None:
    """Return the language model, or `None` where it cannot be loaded because no temporary file can be written.

    Loading takes half a second, and a reader process may write no files, so `preloaded` loads it in advance.
    """
    try:
        return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    except OSError:
        return None
