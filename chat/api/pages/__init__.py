"""Our own HTML pages beside the web chat: self-contained, and usable without scripts.

`page` answers the requests of signed-in users, `sheet` is the template, and `libraries` is a page; the others stand beside
their routes.
"""
