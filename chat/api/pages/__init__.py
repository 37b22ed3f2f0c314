"""Pages of our own beside the web chat: complete in themselves, made without scripts."""
