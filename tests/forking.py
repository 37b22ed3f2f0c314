"""`python -m tests.forking FD`: a process that has the application imported and forks servers off itself.

Each request on the socket FD is a JSON object (`folder`, `environment`, `command`) with the descriptor of a pipe for the server's
output; the reply is the server's process id. The process ends when the socket is closed.
"""

from __future__ import annotations

import json
import os
import runpy
import signal
import socket
import sys
from importlib import import_module

from tests.serving import ROOT

_IMPORTED = ("chat.assembly", "chat.api.http", "chat.llm.openai", "literalai", "socketio", "uvicorn")
"""Modules that are slow to import and read no settings on import. Chainlit does, so each server imports it itself."""
_LARGEST = 1 << 20


def main(requests: socket.socket) -> None:
    for name in _IMPORTED:
        import_module(name)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # servers that have ended do not stay as zombies
    while True:
        message, descriptors, _, _ = socket.recv_fds(requests, _LARGEST, 1)
        if not message:
            break
        child = os.fork()
        if child == 0:
            requests.close()
            _serve(descriptors[0], **json.loads(message))
            break
        os.close(descriptors[0])
        requests.send(str(child).encode())


def _serve(output: int, folder: str, environment: dict[str, str], command: list[str]) -> None:
    """Run `python app.py` in a folder and an environment, or replace this process by Python running the command, if any."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for standard in (sys.stdout.fileno(), sys.stderr.fileno()):
        os.dup2(output, standard)
    os.close(output)
    os.chdir(folder)
    if command:
        os.execve(sys.executable, [sys.executable, *command], environment)
    os.environ.clear()
    os.environ.update(environment)
    app = ROOT / "app.py"
    sys.argv = [str(app)]
    runpy.run_path(str(app), run_name="__main__")


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
