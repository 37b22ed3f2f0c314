"""Questions with a treatment of their own: for contact details, opening hours, functions and classes, parties, and releases."""
