"""Turn a prompt into text: with any OpenAI-compatible endpoint (`openai`), a model file on this machine (`local`, in its
`llama_process`), or without a model (`quoting`).

`base` holds the protocols, `models` lists the configured models, `call` makes a single call, `stream` parses what an endpoint
sends, `thinking` removes a model's thoughts, `tokens` estimates lengths, and `breaker` pauses a model that keeps failing.
"""
