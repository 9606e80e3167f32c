"""What the host has said: who may not come, who may not talk, what is announced; and news for running servers."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "refused",
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("value", sa.String(80), primary_key=True),
        sa.Column("since", sa.Float(53), nullable=False),
    )
    op.create_table(
        "news",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("match", sa.String(16), nullable=True),
        sa.Column("at", sa.Float(53), nullable=False),
    )
