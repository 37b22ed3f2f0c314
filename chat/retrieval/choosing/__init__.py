"""Select which ranked passages are kept, and how much of the surrounding text is added."""
