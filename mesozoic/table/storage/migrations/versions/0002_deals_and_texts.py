"""What chance gave in a finished match, so that its record outlives its rules; long texts of options, once each."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("matches", sa.Column("deal", sa.JSON, nullable=True))
    op.create_table(
        "texts",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
