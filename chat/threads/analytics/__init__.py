"""Statistics of questions: `inquiries` are their rows, and `figures` are computed from these."""
