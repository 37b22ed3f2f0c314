"""The Model Context Protocol, by which the assistants of other programs search, ask and add documents."""
