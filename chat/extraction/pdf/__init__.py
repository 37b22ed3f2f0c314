"""Read PDF: its text, its structure, and pages that are pictures."""
