"""Readers for text formats, and detection of a text's encoding and language."""
