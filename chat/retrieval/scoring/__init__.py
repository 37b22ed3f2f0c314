"""Search of each collection, and the scores of its passages by dense and keyword search."""
