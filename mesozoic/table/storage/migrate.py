"""Brings a database to the present tables, whatever version it has. The steps are in ``migrations/versions``."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

FOLDER = Path(__file__).parent / "migrations"
LOCK = 7_241_966
"""Of two processes that start at once one migrates and the other waits (PostgreSQL)."""


def configured(connection: sa.Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.attributes["connection"] = connection
    return config


def upgrade(connection: sa.Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
    command.upgrade(configured(connection), "head")
