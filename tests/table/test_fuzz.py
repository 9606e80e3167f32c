"""Whatever is sent to a table, it answers with a sentence, changes nothing that it should not, and plays on."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import websockets
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.sync.client import ClientConnection

import mesozoic
from mesozoic.client.client import new_key
from mesozoic.kernel.errors import MesozoicError
from mesozoic.kernel.record import FIRST_LINE, Record, _check
from mesozoic.kernel.rng import seeded
from mesozoic.kernel.state import Moves
from mesozoic.table.errors import Garbled
from mesozoic.table.http import replays
from mesozoic.table.matches import present
from tests.table.nursery import Nursery
from tests.table.patience import PATIENCE
from tests.table.server import Server
from tests.table.stored import stored_entries
from tests.table.test_secrets import World, drained, go_on

EXAMPLES = int(os.environ.get("MESOZOIC_EXAMPLES", "40"))
GAMES = [
    ("dolphins-and-dinos", 2),
    ("dinospan", 2),
    ("biomechanic-dino-battles", 2),
    ("carbon-dating", 1),
    ("clades", 2),
]
MOVES_FROM = 9
"""The line of a record at which its moves begin."""
UNHEALTHY = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.data_too_large]

# --- What to send -------------------------------------------------------------------------------------------------

numbers = st.one_of(
    st.integers(-3, 20),
    st.sampled_from([2**31, 2**53, 2**63, 2**64, -(2**63) - 1, 10**40, 1e308, -1e308, 1e-320, 0.5, -0.0]),
)
texts = st.one_of(
    st.text(max_size=30),
    st.sampled_from(["", " ", "\x00", "\ud800", "🦕" * 60, "a" * 9000, "hello", "P1", "-1", "../..", "%s%n", "null"]),
)
values = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, texts),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(texts, inner, max_size=3)),
    max_leaves=6,
)
keys = st.one_of(st.builds(new_key), st.just("always-the-same-key"))
valid = st.one_of(
    st.fixed_dictionaries({"type": st.just("hello")}, optional={"token": texts, "frames": st.booleans()}),
    st.fixed_dictionaries({"type": st.just("move"), "key": keys, "move": texts}, optional={"decision": numbers}),
    st.fixed_dictionaries(
        {"type": st.sampled_from(["undo", "ask_hint", "ask_world", "start", "come_back", "rematch"]), "key": keys}
    ),
    st.fixed_dictionaries({"type": st.just("answer_undo"), "key": keys, "agree": st.booleans()}),
    st.fixed_dictionaries({"type": st.just("say"), "key": keys, "text": texts}),
    st.fixed_dictionaries({"type": st.just("ping"), "sent": numbers}),
    st.fixed_dictionaries({"type": st.just("echo"), "stamp": numbers}),
    st.fixed_dictionaries({"type": st.just("hand_over"), "key": keys, "level": texts}),
)


@st.composite
def mutated(draw: st.DrawFn) -> dict[str, Any]:
    """A message that was right, with something taken away, added or changed."""
    message = dict(draw(valid))
    name = draw(st.sampled_from(sorted(message)))
    match draw(st.sampled_from(["without", "other value", "another field", "other kind"])):
        case "without":
            del message[name]
        case "other value":
            message[name] = draw(values)
        case "another field":
            message[draw(texts)] = draw(values)
        case "other kind":
            message["type"] = draw(st.sampled_from(["move", "say", "hello", "update", "welcome", "", "Move"]))
    return message


raw = st.sampled_from(
    [
        "",
        "{",
        "[" * 50_000,
        '{"type":"ping","sent":' + "[" * 4000,
        '{"type":"ping","sent":NaN}',
        '{"type":"ping","sent":Infinity}',
        '{"type":"ping","sent":1e999}',
        '{"type":"ping","sent":' + "9" * 5000 + "}",
        '{"type":"say","key":"12345678","text":"\\ud800"}',
        '{"type":"say","key":"12345678","text":"\\ud800\\ud800"}',
        '{"type":"say","key":"12345678","text":"\\udc00 \\u0000"}',
        '{"type":"move","type":"undo","key":"12345678","key":"123456789"}',
        '\ufeff{"type":"ping","sent":1}',
        '{"type":"ping","sent":1} {"type":"ping","sent":2}',
        "null",
        '"hello"',
        "x" * 40_000,
    ]
)
written = st.one_of(valid, mutated(), values).map(lambda value: json.dumps(value))
anything = st.one_of(written, raw, st.text(max_size=200), st.binary(max_size=200))


# --- In the process: every game ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_whatever_a_client_says_is_carried_out_or_refused_with_a_sentence(
    tmp_path: Path, name: str, players: int
) -> None:
    """Beside nonsense also moves that were, are or will be right, cut and joined."""
    setup = mesozoic.game(name).prepare(players)
    state = setup.shuffle(seeded(name))
    go_on(state, 40, seeded(name))
    known = sorted({move for seat in range(players) for move in state.moves(seat)[:40]} | {"end", "@a1", "C", "draw"})
    pieces = st.lists(st.sampled_from([*known, " ", "@", ":", ",", "+", "P1", "-", "?"]), min_size=1, max_size=4)
    moves = st.fixed_dictionaries({"type": st.just("move"), "key": keys, "move": pieces.map("".join)})
    said = st.lists(st.one_of(moves.map(json.dumps), written, raw), min_size=1, max_size=6)

    async def hear(messages: list[str]) -> None:
        world = World(setup, state.position(), tmp_path, "fuzz")
        wire = world.wires[players - 1]
        for message in messages:
            if "ask_hint" in message:
                continue
            before = world.match.number, world.state.position(), world.match.versions
            drained(wire)
            try:
                await wire._hear(message)
            except Garbled:
                assert wire.garbled > 20
                wire.garbled = 0
            answers = [json.loads(one) for one in drained(wire)]
            is_accepted = any(one["type"] == "accepted" or one.get("accepted") for one in answers)
            for one in answers:
                if one["type"] == "refused":
                    assert len(one["reason"]) > 10 and one["reason"].strip().endswith((".", "!", "?")), one["reason"]
            if not is_accepted:
                assert (world.match.number, world.state.position(), world.match.versions) == before, message

    @given(said)
    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=UNHEALTHY)
    def fuzz(messages: list[str]) -> None:
        asyncio.run(hear(messages))

    fuzz()


# --- Over the network -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("fuzz"), nursery) as running:
        yield running
    assert not running.complains()


def answered(socket: ClientConnection, number: float) -> tuple[list[dict[str, Any]], bool]:
    """Everything that has come until our ping is answered; False if the server has hung up before."""
    found: list[dict[str, Any]] = []
    with suppress(websockets.ConnectionClosed):
        socket.send(json.dumps({"type": "ping", "sent": number}))
    with suppress(websockets.ConnectionClosed):
        while not (found and found[-1]["type"] == "pong" and found[-1]["sent"] == number):
            found.append(json.loads(socket.recv(timeout=PATIENCE)))
        return found, True
    return found, False


def keys_in(sent: list[str | bytes]) -> set[str]:
    """As the server stores those of its second seat."""
    found = set()
    for one in sent:
        with suppress(ValueError, RecursionError):
            message = json.loads(one)
            if isinstance(message, dict):
                found.add(f"1:{message.get('key')}")
    return found


def test_a_wild_client_harms_nobody(server: Server) -> None:
    """One seat sends anything, before and after its hello; the other plays on, and stored is only what was accepted."""
    match, ann = server.create("dolphins-and-dinos", "me", "open")
    bob = server.post(f"/api/matches/{match}/join", {"name": "Bob"})["token"]
    server.post(f"/api/matches/{match}/start", token=ann)

    @given(says_hello=st.booleans(), watches=st.booleans(), sent=st.lists(anything, min_size=1, max_size=8))
    @settings(max_examples=max(10, EXAMPLES // 2), deadline=None, suppress_health_check=UNHEALTHY)
    def fuzz(says_hello: bool, watches: bool, sent: list[str | bytes]) -> None:
        before = stored_entries(server.database, match)
        heard: list[dict[str, Any]] = []
        heard_all = False
        connecting = server.hello(match, None if watches else bob) if says_hello else server.socket(match)
        with connecting as wild, suppress(websockets.ConnectionClosed):
            for one in sent:
                with suppress(UnicodeEncodeError):  # no such text can be sent at all
                    wild.send(one)
            heard, heard_all = answered(wild, 0.125)
        new, mine = stored_entries(server.database, match)[len(before) :], keys_in(sent)
        stored = [one for one in new if one.key in mine]  # not what a bot does that was let in
        accepted = [one for one in heard if one["type"] == "accepted" or one.get("accepted")]
        if heard_all:
            assert len(stored) <= len(accepted), (stored, heard)
        if watches or not says_hello:
            assert stored == []
        for answer in heard:
            if answer["type"] == "refused":
                assert len(answer["reason"]) > 10 and answer["code"]
        assert answered(quiet, len(before))[1]

    with server.hello(match, ann) as quiet:
        fuzz()
    view = server.get(f"/api/matches/{match}/view", ann)
    if view["moves"]:
        move = {"type": "move", "key": new_key(), "move": view["moves"][0]["text"]}
        server.post(f"/api/matches/{match}/move", move, ann)
    assert server.get("/api/health")["status"] == "well"


# --- Records ----------------------------------------------------------------------------------------------------------


def record_of(name: str, players: int) -> Record:
    state = mesozoic.game(name).start(players, seed=name)
    rng = seeded(name)
    for _ in range(25):
        seat = state.to_move[rng.below(len(state.to_move))]
        state.play(seat, state.setup.game.text(state.random_move(seat, rng, Moves())))
    return Record.of(state)


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """A record of which some lines say something else, with the check that fits."""
    lines = text.removesuffix("\n").split("\n")[:-1]
    for _ in range(draw(st.integers(1, 2))):
        at = draw(st.integers(1, len(lines) - 1))
        head, colon, value = lines[at].partition(": ")
        if at < MOVES_FROM - 1:
            new = draw(values) if draw(st.integers(0, 3)) == 0 else changed(draw, json.loads(value or "null"))
            lines[at] = f"{head}{colon}{json.dumps(new)}"
        elif at >= MOVES_FROM:
            seat = draw(st.sampled_from(["P1", "P2", "P9", "P9999", "host"]))
            move = draw(st.one_of(st.text(max_size=10), st.sampled_from([line.split(" ")[-1] for line in lines[at:]])))
            lines[at] = f"{draw(st.sampled_from(['0', '5', '9' * 15, '9' * 5000]))}ms {seat} {move}"
    plain = [line.encode("utf-8", "replace").decode() for line in lines]
    return "\n".join([*plain, f"check: {_check(plain)}", ""])


def changed(draw: st.DrawFn, value: Any) -> Any:
    """Plain data with one part replaced."""
    if isinstance(value, dict) and value and draw(st.integers(0, 5)):
        name = draw(st.sampled_from(sorted(value)))
        return {**value, name: changed(draw, value[name])}
    if isinstance(value, list) and value and draw(st.integers(0, 5)):
        at = draw(st.integers(0, len(value) - 1))
        return [*value[:at], changed(draw, value[at]), *value[at + 1 :]]
    return draw(values)


@pytest.mark.parametrize(("name", "players"), GAMES)
@pytest.mark.parametrize("as_position", [False, True], ids=["deal", "position"])
def test_a_damaged_record_is_shown_or_refused_with_a_sentence(name: str, players: int, as_position: bool) -> None:
    record = record_of(name, players)
    if as_position:
        state = record.replay(mesozoic.game)
        position = state.position()
        record = Record.of(mesozoic.game(name).start(players, options=record.options, position=position))
    text = record.text()
    assert text.startswith(FIRST_LINE)

    @given(damaged(text), st.sampled_from(["all", "P1", "spectator", "P7", ""]))
    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=UNHEALTHY)
    def fuzz(other: str, eyes: str) -> None:
        reason = ""
        try:
            present.encoded(replays.replay(Record.parse(other), eyes, 0, 30, True))
        except MesozoicError as refusal:
            reason = str(refusal)
        assert reason == "" or len(reason) > 10

    fuzz()
