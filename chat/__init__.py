"""Threadwise: a chat that answers from your documents and remembers the conversation."""

__version__ = "0.1.0"
