"""The searches of one collection, and what each of its passages is worth by both."""
