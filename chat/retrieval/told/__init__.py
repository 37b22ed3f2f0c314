"""Statements of users: which are kept as facts, and which are superseded by later ones."""
