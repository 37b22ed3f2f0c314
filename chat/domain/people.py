"""Who owns threads."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

UserRole = Literal["admin", "member", "visitor"]


@dataclass(frozen=True, slots=True)
class User:
    """Somebody who owns threads. In local mode there is exactly one, `local`, and the visitors of its widgets."""

    id: str
    name: str
    role: UserRole = "member"
    """A visitor came by a site's widget: known to nobody but that site, with what its owner lets them search."""
    created_at: datetime | None = None
    suspended: bool = False
    """Shut out until an admin lets them in again."""
