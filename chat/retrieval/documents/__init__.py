"""Whole documents, and the parts and names by which a question means them."""
