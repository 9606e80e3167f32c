"""How people who are away want to be told that it is their turn, and of which seats."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "people",
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
    op.create_table(
        "pushes",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("subscription", sa.JSON, nullable=False),
    )
    op.create_index("pushes_of_person", "pushes", ["person"])
    op.create_table(
        "reminded_seats",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("match", sa.String(16), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("seen", sa.Integer, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("due", sa.Float(53), nullable=True),
    )
    op.create_index("reminded_seats_of_match", "reminded_seats", ["match"])
    op.create_index("reminded_seats_due", "reminded_seats", ["due"])
    op.create_table(
        "own_keys",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
