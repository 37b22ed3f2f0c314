"""Interfaces other than the chat UI: HTTP, MCP, OpenAI's protocol, the command line, and widgets on other websites.

`http` assembles the HTTP application. Each request passes through `noting` and `edge`. Routes share `context`, `bodies`
(request bodies), `render` (responses) and `problems` (errors as statuses), and are grouped by subject: `threads`, `documents`,
`questions`, `libraries`, `memory`, `sharing`, `people`. `cli` lists the commands and `commands` implements them; `places` is
where they do their work: in their own process or on a running server.
"""
