"""How many seats are open: the lobby shows the newest tables at which somebody can still sit down."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("matches", sa.Column("open_seats", sa.Integer, nullable=True))
