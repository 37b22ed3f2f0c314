"""What Threadwise stores in its database: a module for each kind of row.

Conversations: `conversations`, `branches`, `answers`, `instructions`, `memories`, `summaries`, `turns`, `transcripts`, `shares`,
`incognito`, `display` (what the page shows). Documents: `documents`, `versions`, `jobs`, `chunks` (with `chunk_rows`, `layouts`,
`questions` and `vectors`), `collections`, `libraries`, and the uploaded `files`. People: `accounts`, `people`, `sessions`,
`visitors`, `usage`, `inquiries` and `figures`. Requests: `replies`, `finding`, `matching`, `containing`, `paging`, `storing`, and
`traces`, which go with what they belong to. `base` is what retrieval reads through, `repositories` holds one of each for the
assistant.
"""
