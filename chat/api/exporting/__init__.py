"""Export of one answer with its sources as a file, in Markdown or PDF."""
