"""The database schema and its migrations, the engine, backups, and the data folder that holds the files."""
