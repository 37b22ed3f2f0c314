"""Times: what a question says about time, how well messages fit it, and how much their age counts."""
