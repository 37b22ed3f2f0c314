"""One answer with its sources as a file."""
