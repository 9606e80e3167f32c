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
    sa.Column("open_seats", sa.Integer, nullable=True),
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

people = sa.Table(
    "people",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("origin", sa.String(200), nullable=False),
    sa.Column("webhook", sa.JSON(none_as_null=True), nullable=True),
    sa.Column("mail", sa.String(200), nullable=True),
    sa.Column("mail_asked", sa.String(200), nullable=True),
    sa.Column("mail_code", sa.String(20), nullable=True),
    sa.Column("mail_tries", sa.Integer, nullable=False),
    sa.Column("error", sa.String(400), nullable=True),
    sa.Column("error_at", sa.Float(53), nullable=True),
    sa.Column("used", sa.Float(53), nullable=False),
)

pushes = sa.Table(
    "pushes",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("person", sa.String(64), nullable=False),
    sa.Column("subscription", sa.JSON, nullable=False),
    sa.Index("pushes_of_person", "person"),
)

reminded_seats = sa.Table(
    "reminded_seats",
    metadata,
    sa.Column("person", sa.String(64), primary_key=True),
    sa.Column("match", sa.String(16), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("turn", sa.Integer, nullable=False),
    sa.Column("seen", sa.Integer, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("due", sa.Float(53), nullable=True),
    sa.Column("arrived", sa.JSON, nullable=False, server_default="[]"),
    sa.Index("reminded_seats_of_match", "match"),
    sa.Index("reminded_seats_due", "due"),
)

own_keys = sa.Table(
    "own_keys",
    metadata,
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

refused = sa.Table(
    "refused",
    metadata,
    sa.Column("kind", sa.String(10), primary_key=True),
    sa.Column("value", sa.String(80), primary_key=True),
    sa.Column("since", sa.Float(53), nullable=False),
)

news = sa.Table(
    "news",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("match", sa.String(16), nullable=True),
    sa.Column("at", sa.Float(53), nullable=False),
)
