"""Mail, where the host has named a server that takes it."""

from __future__ import annotations

import asyncio
import re
import smtplib
import ssl
from email.message import EmailMessage
from urllib.parse import unquote, urlsplit

from mesozoic.table.errors import Refusal
from mesozoic.table.outside.post import Undelivered

SECONDS = 20
ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")


def read_mail_address(text: str) -> str:
    """An address that can stand in a mail's head."""
    if len(text) > 200 or ADDRESS.fullmatch(text) is None:
        raise Refusal("This is no mail address.")
    return text


async def send(server: str, sender: str, to: str, subject: str, text: str) -> None:
    """Raises Undelivered if the server did not take it."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = sender, to, subject
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(text)
    try:
        await asyncio.to_thread(_send, server, mail)
    except smtplib.SMTPRecipientsRefused:
        raise Undelivered("The mail server does not know this address.", is_gone=True) from None
    except (OSError, smtplib.SMTPException):
        raise Undelivered("The table's mail server did not take the message.") from None


def _send(server: str, mail: EmailMessage) -> None:
    parts = urlsplit(server)
    host = str(parts.hostname)
    if parts.scheme == "smtps":
        made: smtplib.SMTP = smtplib.SMTP_SSL(
            host, parts.port or 465, timeout=SECONDS, context=ssl.create_default_context()
        )
    else:
        made = smtplib.SMTP(host, parts.port or 25, timeout=SECONDS)
    with made as talk:
        talk.ehlo()
        if parts.scheme == "smtp" and talk.has_extn("starttls"):
            talk.starttls(context=ssl.create_default_context())
            talk.ehlo()
        if parts.username:
            talk.login(unquote(parts.username), unquote(parts.password or ""))
        talk.send_message(mail)
