"""The WordPiece tokenizer of the local model, and the length of texts in its tokens."""

from __future__ import annotations

import hashlib
import math
import re
from functools import cache, lru_cache
from pathlib import Path

from tokenizers import BertWordPieceTokenizer

from chat.text.languages import languages_of

VOCABULARY = Path(__file__).with_name("vocab.txt")
VOCABULARY_SHA256 = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"
"""Hash of the vocabulary of bert-base-uncased (Google, Apache-2.0), which all-MiniLM-L6-v2 uses."""

_PLAIN = re.compile(r"[\t\n -~]*")
_WORD = re.compile(r"[A-Za-z0-9]+|[^\sA-Za-z0-9]")
"""In ASCII text, BERT's words are runs of letters and digits, and every other character by itself."""
_UNSPACED = re.compile(r"[^ \t\n\r]+")
"""BERT tokenizes text between two blanks independently of its neighbours, so its token count can be cached."""
_SPELLED = re.compile("[\u0370-\u10ff\u1200-\u1dff\u1f00-\u1fff\u2c00-\u2ddf\ua640-\uabff\ufb1d-\ufdff\ufe70-\ufefc]+")
"""Scripts that the vocabulary spells letter by letter: Greek, Cyrillic, Hebrew, Arabic, the scripts of India and others."""
_CJK = re.compile(
    "[\u1100-\u11ff\u3005-\u3007\u3040-\u318f\u31f0-\u31ff\u3400-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]+"
)
"""Chinese, Japanese and Korean characters."""
_SPELLED_A_TOKEN, _CJK_A_TOKEN, _LATIN_A_TOKEN = 4, 1.5, 4.6
"""Characters that say as much as one English word piece; the last is for other languages in Latin letters, including blanks."""
_LONGEST_CACHED = 40
_CACHED = 131_072


class WordPiece:
    """Counts and encodes like the local model. A word of more than 100 characters is one unknown token, as in BERT."""

    def __init__(self, vocabulary: Path = VOCABULARY) -> None:
        """Read the vocabulary. ValueError if it is not the one the model was trained with."""
        if hashlib.sha256(vocabulary.read_bytes()).hexdigest() != VOCABULARY_SHA256:
            raise ValueError(f"{vocabulary.name} is not the vocabulary of the local embedding model")
        self.tokenizer = BertWordPieceTokenizer(str(vocabulary), lowercase=True)
        """Without truncation and padding, which are set per batch where the model is run."""
        self._count_word = lru_cache(_CACHED)(self._count_encoded)
        self._count_unspaced = lru_cache(_CACHED)(self._count_piece)

    def count(self, text: str) -> int:
        """Return the length in the model's tokens, without special tokens. Thread-safe.

        Text is counted word by word, and word counts are cached: a table row takes 8 microseconds instead of 40.
        """
        if _PLAIN.fullmatch(text):
            return sum(map(self._count_word, _WORD.findall(text)))
        return sum(
            self._count_unspaced(piece) if len(piece) <= _LONGEST_CACHED else self._count_piece(piece)
            for piece in _UNSPACED.findall(text)
        )

    def size(self, text: str) -> int:
        """Return the length in tokens of a vocabulary with whole words of every language.

        Chunking uses it, so that a passage says as much in German, Russian or Chinese as in English.
        """
        not_spelled = text if text.isascii() else _SPELLED.sub("", text)
        rest = _CJK.sub("", not_spelled)
        spelled, cjk = len(text) - len(not_spelled), len(not_spelled) - len(rest)
        if spelled or cjk:
            return self.count(rest) + math.ceil(spelled / _SPELLED_A_TOKEN + cjk / _CJK_A_TOKEN)
        counted, estimated = self.count(text), math.ceil(len(text) / _LATIN_A_TOKEN)
        return estimated if counted > estimated and languages_of(text) else counted

    def _count_piece(self, piece: str) -> int:
        if _PLAIN.fullmatch(piece):
            return sum(map(self._count_word, _WORD.findall(piece)))
        return self._count_encoded(piece)

    def _count_encoded(self, text: str) -> int:
        return len(self.tokenizer.encode(text, add_special_tokens=False))


@cache
def word_piece() -> WordPiece:
    """Return the process's tokenizer, created once: reading the vocabulary takes about 10 ms."""
    return WordPiece()
