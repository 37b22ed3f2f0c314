"""The domain model used by all other packages, a module for each subject: threads, messages, documents, chunks, passages ..."""

from __future__ import annotations

from chat.domain.answers import Answer, Citation, Claim, Confidence, KeptAnswer, Origin, Reference, Usage
from chat.domain.clock import utc_now
from chat.domain.documents import Changes, Chunk, Document, DocumentStatus, Section, SectionDigest, Upload, Version, indexed
from chat.domain.extracted import SAID_OF_COLUMNS, Coverage, Extracted, Heading, Page, Table
from chat.domain.jobs import Job, JobState, Stage
from chat.domain.memories import Memory, Remembered, Repetition
from chat.domain.passages import Candidate, Covered, Cut, Found, Limits, Moved, Part, PartName, Passage, Scores
from chat.domain.people import User, UserRole
from chat.domain.questions import Filters, Question
from chat.domain.reports import Health, Receipt
from chat.domain.sources import Elsewhere, Source, Span
from chat.domain.threads import (
    LONGEST_HALF_LIFE,
    Altered,
    Branch,
    Draft,
    Instruction,
    Library,
    Message,
    Role,
    Summary,
    Thread,
    ThreadSettings,
)

__all__ = [
    "LONGEST_HALF_LIFE",
    "SAID_OF_COLUMNS",
    "Altered",
    "Answer",
    "Branch",
    "Candidate",
    "Changes",
    "Chunk",
    "Citation",
    "Claim",
    "Confidence",
    "Coverage",
    "Covered",
    "Cut",
    "Document",
    "DocumentStatus",
    "Draft",
    "Elsewhere",
    "Extracted",
    "Filters",
    "Found",
    "Heading",
    "Health",
    "Instruction",
    "Job",
    "JobState",
    "KeptAnswer",
    "Library",
    "Limits",
    "Memory",
    "Message",
    "Moved",
    "Origin",
    "Page",
    "Part",
    "PartName",
    "Passage",
    "Question",
    "Receipt",
    "Reference",
    "Remembered",
    "Repetition",
    "Role",
    "Scores",
    "Section",
    "SectionDigest",
    "Source",
    "Span",
    "Stage",
    "Summary",
    "Table",
    "Thread",
    "ThreadSettings",
    "Upload",
    "Usage",
    "User",
    "UserRole",
    "Version",
    "indexed",
    "utc_now",
]
