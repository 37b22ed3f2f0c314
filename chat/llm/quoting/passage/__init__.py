"""What of a passage may be quoted: sentences, lines, rows of tables, pieces of code."""
