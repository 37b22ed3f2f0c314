"""A prompt to text: any OpenAI-compatible endpoint (`openai`), a model file on this machine (`local`), or none (`quoting`).

`base` is the promise, `models` says which there are, `stream` reads what an endpoint sends, `breaker` leaves one alone that
fails.
"""
