"""What was known before an event is kept apart from the entry, so that it is forgotten without reading it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Entries that are there stay whole: they hold what was known before them until their game is over."""
    with op.batch_alter_table("told") as table:
        table.add_column(sa.Column("before", sa.LargeBinary(), nullable=True))
        table.drop_column("slim")
