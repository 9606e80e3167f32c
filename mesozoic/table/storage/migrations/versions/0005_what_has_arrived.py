"""Which ways have taken the message of a turn: only the others are tried again."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("reminded_seats", sa.Column("arrived", sa.JSON, nullable=False, server_default="[]"))
