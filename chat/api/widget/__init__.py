"""The chat widget on other websites: `tokens` for their visitors, given by `routes` to allowed `origins`, the page in its
`frame`, and its way into the web chat (`door`).
"""
