"""What of a sentence can be held against a source: figures and dates, names, which way it says things, words."""
