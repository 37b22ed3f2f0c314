"""Catch panics of Rust libraries, which do not derive from `Exception` and would escape ordinary error handling."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Panicked(Exception):
    """A Rust library panicked on its input."""


@contextmanager
def panics() -> Iterator[None]:
    """Raise `Panicked` for a panic inside the block."""
    try:
        yield
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # pyo3 does not export the class
            raise
        raise Panicked(str(error)) from error
