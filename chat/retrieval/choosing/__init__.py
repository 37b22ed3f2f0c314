"""Which of the ranked passages are kept, and how much of what stands around them."""
