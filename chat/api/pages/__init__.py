"""Our own HTML pages beside the web chat: self-contained, and usable without scripts."""
