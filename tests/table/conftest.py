"""What the tests of the table's server share."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.table.nursery import Nursery
from tests.table.postgres import Postgres, program


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A running PostgreSQL. Without one on the machine these tests are skipped, but never in CI."""
    if program("initdb") is None or program("postgres") is None:
        why = "There is no PostgreSQL on this machine: install it (Debian: apt install postgresql) to run these tests."
        if os.environ.get("CI"):
            pytest.fail(why)
        pytest.skip(why)
    cluster = Postgres()
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.stop()


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    """Starts servers quickly."""
    made = Nursery()
    try:
        yield made
    finally:
        made.close()
