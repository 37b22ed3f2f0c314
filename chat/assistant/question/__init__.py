"""A question on its way to its answer: `asking` is the journey, the others are its steps."""
