"""Alembic runs this to change the tables of a server; `Store` hands the connection over."""

from __future__ import annotations

from alembic import context

from wab.online.store.tables import tables

context.configure(connection=context.config.attributes["connection"], target_metadata=tables, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
