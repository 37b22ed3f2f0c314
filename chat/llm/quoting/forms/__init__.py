"""Kinds of questions with their own treatment: for contact details, for opening hours, for functions and classes."""
