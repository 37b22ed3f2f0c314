"""How quotes are said: the words around them, by whom and when they were said."""
