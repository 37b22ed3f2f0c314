"""Where evaluation sets are asked: in this process, or at a server over HTTP."""
