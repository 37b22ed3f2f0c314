"""Compare parts of a sentence with a source: `figures` and dates, `names`, `polarity` (what is denied), and `words`."""
