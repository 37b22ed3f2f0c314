"""Threadwise: a chat that answers from your documents and remembers the conversation."""

import os

# ONNX Runtime otherwise keeps a device id and a telemetry database in the home folder; it reads this when it is imported
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
