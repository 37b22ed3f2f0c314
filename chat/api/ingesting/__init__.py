"""Whole folders into a thread or a library: which files, one pass over them, and again when something changes."""
