"""Plain kinds of text, the encodings and languages that they are in."""
