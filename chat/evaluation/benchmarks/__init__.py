"""What is timed: each module is one benchmark, but `measuring` and `texts`, which they share."""
