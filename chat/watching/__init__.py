"""Observability: metrics, traces, logs and usage statistics. The layers below do not know that they are observed.

Metrics, traces and logs contain no text, no name and no identifier of a person, thread or file. Usage statistics (`analytics`)
are rows that belong to threads, without texts and names, and are deleted with them.
"""
