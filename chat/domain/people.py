"""Users, the owners of threads."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

UserRole = Literal["admin", "member", "visitor"]


@dataclass(frozen=True, slots=True)
class User:
    """An owner of threads. In local mode there is exactly one, `local`, besides the visitors of its widgets."""

    id: str
    name: str
    role: UserRole = "member"
    """A visitor came through a website's widget: known only to that site, and limited to what its owner lets visitors search."""
    created_at: datetime | None = None
    suspended: bool = False
    """Locked out until an admin lifts the suspension."""
