"""Recognise text in pictures with Tesseract, where it is installed."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
from dataclasses import dataclass

_SECONDS = 30.0
"""Timeout for one page; a dense page of 25 megapixels takes about ten seconds."""
_NOT_A_LANGUAGE = frozenset({"osd", "equ"})
SWITCH_ON = "Install Tesseract (`apt install tesseract-ocr`) and start the app again to have such pages read."
"""Hint for installations without Tesseract."""


@dataclass(frozen=True, slots=True)
class Tesseract:
    """The installed program, and the languages that it recognises."""

    program: str
    languages: str
    """Languages in Tesseract's notation, `deu+eng`."""

    @classmethod
    def found(cls, languages: str = "") -> Tesseract | None:
        """Return the installed program with these languages (by default all that are installed), or `None`.

        Blocks for a moment.
        """
        program = shutil.which("tesseract")
        if program is None:
            return None
        try:
            listed = subprocess.run(  # noqa: S603 -- a program of this machine, fixed arguments
                [program, "--list-langs"], capture_output=True, text=True, timeout=10, check=True
            )
        except (OSError, subprocess.SubprocessError):
            return None
        installed = [line for line in listed.stdout.splitlines()[1:] if line and line not in _NOT_A_LANGUAGE]
        return cls(program, languages or "+".join(installed)) if installed else None

    async def read(self, picture: bytes) -> str:
        """Return the text of a PNG; empty when it has none, takes too long or cannot be read.

        Cancelling the call ends the program.
        """
        process = await asyncio.create_subprocess_exec(
            self.program,
            "stdin",
            "stdout",
            "-l",
            self.languages,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={"OMP_THREAD_LIMIT": "1", "PATH": "/usr/local/bin:/usr/bin:/bin"},  # its threads cost more than they give
        )
        try:
            async with asyncio.timeout(_SECONDS):
                output, _ = await process.communicate(picture)
        except TimeoutError:
            return ""
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        return output.decode("utf-8", "replace") if process.returncode == 0 else ""
