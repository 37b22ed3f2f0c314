"""The commands, each loaded only when it is called."""
