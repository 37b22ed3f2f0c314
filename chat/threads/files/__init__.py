"""Storage of uploaded files: on disk, or in an S3 bucket."""
