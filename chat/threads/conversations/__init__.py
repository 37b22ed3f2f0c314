"""Threads with their messages, and what belongs to these.

`conversations` are the threads and messages themselves, and `branches` their earlier forms. `answers` adds to an answer its
sources and checks, `display` what the page shows beside messages. `instructions` and `summaries` are read from messages;
`memories` are the parts of them that were corrected or forgotten. Others get a conversation by `transcripts` or `shares`.
"""
