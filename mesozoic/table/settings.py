"""What a host may set, by environment (``MESOZOIC_...``) or on the command line. Everything has a sensible default."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, fields, replace
from typing import Any

from mesozoic.client.data import data_folder
from mesozoic.kernel.errors import BadOptions


def usual_database() -> str:
    return f"sqlite:///{data_folder() / 'table.sqlite'}"


def usual_workshop() -> str:
    return str(data_folder() / "workshop")


@dataclass(frozen=True)
class Settings:
    """The settings of one server process."""

    database: str = field(default_factory=usual_database)
    """``sqlite:///path/to/file`` or ``postgresql://user@host/name``."""
    host: str = "127.0.0.1"
    port: int = 8000
    origins: tuple[str, ...] = ()
    """Other web origins whose pages may talk to this server; its own always may."""
    bot_workers: int = field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1))
    bot_budget_ms: int = 3000
    """A bot that has not decided by then moves at random."""
    bot_least_ms: int = 300
    """No bot answers sooner; 0: each as soon as it can, which may tell what it holds."""
    bot_seed: str = ""
    """For tests: bots draw from it, so that the same game takes the same course. Else nobody can foresee them."""
    bot_pause_ms: int = 600
    """Between two moves of bots where no person plays, so that one can watch."""
    fair_ms: int = 60
    """Real time: calls that arrive within this are put in the order in which they were made, lag counted."""
    most_credit_ms: int = 75
    """Real time: nobody's call is dated further back than this for its way, however long that is."""
    countdown_ms: int = 3000
    """Real time: how long people who have sat down wait before it begins, so that all begin together."""
    hints_between_people: bool = True
    """May people ask for hints in matches that count: several people play them, from the beginning, by chance?"""
    hand_over_between_people: bool = True
    """May they hand their seats to bots there? They may always resign."""
    requests_per_minute: int = 600
    """From one address, over HTTP; what is hard to answer counts several times."""
    matches_per_hour: int = 300
    """Made from one address; a quarter of it at once."""
    megabytes_per_minute: int = 20
    """Sent by one address in requests."""
    most_listed_from_one: int = 20
    """Tables of one address that wait in the lobby at a time."""
    most_waiting_seats_from_one: int = 24
    """Seats that one address has taken at tables that have not begun: 32 pupils, at tables of four that 8 have made."""
    most_lines_from_one: int = 300
    """Connections over HTTP that one address has open; behind a proxy the proxy keeps count."""
    head_seconds: int = 10
    """So long a request's head may take to arrive, and ..."""
    body_seconds: int = 30
    """... its body, and ..."""
    answer_seconds: int = 120
    """... its answer to be made and taken."""
    messages_per_second: int = 20
    """From one connection; twice as many at once. From one address ten times as many."""
    most_connections: int = 20_000
    most_connections_from_one: int = 500
    """From one address."""
    most_behind: int = 200
    """A client that is so many messages behind is let go; it may come back and catch up."""
    keep_waiting_days: int = 7
    """Matches that never began are deleted after this; 0 keeps them for ever. So with the next two."""
    keep_unfinished_days: int = 90
    """Matches that nobody went on with for so long."""
    keep_finished_days: int = 365
    """Matches that are over since."""
    most_chat_lines: int = 1_000
    """In one match."""
    idle_seconds: int = 120
    """A match that nobody looks at leaves the memory after this."""
    remind_after_seconds: int = 60
    """Whoever is away is told so long after their turn began."""
    private_webhooks: bool = False
    """May messages go to addresses of private networks, such as a server of one's own at home?"""
    public_url: str = ""
    """How the table is called from outside, for links in messages; else as the reader's browser called it."""
    contact: str = ""
    """mailto: or https: address of the host, which push services want to know."""
    mail_server: str = ""
    """smtp://USER:PASSWORD@HOST:PORT or smtps://...; without one nobody is told by mail."""
    mail_from: str = ""
    """The sender of mails."""
    drain_seconds: int = 3
    """A server that is told to stop lets everybody go first, at most for so long."""
    compress: bool = True
    """Pack what is sent over sockets: a fifteenth of the bytes for a tenth of a millisecond each."""
    metrics_from: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses that may read the metrics: they count everybody's moves, also those that are still secret."""
    access_log: str = ""
    """A file to which every request is written as one line of JSON; - for the standard output, nothing for none."""
    trust_proxy: int = 0
    """So many proxies of one's own stand before the server: the client's address is the one that the outermost has
    added to X-Forwarded-For."""
    proxy_way_header: str = ""
    """Behind a proxy: the header in which it tells the way to the client and back, in microseconds."""

    workshop: str = field(default_factory=usual_workshop)
    """Where the workshop of the person at this machine keeps its runs; nothing: there is no workshop."""

    @property
    def is_sqlite(self) -> bool:
        return self.database.startswith("sqlite")


def read_settings(**given: Any) -> Settings:
    """The environment's settings, with those given (and not None) in their place."""
    from sqlalchemy.engine import make_url  # which commands that serve nothing do not wait for
    from sqlalchemy.exc import ArgumentError

    found: dict[str, Any] = {}
    for one in fields(Settings):
        text = os.environ.get(f"MESOZOIC_{one.name.upper()}")
        if text is not None:
            found[one.name] = _read(one.name, text)
    settings = replace(Settings(), **found, **{name: value for name, value in given.items() if value is not None})
    if settings.database.startswith("postgres://"):  # as many who rent out databases write it
        settings = replace(settings, database=settings.database.replace("postgres://", "postgresql://", 1))
    if not settings.database.startswith(("sqlite:///", "postgresql://")):
        shown = without_password(settings.database)
        raise BadOptions(f"The database {shown!r} is neither sqlite:///FILE nor postgresql://USER@HOST/NAME.")
    try:
        make_url(settings.database)
    except (ArgumentError, ValueError):
        raise BadOptions(
            f"The database {without_password(settings.database)!r} cannot be read: write "
            "postgresql://USER:PASSWORD@HOST:PORT/NAME, with %40, %2F and %3A for @, / and : in a password."
        ) from None
    if settings.mail_server and not settings.mail_server.startswith(("smtp://", "smtps://")):
        raise BadOptions("MESOZOIC_MAIL_SERVER is neither smtp://USER:PASSWORD@HOST:PORT nor smtps://...")
    if settings.mail_server and not settings.mail_from:
        raise BadOptions("MESOZOIC_MAIL_SERVER needs MESOZOIC_MAIL_FROM: the address that mails come from.")
    return settings


def without_password(url: str) -> str:
    """The address of a database as it may be shown. Where its parts cannot be told apart, nearly nothing of it is."""
    if url.startswith("sqlite:"):
        return url
    scheme, found, rest = url.partition("://")
    if not found:
        return "…" if set(url) & set("@=:") else url
    place, _, query = rest.partition("?")
    who, at, where = place.rpartition("@")
    return f"{scheme}://…" if "@" in query else f"{scheme}://{who.partition(':')[0]}{at}{where}"


def described() -> str:
    """Every setting of the environment with its default, for the help."""
    usual = Settings(database="sqlite:///…/table.sqlite", bot_workers=0, workshop="…/workshop")
    lines = []
    for one in fields(Settings):
        value = getattr(usual, one.name)
        shown = "cores less one" if one.name == "bot_workers" else _written(value)
        lines.append(f"  MESOZOIC_{one.name.upper():<30} {shown}")
    return "\n".join(["\b", "By environment, with what is usual (docs/operating.md says what each sets):", *lines])


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(value) or "none" if isinstance(value, tuple) else str(value)


def _read(name: str, text: str) -> Any:
    usual = getattr(Settings(), name)
    if isinstance(usual, bool):
        return text.lower() in ("1", "true", "yes", "on")
    if isinstance(usual, int):
        if text.lower() in ("true", "yes", "on"):
            return 1
        if not text.isdigit():
            raise BadOptions(f"MESOZOIC_{name.upper()} must be a whole number, not {text!r}.")
        return int(text)
    if isinstance(usual, tuple):
        return tuple(part.strip() for part in text.split(",") if part.strip())
    return text
