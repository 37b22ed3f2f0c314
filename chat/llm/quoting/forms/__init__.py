"""Kinds of questions with their own treatment: for contact details, opening hours, functions and classes, and releases."""
