"""Questions with a treatment of their own: a module for each kind, with a function from question and evidence to quotes.

`contacts` (telephone numbers, addresses), `opening` hours, `signatures` of functions, `signing` of letters, `stocked` things,
`meanings` of codes, `parties` of a contract, `releases`, `attendance` of meetings, `introductions` of people, and `advice` of
the assistant.
"""
