"""OpenAI's way to ask: `/v1/chat/completions` and `/v1/models`, so that its clients can be used as they are."""
