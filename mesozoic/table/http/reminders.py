"""How somebody wants to be told of their turns. Who asks is known by a secret of the browser's own."""

from __future__ import annotations

import re
from typing import Any

from litestar import Request, get, post
from litestar.params import JSONBody

from mesozoic.client import messages
from mesozoic.table.errors import Forbidden, Refusal, Unknown
from mesozoic.table.http.api import MAY_REFUSE, Bearer, TheHub, token_of
from mesozoic.table.matches import present
from mesozoic.table.matches.hub import Hub
from mesozoic.table.outside import push
from mesozoic.table.outside.post import check_reach
from mesozoic.table.outside.words import Webhook
from mesozoic.table.storage.people import person_id

ORIGIN = re.compile(r"https?://[A-Za-z0-9._:\[\]-]{1,200}")
SECRET = re.compile(r"[A-Za-z0-9_-]{32,80}")
Asking = Request[Any, Any, Any]


def person_of(authorization: str | None) -> str:
    """Who asks: a hash of the browser's secret."""
    secret = token_of(authorization)
    if secret is None or SECRET.fullmatch(secret) is None:
        raise Forbidden("Give a secret of 32 letters or more as Authorization: Bearer SECRET.")
    return person_id(secret)


def origin_of(request: Asking, hub: Hub) -> str:
    """How the asker's browser calls this table. The gate has compared it with the host that was asked."""
    given = request.headers.get("origin") or f"{request.scope['scheme']}://{request.headers.get('host', '')}"
    if ORIGIN.fullmatch(given) is None:
        raise Refusal("This request does not say what the table is called: its Host names none.")
    return (hub.settings.public_url or given).rstrip("/")


async def info_of(hub: Hub, person: str) -> messages.RemindersInfo:
    found = await hub.reminders.people.find(person)
    pushes = await hub.reminders.people.pushes_of(person)
    error_at = None if found is None or found.error_at is None else present.timestamp(found.error_at)
    return messages.RemindersInfo(
        webhook=None if found is None or found.webhook is None else messages.WebhookInfo(**found.webhook),
        browsers=len(pushes),
        mail=None if found is None else found.mail,
        mail_asked=None if found is None else found.mail_asked,
        last_error=None if found is None else found.error,
        last_error_at=error_at,
        push_key=push.public_key(hub.reminders.push_key),
        can_mail=bool(hub.settings.mail_server),
    )


@get("/reminders", responses=MAY_REFUSE)
async def reminders(hub: TheHub, secret: Bearer = None) -> messages.RemindersInfo:
    """How whoever holds this secret is told of their turns."""
    return await info_of(hub, person_of(secret))


@post("/reminders/webhook", status_code=200, responses=MAY_REFUSE)
async def set_webhook(
    request: Asking, data: JSONBody[messages.WebhookWish], hub: TheHub, secret: Bearer = None
) -> messages.RemindersInfo:
    """Tell turns to a web address, such as a channel of Discord or Slack, or ntfy."""
    person = person_of(secret)
    hook = Webhook(data.url.strip(), data.field, data.prefix.strip())
    if hook.url:
        hook.check()
        await check_reach(hook.url, hub.settings.private_webhooks)
    chosen = {"url": hook.url, "field": hook.field, "prefix": hook.prefix} if hook.url else None
    wanted = {"webhook": chosen, "origin": origin_of(request, hub), "error": None, "error_at": None}
    await hub.reminders.people.change(person, hub.wall(), **wanted)
    return await info_of(hub, person)


@post("/reminders/push", status_code=200, responses=MAY_REFUSE)
async def add_push(
    request: Asking, data: JSONBody[messages.PushWish], hub: TheHub, secret: Bearer = None
) -> messages.RemindersInfo:
    """Tell turns to a browser, by the push service of its maker."""
    person = person_of(secret)
    push.Subscription(data.endpoint, data.p256dh, data.auth).check()
    await hub.reminders.people.change(person, hub.wall(), origin=origin_of(request, hub))
    chosen = {"endpoint": data.endpoint, "p256dh": data.p256dh, "auth": data.auth}
    await hub.reminders.people.add_push(person, chosen)
    return await info_of(hub, person)


@post("/reminders/push/end", status_code=200, responses=MAY_REFUSE)
async def end_push(data: JSONBody[messages.PushEnd], hub: TheHub, secret: Bearer = None) -> messages.RemindersInfo:
    """A browser wants to be told no more."""
    person = person_of(secret)
    await hub.reminders.people.drop_push(person, data.endpoint)
    return await info_of(hub, person)


@post("/reminders/mail", status_code=200, responses=MAY_REFUSE)
async def set_mail(
    request: Asking, data: JSONBody[messages.MailWish], hub: TheHub, secret: Bearer = None
) -> messages.RemindersInfo:
    """Tell turns by mail, once the code that goes to the address was entered."""
    person, address = person_of(secret), data.address.strip()
    if address:
        await hub.reminders.ask_mail(person, address, origin_of(request, hub))
    else:
        none = {"mail": None, "mail_asked": None, "mail_code": None}
        await hub.reminders.people.change(person, hub.wall(), **none)
    return await info_of(hub, person)


@post("/reminders/mail/code", status_code=200, responses=MAY_REFUSE)
async def confirm_mail(data: JSONBody[messages.MailCode], hub: TheHub, secret: Bearer = None) -> messages.RemindersInfo:
    """The code that was sent by mail."""
    person = person_of(secret)
    await hub.reminders.confirm_mail(person, data.code)
    return await info_of(hub, person)


@post("/reminders/test", status_code=200, responses=MAY_REFUSE)
async def send_test(hub: TheHub, secret: Bearer = None) -> messages.TestOutcome:
    """A message now, by every way that was chosen."""
    return messages.TestOutcome(await hub.reminders.test(person_of(secret)))


@post("/reminders/seats", status_code=200, responses=MAY_REFUSE)
async def tell_of_seats(
    data: JSONBody[messages.MyTokens], hub: TheHub, secret: Bearer = None
) -> messages.RemindersInfo:
    """Tell turns of the seats that these tokens hold; tokens that hold none are left out."""
    person = person_of(secret)
    known = await hub.store.known(token.partition(".")[0] for token in data.tokens)
    found: list[tuple[str, int]] = []
    for token in dict.fromkeys(data.tokens):
        name = token.partition(".")[0]
        if name not in known:
            continue
        try:
            match, _ = await hub.look_at(name)
            seat = hub.holder(match, token)
        except (Unknown, Forbidden):
            continue
        if seat is not None and match.status != "over":
            found.append((name, seat))
    await hub.reminders.link(person, found)
    return await info_of(hub, person)


@post("/reminders/forget", status_code=200, responses=MAY_REFUSE)
async def forget_person(hub: TheHub, secret: Bearer = None) -> dict[str, str]:
    """Be told nothing any more, and forget every address."""
    await hub.reminders.people.forget(person_of(secret))
    return {"status": "forgotten"}


ROUTES = [
    reminders,
    set_webhook,
    add_push,
    end_push,
    set_mail,
    confirm_mail,
    send_test,
    tell_of_seats,
    forget_person,
]
