"""Whole documents: how questions refer to them, by name or by part, and how they are read as a whole."""
