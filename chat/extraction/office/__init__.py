"""Readers for Word (`docx`), PowerPoint (`pptx`), workbooks (`sheets`) and OpenDocument (`odf`).

`kinds` detects them and opens their parts, `paragraph` is a paragraph while it is read.
"""
