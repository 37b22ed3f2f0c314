"""Embeddings: from texts to unit vectors, by the local model (`onnx`, with its `graph` and `tokens`) or any OpenAI-compatible
endpoint (`openai`).

`base` is the interface both implement, and `cache` wraps either.
"""
