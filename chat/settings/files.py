"""Storage of uploaded files."""

from __future__ import annotations

from pydantic import Field

from chat.settings.group import Group


class FileSettings(Group):
    """Storage of uploaded files."""

    files_url: str = Field(
        "",
        description="Bucket of S3 or compatible storage for uploaded files, as in `s3://bucket/prefix`. If empty, files are "
        "stored in the data folder.",
    )
    files_endpoint: str = Field("", description="Address of the storage, as in `https://host:9000`. If empty, Amazon S3 is used.")
    files_region: str = Field("", description="Region of the bucket. If empty, `AWS_REGION` is used, or us-east-1.")
    files_key_id: str = Field(
        "",
        description="Access key id. If empty, the credentials that Amazon's own tools would use apply (`AWS_ACCESS_KEY_ID`, "
        "the role of the machine).",
    )
    files_secret: str = Field("", repr=False, description="Secret of the access key.")
    files_timeout_seconds: float = Field(
        60, gt=0, description="Maximum time for one request, in seconds, including the transfer of a whole file."
    )
