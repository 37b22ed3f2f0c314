"""Turn a prompt into text: with any OpenAI-compatible endpoint (`openai`), a model file on this machine (`local`), or without a
model (`quoting`).

`base` holds the protocols, `models` lists the configured models, `stream` parses what an endpoint sends, and `breaker` pauses a
model that keeps failing.
"""
