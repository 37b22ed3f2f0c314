"""Synchronise folders with a thread or a library: select the files, read them in one pass, repeat it when something changes."""
