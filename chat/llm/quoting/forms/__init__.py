"""Questions with a treatment of their own: contact details, opening hours, functions and classes, meanings, parties, releases."""
