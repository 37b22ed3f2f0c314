"""Other callers than the browser: programs over HTTP, MCP and OpenAI's protocol, the command line, widgets on other pages.

`http` puts it together. A request passes `noting` and `edge`; what routes share is in `context`, `bodies` (what comes in),
`render` (what goes out) and `problems` (errors as statuses). Routes stand under what they are about: `threads`, `documents`,
`questions`, `libraries`, `memory`, `sharing`, `people`. `cli` lists the commands; `commands` holds them, `places` where their
work is done.
"""
