"""Text to unit vectors: the local model (`onnx`, with its `graph` and `tokens`), or any OpenAI-compatible endpoint (`openai`).

`base` is the promise, `cache` stands in front of either.
"""
