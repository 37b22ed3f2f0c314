"""The commands of the command line, a module for each, which is imported only when the command is called."""
