"""An API compatible with OpenAI's (`/v1/chat/completions` and `/v1/models`), so that its clients can be used unchanged."""
