"""What a question asks for, reworded where its own words are not the best to search with."""
