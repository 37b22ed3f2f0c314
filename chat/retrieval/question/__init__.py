"""What a question asks for, in other words than its own where those are not the best to search with."""
