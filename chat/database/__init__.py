"""The database schema and its migrations, the engine, backups, and the data folder that holds the files.

`schema` has the tables, `migrations` their changes, `engine` connects (SQLite over `one_trip`). `folder` is locked by one process
at a time, `hold` locks a PostgreSQL database in the same way, `installation` tells whose it is. `room` checks the disk, `backup`
backs up and restores.
"""
