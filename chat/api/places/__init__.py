"""Where a command does its work: one client of the HTTP API, which it calls over a network or within this process."""
