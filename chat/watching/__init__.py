"""What the product tells about itself while it works: metrics, traces, logs, figures. Nothing below knows that it is watched.

No text, no name and no identifier of a person, thread or file goes into metrics, traces and logs. Figures (`analytics`) are rows
of threads, without texts and names, and go with them.
"""
