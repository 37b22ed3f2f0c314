"""Clients of the HTTP API: `client` calls it over a network, `in_process` within this process, without a server or a port."""
