"""Export and import of threads as files: Threadwise's own bundles, and import of ChatGPT's export."""
