"""Check sentences: `support` decides whether a source supports one by comparing `figures` and dates, `names`, `polarity` (what is
denied), and `words`."""
