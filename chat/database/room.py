"""Check that the disk has room before something new is written, instead of failing halfway through a write."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from chat.errors import DiskFull

MEGABYTE = 1_000_000

Free = Callable[[Path], int]
"""Returns the free bytes on the disk of a folder."""


def free(folder: Path) -> int:
    return shutil.disk_usage(folder).free


class Room:
    """Keeps a reserve of disk space free, so that work in progress can finish and the database can still be written."""

    def __init__(self, folder: Path, reserve_mb: int, free: Free = free) -> None:
        self._folder = folder
        self._reserve = reserve_mb * MEGABYTE
        self._free = free

    def check(self, wanted: int = 0) -> None:
        """Raise DiskFull when `wanted` bytes do not fit besides the reserve. Free space is measured at each call."""
        left = self._free(self._folder)
        if left - wanted < self._reserve:
            raise DiskFull(
                f"The disk is full: {max(0, left) // MEGABYTE:,} MB are free, and {self._reserve // MEGABYTE:,} MB are kept for "
                "what is under way. Nothing was stored; make room and try again."
            )
