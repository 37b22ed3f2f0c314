"""ASGI middleware; `chat.api.http` puts it in order.

In front of everything, also the web chat: `access_log`, `request_guard` and `unknown_addresses`. In front of the API:
`head_and_allow`, `access_expiry`, `etags` and `idempotency`.
"""
