"""What the groups have in common: read from the environment and `.env`, frozen."""

from __future__ import annotations

from pydantic_settings import BaseSettings, SettingsConfigDict


class Group(BaseSettings):
    model_config = SettingsConfigDict(
        env_prefix="THREADWISE_", env_file=".env", extra="ignore", frozen=True, populate_by_name=True
    )
