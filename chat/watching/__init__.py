"""Observability: metrics, traces, logs and usage statistics. The layers below do not know that they are observed.

`assistant` wraps the assistant and `timing` what embeds and reads; both feed `metrics`, `tracing` and `analytics`. `logs`
configures logging.
"""
