"""Synchronise folders with a thread or a library.

`files` selects the files, `sync` reads them in one pass into a destination (`base`), `watch` repeats it when something
changes, and `display` shows the progress.
"""
