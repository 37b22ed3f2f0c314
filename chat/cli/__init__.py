"""The command line, a client of the HTTP API.

`registry` is the table of commands, and `commands` has a module for each. A command opens a `connection` with one of the
`clients`: to the API of the running server, or to the API within this process where no server holds the data folder. What
needs the database only goes through `accounts`. `ingesting` keeps folders in sync; `print_answer` and `print_search` write
to the terminal.
"""
