"""Threads as files: our own bundle, and what ChatGPT exports."""
