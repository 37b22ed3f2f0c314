"""The chat widget on other websites: tokens for their visitors, the page in its frame, and its way into the web chat."""
