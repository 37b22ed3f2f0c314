"""The `documents` of a thread with their `versions`, the `jobs` that read them, and the `libraries` that several threads
search."""
