"""Benchmarks, one per module, except `measuring` and `texts`, which they share."""
