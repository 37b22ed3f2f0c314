"""Readers for Word, PowerPoint, Excel and OpenDocument files."""
