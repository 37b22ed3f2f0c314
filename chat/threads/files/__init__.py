"""Uploaded files: on disk, or in a bucket."""
