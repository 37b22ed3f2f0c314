"""The child process that runs a GGUF file: `python -m chat.llm.llama_process`.

The first line of its input says what to run; the first line of its output is the address it listens on. It exits when its input
is closed, so it never outlives the server, and when llama.cpp crashes on a file, only this process dies.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from importlib import import_module
from typing import Any


def main() -> None:
    """Serve until standard input is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C signals every process of a terminal; the server ends this one
    replies = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # keep what the library prints out of the reply
    try:
        server = _serve(json.loads(sys.stdin.readline()))
        reply = {"address": server.listening_address}
    except ImportError:
        reply = {"error": "`threadwise[local]` is not installed"}
    except Exception as error:  # whatever llama.cpp raises is reported to the server
        reply = {"error": " ".join(str(error).split()) or type(error).__name__}
    replies.write(json.dumps(reply) + "\n")
    replies.flush()
    sys.stdin.read()
    os._exit(0)  # exit at once: nothing here needs cleaning up


def _serve(wanted: dict[str, Any]) -> Any:  # Any: JSON, and an untyped library
    """Start a server on a free port of this machine that accepts only the given key."""
    llama = import_module("xllamacpp")
    parameters = llama.CommonParams()
    parameters.model.path = wanted["path"]
    parameters.n_ctx = wanted["context_tokens"]
    parameters.n_parallel = 1  # the context is not divided among parallel requests
    parameters.api_keys = [wanted["key"]]
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = 0
    parameters.offline = True
    parameters.ui = parameters.endpoint_slots = False
    parameters.verbosity = 0
    if wanted["threads"]:
        parameters.cpuparams.n_threads = wanted["threads"]
    return llama.Server(parameters)


if __name__ == "__main__":
    main()
