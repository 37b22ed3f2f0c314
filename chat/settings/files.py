"""Where uploaded files are."""

from __future__ import annotations

from pydantic import Field

from chat.settings.group import Group


class FileSettings(Group):
    """Where uploaded files are."""

    files_url: str = Field(
        "", description="A bucket of S3 or of what speaks its protocol, `s3://bucket/prefix`; empty: the data folder."
    )
    files_endpoint: str = Field("", description="The storage's address (`https://host:9000`); empty: Amazon's.")
    files_region: str = Field("", description="The bucket's region; empty: `AWS_REGION`, or us-east-1.")
    files_key_id: str = Field(
        "", description="Access key; empty: whatever Amazon's own tools would take (`AWS_ACCESS_KEY_ID`, the machine's role)."
    )
    files_secret: str = Field("", repr=False, description="The access key's secret.")
    files_timeout_seconds: float = Field(60, gt=0, description="Longest wait for one request, a whole file sent or fetched.")
