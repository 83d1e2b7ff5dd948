"""Views apart from entries, signals with numbers of their own, draws and holidays."""

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
    with op.batch_alter_table("games") as table:
        table.add_column(sa.Column("draw", sa.String(length=40), nullable=True))
    with op.batch_alter_table("accounts") as table:
        table.add_column(sa.Column("called", sa.Integer(), nullable=False, server_default="0"))
        table.add_column(sa.Column("holidays", sa.Text(), nullable=False, server_default="[]"))
    with op.batch_alter_table("outbox") as table:
        table.add_column(sa.Column("number", sa.Integer(), nullable=False, server_default="0"))
    _number_signals()


def _number_signals() -> None:
    earlier = "SELECT count(*) FROM outbox AS o WHERE o.account = outbox.account AND o.id <= outbox.id"
    op.execute(f"UPDATE outbox SET number = ({earlier})")
    op.execute("UPDATE accounts SET called = (SELECT count(*) FROM outbox WHERE outbox.account = accounts.id)")
    op.drop_index("outbox_of_account", table_name="outbox")
    op.create_index("outbox_of_account", "outbox", ["account", "number"], unique=True)
