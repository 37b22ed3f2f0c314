"""The commands of `threadwise`, one module each, imported only when the command is called."""
