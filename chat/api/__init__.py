"""Interfaces other than the chat UI: HTTP, MCP, OpenAI's protocol, and widgets on other websites.

`http` assembles the HTTP application, with the `middleware` that each request passes through. Routes are grouped by subject:
`threads`, `branches`, `documents`, `questions`, `libraries`, `memory`, `finding`, `sharing`, `bundles`, `people`, `analytics`,
`health`. They share `context` (application and user), `scopes` (what a key may do), `bodies` and `forms` (requests), `render`,
`stream` and `paging` (responses), `problems` (errors as statuses), `misspelt_fields`, `paths` and `types`; `presence` ends what
runs for a user who has lost access, `openapi` describes it all. `completions` speaks OpenAI's protocol, `mcp` MCP, `widget` is
the chat on other websites; `pages` and `exporting` write HTML, PDF and Markdown.
"""
