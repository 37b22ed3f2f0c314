"""What can go wrong, in our own words.

ThreadwiseError                  every error below; `str(error)` is one sentence for a person, `code` one stable word
├── Refused                      the caller's request can't be done as asked
│   ├── BadRequest               it can't be understood: JSON that is none, a broken form or header, a foreign host name
│   │   └── NotJson              the body is of another kind, such as a form, where JSON is wanted
│   ├── Forbidden                a page of another origin asks for it, or for a site that the key does not speak for
│   ├── MethodNotAllowed         the address exists, but not for this method
│   ├── BodyTooLarge             the whole request is over the limit
│   ├── NotFound                 it does not exist, or is somebody else's
│   ├── Conflict                 an id is taken
│   │   └── StillRunning         the first request with this idempotency key has no answer yet
│   ├── Unauthorized             who is asking is not known
│   ├── TooManyAttempts          wrong passwords or requests came too fast
│   ├── QuotaReached             the user's tokens of this day are spent
│   ├── InvalidRequest           a field is missing, of the wrong type or out of range
│   │   ├── EmptyQuestion        the question holds no words
│   │   ├── QuestionTooLong      the question is over the limit
│   │   └── KeyReused            another request had this idempotency key
│   ├── TooManyFiles             more files in one upload than allowed
│   └── FileRefused              this one file can't be taken; the others go on
│       ├── FileTooLarge         over the size limit
│       ├── EmptyFile            zero bytes
│       ├── UnknownType          no reader for this kind of file
│       ├── DamagedFile          the right kind, but it can't be parsed
│       ├── NeedsPassword        encrypted with a password that we don't have
│       ├── NoText               nothing readable in it (a scan, only images, only blanks)
│       └── ReadingStopped       reading took too long or too much memory, or unpacked to too much
└── Unavailable                  something that we depend on did not do its part
    ├── EmbeddingFailed          the embedding endpoint refused, failed or answered nonsense
    ├── EmbedderMismatch         a collection was made with another embedder; it wants a reindex
    ├── IndexFailed              the vector store did not answer
    ├── BadSettings              a setting or a file of settings can't be used; nothing starts with it
    ├── ModelFailed              the language model's endpoint refused, failed or stalled
    │   ├── PromptTooLong        by the model's own count, of which ours is an estimate
    │   └── ModelPaused          it failed so often that it is left alone for a while
    └── StorageFailed            database or disk did not take a write, or the database did not answer
        ├── DiskFull             so little space is left that nothing new is begun
        ├── DataFolderHeld       another process works on the data folder
        └── DatabaseHeld         another process works on the database server's database
"""

from __future__ import annotations

from collections.abc import Iterator


class ThreadwiseError(Exception):
    """Base of all our errors. The message is one sentence that may be shown to the user as it is.

    `about` is what else a program may want to know, by name: `retry_after` in whole seconds, ids of what stays.
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
    """The class of a code that was stored or sent."""
    return _KINDS.get(code, ThreadwiseError)


def _tree(kind: type[ThreadwiseError]) -> Iterator[type[ThreadwiseError]]:
    yield kind
    for each in kind.__subclasses__():
        yield from _tree(each)


_KINDS = {kind.code: kind for kind in _tree(ThreadwiseError)}
