"""Determine what a question asks for, and whether a sentence has what such a question asks for."""
