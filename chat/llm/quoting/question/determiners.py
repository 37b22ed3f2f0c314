"""English determiners, as alternatives of a regular expression."""

OF_PEOPLE = "my|our|your|his|her|their"
"""Possessives that point to people rather than to another thing of the sentence, as "its" does."""
DETERMINERS = f"the|an?|{OF_PEOPLE}|its"
"""Articles and possessives."""
