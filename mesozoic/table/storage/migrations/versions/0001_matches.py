"""Matches, their numbered entries, and the processes that are alive."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("seed", sa.String(80), nullable=False),
        sa.Column("seed_was_chosen", sa.Boolean, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("clock", sa.JSON, nullable=True),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("salt", sa.String(40), nullable=False),
        sa.Column("key", sa.String(64), nullable=True, unique=True),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("deadline", sa.Float(53), nullable=True),
        sa.Column("keeper", sa.String(40), nullable=True),
    )
    op.create_index("matches_in_lobby", "matches", ["status", "listed", "created"])
    op.create_index("matches_by_deadline", "matches", ["deadline"])
    op.create_table(
        "entries",
        sa.Column("match", sa.String(16), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=True),
        sa.Column("data", sa.JSON, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("wall", sa.Float(53), nullable=False),
        sa.Column("key", sa.String(80), nullable=True),
        sa.UniqueConstraint("match", "key", name="entries_once"),
    )
    op.create_table(
        "processes",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("seen", sa.Float(53), nullable=False),
    )


def downgrade() -> None:
    for table in ("processes", "entries", "matches"):
        op.drop_table(table)
