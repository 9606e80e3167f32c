"""Brings a database to the present tables, whatever version it has. The steps are in ``migrations/versions``."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from mesozoic.kernel.errors import BadOptions

FOLDER = Path(__file__).parent / "migrations"
LOCK = 7_241_966
"""Of two processes that start at once one migrates and the other waits (PostgreSQL)."""


def configured(connection: sa.Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.attributes["connection"] = connection
    return config


@cache
def steps() -> ScriptDirectory:
    return ScriptDirectory.from_config(configured())


def upgrade(connection: sa.Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
    found = MigrationContext.configure(connection).get_current_revision()
    if found == steps().get_current_head():
        return
    known = {step.revision for step in steps().walk_revisions()}
    if found is not None and found not in known:
        raise BadOptions(
            f"The database was written by a newer version of Mesozoic: its tables are of version {found}, this program "
            f"knows them up to {steps().get_current_head()}. Install that version, or restore the backup from before."
        )
    command.upgrade(configured(connection), "head")
