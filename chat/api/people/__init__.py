"""Accounts and sessions: routes and pages for each user's own (`account`), and for admins those of all `users`; the
`pages` are made of `parts`, the responses of `shapes`.
"""
