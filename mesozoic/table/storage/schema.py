"""The tables of the database, as they are now. How they came to be is in ``migrations``."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

matches = sa.Table(
    "matches",
    metadata,
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
    sa.Column("deal", sa.JSON(none_as_null=True), nullable=True),
    sa.Index("matches_in_lobby", "status", "listed", "created"),
    sa.Index("matches_by_deadline", "deadline"),
)

entries = sa.Table(
    "entries",
    metadata,
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

texts = sa.Table(
    "texts",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
)

processes = sa.Table(
    "processes",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("seen", sa.Float(53), nullable=False),
)
