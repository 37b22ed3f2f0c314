"""Benchmarks, a module for each, except `measuring` and `texts`, which they share."""
