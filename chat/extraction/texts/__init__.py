"""Readers for text formats, and detection of a text's encoding and language.

`plain` (with `numbered` headings), `markdown`, `rst`, `code`, `json_file` and `notebook` are readers; `decoding` and `guessing`
turn bytes into text, `language` tells what it is written in.
"""
