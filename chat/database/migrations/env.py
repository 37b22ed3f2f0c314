"""Runs the migrations on the connection that `engine.migrate` brings."""

from __future__ import annotations

from alembic import context

from chat.database.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
