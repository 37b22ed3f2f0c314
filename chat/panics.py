"""Panics of libraries that are written in Rust: no `Exception`, so that nothing which handles errors would see them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Panicked(Exception):
    """A library stumbled over what it was given."""


@contextmanager
def panics() -> Iterator[None]:
    """Raises Panicked for a panic within."""
    try:
        yield
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # pyo3 gives it to nobody by a name to import
            raise
        raise Panicked(str(error)) from error
