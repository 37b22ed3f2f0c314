"""Accounts and sessions: routes and pages for each user's own, and for admins those of all users."""
