"""`python -m tests.forking FD`: a process that has the product imported and forks servers off itself.

Each request on the socket is a JSON object (`folder`, `environment`, `command`) beside the descriptor of a pipe for what the
server writes; the reply is the server's process id. It ends with the socket.
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
"""What takes long and reads no settings meanwhile. Chainlit does; each server imports it anew."""
_LARGEST = 1 << 20


def main(requests: socket.socket) -> None:
    for name in _IMPORTED:
        import_module(name)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nothing is left of a server that has ended
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
    """As `python app.py` in that folder and environment; a command is run by a python of its own."""
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
