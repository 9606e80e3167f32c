"""People who are away are told that it is their turn: once, by the ways they chose, and nothing else."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import socket
import threading
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from mesozoic.client import messages
from mesozoic.client.client import new_key
from mesozoic.table.errors import Refusal
from mesozoic.table.matches import present
from mesozoic.table.matches.connection import Connection
from mesozoic.table.matches.hub import Hub
from mesozoic.table.matches.reminders import PAUSES, Reminders, asked_people
from mesozoic.table.matches.room import Room
from mesozoic.table.matches.service import Service
from mesozoic.table.outside import names, push
from mesozoic.table.outside import post as outside
from mesozoic.table.outside.post import Letter, Undelivered, post, read_address
from mesozoic.table.outside.words import Webhook, your_turn
from mesozoic.table.storage.people import person_id
from tests.table.by_hand import START, Wall, hub_by_hand
from tests.table.local import table
from tests.table.patience import PATIENCE, until
from tests.table.postgres import Postgres
from tests.table.receivers import mail_box, receiver

ME, OPEN = messages.SeatWish("me"), messages.SeatWish("open")
BEN = person_id("b" * 40)
SECRET = "s" * 40


async def two_people(service: Service, names: tuple[str, str] = ("Ann", "Ben")) -> Room:
    """DinoSpan between two; whose turn it is, the rules say."""
    made = await service.create(messages.NewMatch("dinospan", [ME, OPEN], name=names[0], seed="7"))
    await service.join(made.match.id, messages.JoinMatch(names[1]))
    room = await service.hub.room(made.match.id)
    await service.start(room)
    return room


async def play_until(room: Room, seat: int) -> None:
    """Whoever is asked decides, until this seat is."""
    match = room.match
    while seat not in match.to_move:
        mover = match.to_move[0]
        await room.move(mover, match.state.moves(mover)[0], None, new_key())


async def play_once(room: Room, seat: int) -> None:
    """The whole turn of a seat, and what others do until it is asked again."""
    turn = room.match.turns[seat]
    while room.match.turns[seat] == turn:
        mover = room.match.to_move[0]
        await room.move(mover, room.match.state.moves(mover)[0], None, new_key())


async def settled(reminders: Reminders) -> None:
    await asyncio.gather(*reminders.writing)


async def minute_later(hub: Hub, wall: Wall, seconds: float = 61) -> None:
    await settled(hub.reminders)
    wall.now += seconds
    await hub.reminders.tell_all()


def test_somebody_who_is_away_is_told_once_a_turn_and_nothing_of_the_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with receiver() as inbox, hub_by_hand(tmp_path, private_webhooks=True) as (hub, service, wall):
            room = await two_people(service, ("@everyone <!here>", "Ben"))
            hook = {"url": inbox.url(), "field": "content", "prefix": "<@17>"}
            await hub.reminders.people.change(BEN, wall.now, webhook=hook, origin="https://t.example")
            await hub.reminders.link(BEN, [(room.match.row.id, 1)])
            await play_until(room, 1)
            await settled(hub.reminders)
            await hub.reminders.tell_all()
            assert not inbox.received, "they may come back by themselves"
            await minute_later(hub, wall)
            await minute_later(hub, wall)
            said = f"<@17> Your turn in DinoSpan with (at)everyone (!here): https://t.example/match/{room.match.row.id}"
            assert [json.loads(one.body) for one in inbox.received] == [{"content": said}]
            assert inbox.received[0].headers["content-type"] == "application/json"
            await play_once(room, 1)
            await minute_later(hub, wall)
            assert len(inbox.received) == 2, "the next turn"
            assert hub.counts["reminders"] == 2

    asyncio.run(story())


def test_who_has_left_a_seat_is_not_told_of_the_turns_of_the_next_who_sits_there(tmp_path: Path) -> None:
    async def story() -> None:
        async with receiver() as inbox, hub_by_hand(tmp_path, private_webhooks=True) as (hub, service, wall):
            made = await service.create(messages.NewMatch("dinospan", [ME, OPEN, OPEN], name="Ann", seed="7"))
            room = await hub.room(made.match.id)
            await hub.reminders.people.change(BEN, wall.now, webhook={"url": inbox.url()}, origin="https://t.example")
            for name in ("Ben", "Cy"):
                await service.join(made.match.id, messages.JoinMatch(name))
            await hub.reminders.link(BEN, [(made.match.id, 1), (made.match.id, 2)])
            await service.leave(room, 1)
            await service.change_seat(room, 2, messages.ChangeSeat("open"))
            for name in ("Dee", "Eve"):
                await service.join(made.match.id, messages.JoinMatch(name))
            await service.start(room)
            for seat in (1, 2):
                await play_until(room, seat)
                await minute_later(hub, wall)
            assert not inbox.received

    asyncio.run(story())


def test_on_postgresql_of_two_processes_one_tells_and_your_turn_lists_the_match(
    tmp_path: Path, postgres: Postgres
) -> None:
    async def story() -> None:
        database = await asyncio.to_thread(postgres.new_database)
        known: dict[str, Any] = {"private_webhooks": True, "database": database}
        async with (
            receiver() as inbox,
            hub_by_hand(tmp_path, **known) as (hub, service, wall),
            hub_by_hand(tmp_path, **known) as (other, _, other_wall),
        ):
            room = await two_people(service)
            hook = {"url": inbox.url(), "field": "", "prefix": ""}
            await hub.reminders.people.change(BEN, wall.now, webhook=hook, origin="https://t.example")
            await hub.reminders.link(BEN, [(room.match.row.id, 1)])
            await play_until(room, 1)
            await settled(hub.reminders)
            wall.now = other_wall.now = wall.now + 61
            await asyncio.gather(hub.reminders.tell_all(), other.reminders.tell_all())
            assert len(inbox.received) == 1
            found, info = await other.look_at(room.match.row.id)
            mine = present.my_match(info, found, 1, other.clocks, other.wall())
            assert mine.your_turn and mine.turn_since is not None

    asyncio.run(story())


def test_who_is_there_or_comes_or_has_moved_is_not_told(tmp_path: Path) -> None:
    async def story() -> None:
        async with receiver() as inbox, hub_by_hand(tmp_path, private_webhooks=True) as (hub, service, wall):
            room = await two_people(service)
            hook = {"url": inbox.url(), "field": "", "prefix": ""}
            await hub.reminders.people.change(BEN, wall.now, webhook=hook)
            await hub.reminders.link(BEN, [(room.match.row.id, 1)])
            ben = Connection(1000)
            ben.reader = 1
            room.enter(ben)
            await play_until(room, 1)
            room.leave(ben)
            await minute_later(hub, wall)  # there when it began
            await play_once(room, 1)
            room.enter(ben)
            room.leave(ben)
            await minute_later(hub, wall)  # looked in
            await play_once(room, 1)
            await settled(hub.reminders)
            await play_once(room, 1)  # a device of theirs without a socket moves at once ...
            room.enter(ben)
            await minute_later(hub, wall)  # ... and is there
            await service.hand_over(room, 1, messages.HandOver(new_key()))
            room.leave(ben)
            await minute_later(hub, wall)  # a bot decides for them
            assert not inbox.received

    asyncio.run(story())


def test_what_did_not_arrive_is_sent_again_later_and_its_error_is_shown(tmp_path: Path) -> None:
    async def story() -> None:
        async with receiver(500, 503, 200) as inbox, hub_by_hand(tmp_path, private_webhooks=True) as found:
            hub, service, wall = found
            room = await two_people(service)
            hook = {"url": inbox.url(), "field": "text", "prefix": ""}
            await hub.reminders.people.change(BEN, wall.now, webhook=hook)
            await hub.reminders.link(BEN, [(room.match.row.id, 1)])
            await play_until(room, 1)
            await minute_later(hub, wall)
            assert len(inbox.received) == 1
            assert (await hub.reminders.people.find(BEN)).error == "Webhook: The address answered with status 500."
            await minute_later(hub, wall, PAUSES[0] - 1)
            assert len(inbox.received) == 1
            await minute_later(hub, wall, 1)
            assert len(inbox.received) == 2
            await minute_later(hub, wall, PAUSES[1])
            assert len(inbox.received) == 3
            assert (await hub.reminders.people.find(BEN)).error is None
            await minute_later(hub, wall, 10 * PAUSES[-1])
            assert len(inbox.received) == 3

    asyncio.run(story())


def test_a_way_that_took_the_message_is_not_used_again_because_another_fails(tmp_path: Path) -> None:
    """Once a turn by each way, also when the server falls between two tries; the next turn begins anew."""

    async def story() -> None:
        async with receiver() as inbox, receiver(500, 201) as service:
            async with hub_by_hand(tmp_path, private_webhooks=True) as (hub, tables, wall):
                room = await two_people(tables)
                await hub.reminders.people.change(
                    BEN, wall.now, webhook={"url": inbox.url()}, origin="https://t.example"
                )
                await hub.reminders.people.add_push(BEN, Browser(service.url("/push/1")).wish)
                await hub.reminders.link(BEN, [(room.match.row.id, 1)])
                await play_until(room, 1)
                await minute_later(hub, wall)
                assert (len(inbox.received), len(service.received)) == (1, 1)
            async with hub_by_hand(tmp_path, later=wall.now - START, private_webhooks=True) as (hub, tables, wall):
                await minute_later(hub, wall, PAUSES[0])
                assert (len(inbox.received), len(service.received)) == (1, 2)
                assert (await hub.reminders.people.find(BEN)).error is None
                await minute_later(hub, wall, PAUSES[-1])
                await play_once(await hub.room(room.match.row.id), 1)
                await minute_later(hub, wall)
                assert (len(inbox.received), len(service.received)) == (2, 3)

    asyncio.run(story())


def test_after_some_tries_nothing_more_is_sent_for_a_turn(tmp_path: Path) -> None:
    async def story() -> None:
        async with receiver(500) as inbox, hub_by_hand(tmp_path, private_webhooks=True) as (hub, service, wall):
            room = await two_people(service)
            await hub.reminders.people.change(BEN, wall.now, webhook={"url": inbox.url()})
            await hub.reminders.link(BEN, [(room.match.row.id, 1)])
            await play_until(room, 1)
            for _ in range(10):
                await minute_later(hub, wall, PAUSES[-1])
            assert len(inbox.received) == 1 + len(PAUSES)

    asyncio.run(story())


def test_a_turn_that_began_just_before_the_server_fell_is_told_after_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with receiver() as inbox:
            async with hub_by_hand(tmp_path, private_webhooks=True) as (hub, service, wall):
                room = await two_people(service)
                await hub.reminders.people.change(BEN, wall.now, webhook={"url": inbox.url()})
                await hub.reminders.link(BEN, [(room.match.row.id, 1)])
                hub.reminders.after = lambda *_: None  # type: ignore[method-assign]
                await play_until(room, 1)
            async with hub_by_hand(tmp_path, later=3600, private_webhooks=True) as (hub, service, wall):
                await minute_later(hub, wall)
                assert len(inbox.received) == 1

    asyncio.run(story())


# --- Where messages may go --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "192.168.0.1",
        "172.16.9.9",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1",
        "fd00::1",
        "ff02::1",
        "::ffff:10.0.0.1",
        "64:ff9b::a00:1",
        "2002:a00:1::",
        "2001:0:4136:e378:8000:63bf:f5ff:fffe",
        "192.0.0.192",
        "fec0::2",
        "::10.0.0.1",
        "64:ff9b:1::a00:1",
    ],
)
def test_addresses_of_private_networks_are_known_however_they_are_written(address: str) -> None:
    assert not outside.is_public(address)


def test_public_addresses_are_known() -> None:
    assert outside.is_public("8.8.8.8") and outside.is_public("2001:4860:4860::8888")


@pytest.mark.parametrize(
    "url",
    ["", "ftp://a.example/x", "https://", "http://u:p@a.example/", "http://a b", "http://a.example:0/", "http://[::1"],
)
def test_what_is_no_address_is_refused_with_a_sentence(url: str) -> None:
    with pytest.raises(Refusal):
        read_address(url)


def test_nothing_goes_to_private_networks_unless_the_host_allows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither by address nor by name, nor by a redirect from a public one."""

    async def story() -> None:
        async with receiver(307, 200) as inbox:
            for host in ("127.0.0.1", "localhost"):
                with pytest.raises(Undelivered, match="private network"):
                    await post(Letter(inbox.url(host=host), b""), allow_private=False)
            assert not inbox.received
            monkeypatch.setattr(outside, "is_public", lambda address: address == "127.0.0.2")
            inbox.moved_to = inbox.url("/second", host="127.0.0.3")
            with pytest.raises(Undelivered, match="private network"):
                await post(Letter(inbox.url(host="127.0.0.2"), b""), allow_private=False)
            assert len(inbox.received) == 1
            inbox.statuses = [308, 200]
            inbox.moved_to = inbox.url("/second", host="127.0.0.2")
            await post(Letter(inbox.url(host="127.0.0.2"), b"again"), allow_private=False)
            assert (inbox.received[-1].path, inbox.received[-1].body) == ("/second", b"again")
            inbox.statuses = [302]
            with pytest.raises(Undelivered, match="again and again"):
                await post(Letter(inbox.url(host="127.0.0.2"), b""), allow_private=False)
            with pytest.raises(Undelivered, match="port 25"):
                await post(Letter("http://127.0.0.2:25/", b""), allow_private=False)

    asyncio.run(story())


def test_names_that_nobody_answers_for_hold_up_no_message(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs a name's server can let it be silent; each look-up keeps a thread as long as the system waits."""
    go, look_up = threading.Event(), socket.getaddrinfo
    asked: list[str] = []

    def looking(host: Any, *given: Any, **named: Any) -> Any:
        if host.endswith("silent.example"):
            asked.append(host)
            go.wait(PATIENCE)
            raise OSError
        return look_up("127.0.0.1" if host == "honest.example" else host, *given, **named)

    async def story() -> None:
        monkeypatch.setattr(socket, "getaddrinfo", looking)
        monkeypatch.setattr(outside, "_names", names.Names())
        monkeypatch.setattr(outside, "SECONDS", PATIENCE)
        async with receiver(200) as inbox:
            await outside.check_reach(inbox.url(host="honest.example"), allow_private=True)
            urls = [f"http://{number % 40}.silent.example/" for number in range(80)]
            waiting = [
                *(asyncio.create_task(outside.check_reach(url, allow_private=True)) for url in urls),
                *(asyncio.create_task(post(Letter(url, b"your turn"), allow_private=True)) for url in urls),
            ]
            try:
                await until(lambda: len(asked) == names.MOST_UNPROVEN, "as many are looked up as may be")
                for host in ("127.0.0.1", "honest.example"):
                    await post(Letter(inbox.url(host=host), b"your turn"), allow_private=True)
                assert len(inbox.received) == 2
                assert len(asked) == len(set(asked)) == names.MOST_UNPROVEN, "each once, and no more than that"
                with pytest.raises(Undelivered, match="has to wait"):
                    await post(Letter("http://new.example/", b""), allow_private=True)
            finally:
                go.set()
                outcomes = await asyncio.gather(*waiting, return_exceptions=True)
            assert {type(one) for one in outcomes} == {type(None), Undelivered}

    asyncio.run(story())


def test_a_name_that_answered_and_is_silent_now_is_believed_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = {"a.example": ["192.0.2.1"]}

    def looking(host: Any, *_: Any, **__: Any) -> Any:
        return [(None, None, None, "", (address, 0)) for address in answers.get(host, [])]

    async def story() -> None:
        monkeypatch.setattr(socket, "getaddrinfo", looking)
        monkeypatch.setattr(names, "MOST_UNPROVEN", 1)
        found = names.Names()
        assert await found.addresses("a.example") == ["192.0.2.1"]
        found._note()
        found.pending["silent.example"] = Future()
        assert await found.addresses("b.example") is None
        assert await found.addresses("a.example") == ["192.0.2.1"], "there is room for it"
        answers.clear()
        assert await found.addresses("a.example") == []
        assert await found.addresses("a.example") is None, "it is one of many now"
        found.pending["silent.example"].set_result([])
        assert await found.addresses("b.example") == []

    asyncio.run(story())


def test_an_address_in_a_private_network_is_refused_when_it_is_given(tmp_path: Path) -> None:
    async def story() -> None:
        async with table(tmp_path) as local:
            for url in (
                "http://127.0.0.1/hook",
                "http://localhost:8000/",
                "http://[::ffff:10.0.0.1]/",
                "http://8.8.8.8:25/",
            ):
                refused = await local.post("/reminders/webhook", {"url": url}, SECRET)
                assert refused.status_code == 400, url
                assert "private network" in refused.json()["reason"] or "port 25" in refused.json()["reason"]
            assert (await local.get("/reminders", SECRET)).json()["webhook"] is None
            later = await local.post("/reminders/webhook", {"url": "http://nowhere.invalid/"}, SECRET)
            assert later.status_code == 200, "its name may be found later"

    asyncio.run(story())


def test_a_webhook_says_it_as_discord_slack_and_ntfy_want_it() -> None:
    notice = your_turn("DinoSpan", "abc", ["Ann", "Cleo", "Dan"])
    assert notice.text == "Your turn in DinoSpan with Ann, Cleo and Dan"
    ntfy = Webhook("https://ntfy.sh/topic").letter(notice, "https://t.example")
    assert ntfy.body == b"Your turn in DinoSpan with Ann, Cleo and Dan: https://t.example/match/abc"
    slack = Webhook("https://hooks.slack.com/services/x", "text", "<@U1>").letter(notice, "https://t.example")
    assert json.loads(slack.body) == {"text": f"<@U1> {ntfy.body.decode()}"}
    with pytest.raises(Refusal, match="name of a field"):
        Webhook("https://a.example/", 'a": 1').check()
    with pytest.raises(Refusal, match="one line"):
        Webhook("https://a.example/", "text", "a\nb").check()


# --- Web Push and mail ------------------------------------------------------------------------------------------


class Browser:
    """The other end of Web Push: it alone can read what is sent to it."""

    def __init__(self, endpoint: str) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.wish = {"endpoint": endpoint, "p256dh": push.packed(point), "auth": push.packed(self.auth)}

    def read(self, body: bytes) -> Any:
        return json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"))


def signed_claims(authorization: str, public_key: str) -> Any:
    """What the server says of itself to the push service; raises if it is not signed with its key."""
    token = re.search(r"t=([^,\s]+)", authorization).group(1)
    head, claims, signature = token.split(".")
    raw = push.unpacked(signature)
    whole = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), push.unpacked(public_key))
    point.verify(whole, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    return json.loads(base64.urlsafe_b64decode(claims + "=="))


def test_over_http_a_browser_and_an_address_are_set_tested_told_and_forgotten(tmp_path: Path) -> None:
    async def story() -> None:
        settings: dict[str, Any] = {"private_webhooks": True, "remind_after_seconds": 0}
        async with receiver() as inbox, receiver(201, 201, 410) as service, table(tmp_path, **settings) as local:
            browser = Browser(service.url("/push/1"))
            empty = (await local.get("/reminders", SECRET)).json()
            assert (empty["webhook"], empty["browsers"], empty["can_mail"]) == (None, 0, False)
            assert (await local.get("/reminders")).status_code == 403
            assert (await local.post("/reminders/test", token=SECRET)).status_code == 403
            assert (await local.post("/reminders/mail", {"address": "a@b.example"}, SECRET)).status_code == 403
            bad = {**browser.wish, "p256dh": "AAAA"}
            assert (await local.post("/reminders/push", bad, SECRET)).status_code == 400
            assert (await local.post("/reminders/push", browser.wish, SECRET)).json()["browsers"] == 1
            hook = {"url": inbox.url(), "field": "content", "prefix": ""}
            assert (await local.post("/reminders/webhook", hook, SECRET)).json()["webhook"] == hook
            assert (await local.post("/reminders/webhook", {"url": "nonsense"}, SECRET)).status_code == 400
            assert (await local.post("/reminders/test", token=SECRET)).json() == {"problems": []}
            assert browser.read(service.received[0].body)["path"] == "/reminders"
            claims = signed_claims(service.received[0].headers["authorization"], empty["push_key"])
            assert claims["aud"] == f"http://127.0.0.1:{service.port}"
            assert json.loads(inbox.received[0].body)["content"].startswith("This is a test")

            match, token = await local.create("dinospan", "me", "open")
            other = await local.join(match, "Ben")
            linked = await local.post("/reminders/seats", {"tokens": [token, other, f"{match}.{'x' * 30}"]}, SECRET)
            assert linked.status_code == 200
            await local.post(f"/matches/{match}/start", token=token)
            await settled(local.hub.reminders)
            await local.hub.reminders.tell_all()
            notice = browser.read(service.received[-1].body)
            assert notice["path"] == f"/match/{match}" and notice["text"].startswith("Your turn in DinoSpan with ")
            await local.post("/reminders/test", token=SECRET)
            assert (await local.get("/reminders", SECRET)).json()["browsers"] == 0, "410: it wants no more"
            assert (await local.post("/reminders/push", browser.wish, SECRET)).json()["browsers"] == 1
            ended = await local.post("/reminders/push/end", {"endpoint": browser.wish["endpoint"]}, SECRET)
            assert ended.json()["browsers"] == 0
            assert (await local.post("/reminders/webhook", {"url": ""}, SECRET)).json()["webhook"] is None
            await local.post("/reminders/forget", token=SECRET)
            assert await local.hub.reminders.people.find(person_id(SECRET)) is None

    asyncio.run(story())


def test_turns_are_told_by_mail_once_the_code_was_entered(tmp_path: Path) -> None:
    async def story() -> None:
        async with mail_box() as box:
            mail: dict[str, Any] = {"mail_server": f"smtp://127.0.0.1:{box.port}", "mail_from": "table@t.example"}
            async with hub_by_hand(tmp_path, **mail) as (hub, service, wall):
                with pytest.raises(Refusal, match="no mail address"):
                    await hub.reminders.ask_mail(BEN, "ben@b.example\nBcc: all@c.example", "https://t.example")
                await hub.reminders.ask_mail(BEN, "ben@b.example", "https://t.example")
                code = re.search(r"^(\d{8})\r$", box.mails[0], re.MULTILINE).group(1)
                room = await two_people(service)
                await hub.reminders.link(BEN, [(room.match.row.id, 1)])
                await play_until(room, 1)
                await minute_later(hub, wall)
                assert len(box.mails) == 1, "nobody has shown yet that the address is theirs"
                with pytest.raises(Refusal, match="not the code"):
                    await hub.reminders.confirm_mail(BEN, "1" * 8)
                await hub.reminders.confirm_mail(BEN, code)
                await play_once(room, 1)
                await minute_later(hub, wall)
                assert "Subject: Your turn in DinoSpan with Ann" in box.mails[1]
                assert f"https://t.example/match/{room.match.row.id}" in box.mails[1]
                assert asked_people(room.match) == [(1, room.match.turns[1][0])]

    asyncio.run(story())


def test_nobody_writes_to_strangers_in_the_tables_name(tmp_path: Path) -> None:
    """The mail with the code goes to whom somebody else names: nothing in it is theirs, and few come."""

    async def story() -> None:
        async with mail_box() as box:
            mail: dict[str, Any] = {"mail_server": f"smtp://127.0.0.1:{box.port}", "mail_from": "table@t.example"}
            async with table(tmp_path, **mail) as local:

                async def ask(secret: str, address: str, host: str) -> int:
                    headers = {"Authorization": f"Bearer {secret}", "Host": host}
                    wanted = {"address": address}
                    return (await local.http.post("/api/reminders/mail", json=wanted, headers=headers)).status_code

                assert await ask(SECRET, "ben@b.example", "you-have-won.example") == 200
                assert "you-have-won" not in box.mails[0]
                for host in ("a.example/won", "a.example you have won", "a@b.example"):
                    assert await ask(SECRET, "ann@a.example", host) == 400
                assert len(box.mails) == 1
                found = [await ask(f"{SECRET}{number}", "Ben@b.example", "t.example") for number in range(4)]
                assert found == [200, 200, 429, 429] and len(box.mails) == 3
                assert await ask(SECRET, "cora@c.example", "t.example") == 200

    asyncio.run(story())
