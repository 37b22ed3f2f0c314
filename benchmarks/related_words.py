"""Generates the table of related words from the local embedding model's word vectors: `python -m benchmarks.related_words`."""

from __future__ import annotations

import gzip
from collections import defaultdict
from collections.abc import Iterator

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import numpy_helper

from chat.embedding.onnx import packaged_weights
from chat.embedding.tokens import VOCABULARY
from chat.text import terms
from chat.text.related import TABLE

_WORDS = "inner.embeddings.word_embeddings.weight_q"
"""Tensor of word vectors: int8, shape (vocabulary, 384); each row has its own scale, which hardly affects a cosine."""
_RESERVED = 1_000
"""Number of entries at the start of the vocabulary that are not words."""
_SHORTEST = 3
"""Fewest letters of a word."""
_FORMS = 3
"""Number of words of a stem, most frequent first, whose vectors are averaged."""
_LEAST = 0.45
"""Least similarity of related words: the cosine of word vectors after subtracting their mean."""
_MOST = 20


def lines() -> Iterator[str]:
    """Yield a line per term, alphabetically, with related terms and their similarities, highest first: `term other 63 another
    58`."""
    vocabulary = VOCABULARY.read_text(encoding="utf-8").splitlines()
    vectors = _vectors()
    by_term: dict[str, list[int]] = defaultdict(list)
    term_of: dict[int, str] = {}
    for number, word in enumerate(vocabulary):
        if word.isalpha() and len(word) >= _SHORTEST and len(found := terms(word)) == 1:
            by_term[found[0]].append(number)
            term_of[number] = found[0]
    for term, numbers in sorted(by_term.items()):
        mean = vectors[numbers[:_FORMS]].mean(axis=0)
        likeness = vectors @ (mean / np.linalg.norm(mean))
        alike = np.flatnonzero(likeness >= _LEAST)
        near: dict[str, float] = {}
        for number in alike[np.argsort(-likeness[alike], kind="stable")].tolist():
            other = term_of.get(number, term)
            if other != term and len(near) < _MOST:
                near.setdefault(other, float(likeness[number]))
        if near:
            yield " ".join([term, *(f"{other} {round(100 * share)}" for other, share in near.items())])


def _vectors() -> NDArray[np.float32]:
    model = onnx.load_from_string(packaged_weights())
    [words] = [tensor for tensor in model.graph.initializer if tensor.name == _WORDS]
    vectors = numpy_helper.to_array(words).astype(np.float32)
    vectors -= vectors[_RESERVED:].mean(axis=0)
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9), dtype=np.float32)


if __name__ == "__main__":
    with TABLE.open("wb") as whole, gzip.GzipFile(filename="", fileobj=whole, mode="wb", mtime=0) as file:
        file.writelines(f"{line}\n".encode() for line in lines())
