"""Where a command's work is done. One client, which speaks the HTTP API, and two ways under it: a network, or this process."""
