"""When: what a question says of time, how well what was said fits it, and how much age counts."""
