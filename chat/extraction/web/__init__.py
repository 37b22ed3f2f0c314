"""Readers for HTML pages, EPUB books and e-mail, as a browser or mail program would show them."""
