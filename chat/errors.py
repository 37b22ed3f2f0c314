"""The errors of Threadwise.

ThreadwiseError                  every error below; `str(error)` is one sentence for a person, `code` one stable word
├── Refused                      the caller's request cannot be fulfilled
│   ├── BadRequest               it is malformed: invalid JSON, a broken form or header, an unknown host name
│   │   └── NotJson              the body is of another type, such as a form, where JSON is required
│   ├── Forbidden                it comes from another origin, or names a site the key is not valid for
│   ├── MethodNotAllowed         the address exists, but not for this method
│   ├── BodyTooLarge             the whole request is over the limit
│   ├── NotFound                 it does not exist, or belongs to another user
│   ├── Conflict                 an id is already in use
│   │   └── StillRunning         the first request with this idempotency key is not finished
│   ├── Unauthorized             the caller is not authenticated
│   ├── TooManyAttempts          too many requests or wrong passwords in a short time
│   ├── QuotaReached             the user's daily token quota is used up
│   ├── InvalidRequest           a field is missing, of the wrong type or out of range
│   │   ├── EmptyQuestion        the question contains no words
│   │   ├── QuestionTooLong      the question is over the limit
│   │   └── KeyReused            the idempotency key was used for a different request
│   ├── TooManyFiles             more files in one upload than allowed
│   └── FileRefused              this file cannot be accepted; others of the upload continue
│       ├── FileTooLarge         over the size limit
│       ├── EmptyFile            zero bytes
│       ├── UnknownType          no reader for this kind of file
│       ├── DamagedFile          the type is supported, but the file cannot be parsed
│       ├── NeedsPassword        encrypted with an unknown password
│       ├── NoText               no readable text in it (a scan, only images, only whitespace)
│       └── ReadingStopped       reading took too long or too much memory, or unpacked to too much
└── Unavailable                  a service or resource we depend on failed
    ├── EmbeddingFailed          the embedding endpoint refused, failed or returned an invalid answer
    ├── EmbedderMismatch         a collection was built with another embedder and needs a reindex
    ├── IndexFailed              the vector store did not answer
    ├── BadSettings              a setting or settings file is invalid; the application does not start
    ├── ModelFailed              the language model's endpoint refused, failed or stalled
    │   ├── PromptTooLong        the model counts more tokens than fit, where our count is an estimate
    │   └── ModelPaused          it failed so often that calls are suspended for a while
    └── StorageFailed            the database or disk refused a write, or the database did not answer
        ├── DiskFull             too little space is left to start new work
        ├── DataFolderHeld       another process uses the data folder
        └── DatabaseHeld         another process uses the database on the server
"""

from __future__ import annotations

from collections.abc import Iterator


class ThreadwiseError(Exception):
    """Base of all our errors. The message is one sentence that can be shown to the user as is.

    `about` holds further details for programs, by name: `retry_after` in whole seconds, ids of what was kept.
    """

    code = "internal"

    def __init__(self, sentence: str = "", **about: object) -> None:
        super().__init__(sentence)
        self.about = {name: value for name, value in about.items() if value is not None}


class Refused(ThreadwiseError):
    code = "refused"


class BadRequest(Refused):
    code = "bad_request"


class NotJson(BadRequest):
    code = "not_json"


class Forbidden(Refused):
    code = "forbidden"


class MethodNotAllowed(Refused):
    code = "method_not_allowed"


class BodyTooLarge(Refused):
    code = "body_too_large"


class NotFound(Refused):
    code = "not_found"


class Conflict(Refused):
    code = "conflict"


class StillRunning(Conflict):
    code = "still_running"


class Unauthorized(Refused):
    code = "unauthorized"


class TooManyAttempts(Refused):
    code = "too_many_attempts"


class QuotaReached(Refused):
    code = "quota_reached"


class InvalidRequest(Refused):
    code = "invalid_request"


class EmptyQuestion(InvalidRequest):
    code = "empty_question"


class QuestionTooLong(InvalidRequest):
    code = "question_too_long"


class KeyReused(InvalidRequest):
    code = "key_reused"


class TooManyFiles(Refused):
    code = "too_many_files"


class FileRefused(Refused):
    code = "file_refused"


class FileTooLarge(FileRefused):
    code = "file_too_large"


class EmptyFile(FileRefused):
    code = "empty_file"


class UnknownType(FileRefused):
    code = "unknown_type"


class DamagedFile(FileRefused):
    code = "damaged_file"


class NeedsPassword(FileRefused):
    code = "needs_password"


class NoText(FileRefused):
    code = "no_text"


class ReadingStopped(FileRefused):
    code = "reading_stopped"


class Unavailable(ThreadwiseError):
    code = "unavailable"


class EmbeddingFailed(Unavailable):
    code = "embedding_failed"


class EmbedderMismatch(Unavailable):
    code = "embedder_mismatch"


class IndexFailed(Unavailable):
    code = "index_failed"


class BadSettings(Unavailable):
    code = "bad_settings"


class ModelFailed(Unavailable):
    code = "model_failed"


class PromptTooLong(ModelFailed):
    code = "prompt_too_long"


class ModelPaused(ModelFailed):
    code = "model_paused"


class StorageFailed(Unavailable):
    code = "storage_failed"


class DiskFull(StorageFailed):
    code = "disk_full"


class DataFolderHeld(StorageFailed):
    code = "data_folder_held"


class DatabaseHeld(StorageFailed):
    code = "database_held"


def kind_of(code: str) -> type[ThreadwiseError]:
    """Return the error class for a stored or transmitted code; `ThreadwiseError` if the code is unknown."""
    return _KINDS.get(code, ThreadwiseError)


def _tree(kind: type[ThreadwiseError]) -> Iterator[type[ThreadwiseError]]:
    yield kind
    for each in kind.__subclasses__():
        yield from _tree(each)


_KINDS = {kind.code: kind for kind in _tree(ThreadwiseError)}
