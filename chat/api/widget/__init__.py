"""The chat on other people's pages: tokens for their visitors, the frame that it runs in, and the door to it."""
