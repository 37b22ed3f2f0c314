"""Split a passage into the pieces that may be quoted: sentences, lines, table rows, pieces of code."""
