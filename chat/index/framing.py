"""How the server and its child that owns the embedded Chroma speak: pickles, each behind its length in bytes."""

from __future__ import annotations

import pickle  # between a process and its own child
import struct

LENGTH = struct.Struct("<Q")


def framed(value: object) -> bytes:
    """Return a value's pickle behind its length, which is in 8 bytes, the lowest first."""
    body = pickle.dumps(value, protocol=5)
    return LENGTH.pack(len(body)) + body
