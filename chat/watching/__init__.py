"""What the product tells about itself while it works: metrics, traces, logs. Nothing below knows that it is watched.

No text, no name and no identifier of a person, thread or file goes into any of it.
"""
