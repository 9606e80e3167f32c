"""One client must not stop the others over HTTP: requests that do not end, say nothing, or come without number."""

from __future__ import annotations

import pytest
import uvicorn
from uvicorn.server import ServerState

from mesozoic.table.http import lines
from mesozoic.table.matches.limits import Limits
from mesozoic.table.settings import Settings
from tests.table.ends import Loop, Transport, line, nothing

CHUNKED = b"POST /api/mine HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
ASKED = b"GET /api/lobby HTTP/1.1\r\n\r\n"


def test_who_does_not_finish_a_request_is_let_go() -> None:
    for sent, seconds, status in (
        (b"", 10, b""),
        (b"GET /api/lobby HTTP/1.1\r\nHost: x\r\n", 10, b"HTTP/1.1 408"),
        (b"POST /api/mine HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{", 30, b"HTTP/1.1 408"),
    ):
        loop = Loop()
        made, transport = line(loop)
        if sent:
            made.data_received(sent)
        loop.pass_time(seconds - 1)
        assert not transport.is_closed
        loop.pass_time(seconds)
        assert transport.is_closed and transport.written.startswith(status)
        assert not status or b'"reason":' in transport.written
        made.connection_lost(None)
        assert not loop.timers and not made.open_from


def test_a_server_that_was_away_blames_nobody_for_it() -> None:
    """It was stopped for a while: what has arrived meanwhile is read before anybody is let go."""
    loop = Loop()
    made, transport = line(loop)
    made.data_received(b"GET /api/lobby HTTP/1.1\r\n")
    loop.pass_time(60)
    assert not transport.is_closed
    made.data_received(b"Host: x\r\n\r\n")
    loop.pass_time(62)
    assert not transport.is_closed, "it has come"
    late, transport = line(loop)
    late.data_received(b"GET /api/lobby HTTP/1.1\r\n")
    loop.pass_time(120)
    loop.pass_time(121)
    assert transport.is_closed, "it has not come"


def test_a_head_is_bounded_however_it_arrives() -> None:
    for piece in (b"X-Long: ", b"X-Many: " + b"a" * 1000 + b"\r\n"):
        made, transport = line(Loop())
        made.data_received(b"GET / HTTP/1.1\r\n" + piece)
        for _ in range(100):
            made.data_received(piece if piece.endswith(b"\n") else b"a" * 1000)
        assert transport.is_closed and transport.written.startswith(b"HTTP/1.1 431")


def test_a_head_of_many_thousand_lines_in_one_piece_costs_no_more_than_a_few() -> None:
    """To add up all of them at each would take seconds in which nobody else is answered."""
    for sent in (b"a:\r\n" * 60_000, b"Transfer-Encoding: chunked\r\n\r\n0\r\n" + b"a:\r\n" * 60_000):
        made, transport = line(Loop())
        made.data_received(b"POST /api/mine HTTP/1.1\r\n" + sent)
        assert transport.is_closed and transport.written.startswith(b"HTTP/1.1 431")
        assert len(made.headers) == lines.MOST_HEADERS + 1


def test_a_body_of_crumbs_is_refused_and_one_of_lines_is_not() -> None:
    head = b"POST /api/replay HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    made, transport = line(Loop())
    made.data_received(head + b"1\r\n \r\n" * 900 + b"64\r\n" + b" " * 100 + b"\r\n")
    made.data_received((b"64\r\n" + b" " * 100 + b"\r\n") * 9_000)
    assert not transport.is_closed
    made, transport = line(Loop())
    made.data_received(head + b"1\r\n \r\n" * 60_000)
    assert transport.is_closed and transport.written.startswith(b"HTTP/1.1 400")
    assert made.parts < 2 * lines.MOST_CRUMBS


@pytest.mark.parametrize(
    ("sent", "more"),
    [
        (CHUNKED + b"1;a=", b"a"),
        (CHUNKED + b"1;", b"a"),
        (CHUNKED, b"1;" + b"a" * 1_000 + b"\r\n \r\n"),
        (CHUNKED, b"0"),
        (CHUNKED + b"0\r\nX: ", b"a"),
        (CHUNKED + b"0\r\nX: ", b" "),
        (CHUNKED + b"0\r\n", b"a"),
        (b"", b"\r\n"),
        (ASKED, b"\r\n"),
        (b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n", b"a"),
        (b"POST / HTTP/1.0\r\n\r\n", b"a"),
    ],
    ids=[
        *("note", "name of a note", "notes on many parts", "length of zeros", "end", "spaces in the end", "its name"),
        *("empty lines first", "empty lines after", "after the last request", "a body that nobody announced"),
    ],
)
def test_what_says_nothing_is_bounded(sent: bytes, more: bytes) -> None:
    """The parser reads it without end and tells nobody; in pieces of any size, and all at once."""
    for size in (len(more), 1_000, 1_000_000):
        made, transport = line(Loop())
        made.data_received(sent)
        piece, fed = more * max(1, size // len(more)), 0
        while not transport.is_closed and fed < 1_000_000:
            made.data_received(piece)
            fed += len(piece)
        assert transport.is_closed and transport.written.startswith(b"HTTP/1.1 400")
        assert fed > lines.MOST_EMPTY - 100, "a little of it is nobody's harm"
        assert size == 1_000_000 or fed < lines.MOST_EMPTY + 2 * lines.PIECE


def test_who_says_nothing_counts_as_one_who_asks_and_is_let_go_in_silence_after_an_answer() -> None:
    kind = lines.line_for(Settings(), Limits(Settings(requests_per_minute=1), lambda: 0.0))
    found = []
    for _ in range(25):
        made, transport = line(Loop(), kind)
        made.data_received(b"\r\n" * 10_000)
        assert transport.is_closed
        found.append(transport.written[:12])
    assert found == [b"HTTP/1.1 400"] * 20 + [b""] * 5
    made, transport = line(Loop())
    made.data_received(ASKED)
    made.cycle.response_started = made.cycle.response_complete = True
    made.on_response_complete()
    made.data_received(b"\r\n" * 10_000)
    assert transport.is_closed and not transport.written


def test_empty_lines_after_an_answer_keep_nothing_open() -> None:
    """uvicorn waits for the next request no more once anything has come."""
    loop = Loop()
    made, transport = line(loop)
    made.data_received(ASKED)
    made.cycle.response_started = made.cycle.response_complete = True
    made.on_response_complete()
    for second in range(10):
        loop.pass_time(second)
        made.data_received(b"\r\n")
        assert not transport.is_closed
    loop.pass_time(10)
    assert transport.is_closed


def test_what_ordinary_clients_send_is_never_too_empty() -> None:
    """Small chunks, lengths with zeros before them, notes on them, a line after the body, empty lines."""
    small = b"".join(b"%08x\r\n%b\r\n" % (length, b" " * length) for length in (1, 64, 3, 500) * 2_000)
    noted = (b"8000;chunk-signature=" + b"f" * 64 + b"\r\n" + b" " * 0x8000 + b"\r\n") * 80
    end = b"0\r\nX-Check: " + b"f" * 10_000 + b"\r\n\r\n"
    for size in (1_000, 10_000_000):
        made, transport = line(Loop())
        for sent in (b"\r\n" + CHUNKED + small + end, CHUNKED + noted + end, ASKED + b"\r\n") * 3:
            for start in range(0, len(sent), size):
                made.data_received(sent[start : start + size])
            assert not transport.is_closed and not made.is_arriving
            made.cycle.response_complete = True
            made.on_response_complete()


def test_few_requests_wait_for_the_answer_to_the_one_before() -> None:
    made, transport = line(Loop())
    made.data_received(b"GET /api/lobby HTTP/1.1\r\n\r\n" * 15)
    assert not transport.is_closed
    first = made.answering
    made.data_received(b"GET /api/lobby HTTP/1.1\r\n\r\n" * 5_000)
    assert transport.is_closed and transport.written.startswith(b"HTTP/1.1 429")
    assert len(made.pipeline) == lines.MOST_AHEAD
    assert first is not None and first.disconnected, "who is being answered hears that nobody listens"


def test_an_answer_that_nobody_takes_is_kept_for_a_while() -> None:
    loop = Loop()
    for untaken, seconds in ((0, 0.0), (5_000_000, 120.0)):
        made, transport = line(loop)
        began = loop.now
        made.data_received(b"GET /api/lobby HTTP/1.1\r\n\r\n")
        transport.untaken = untaken
        made.cycle.response_complete = True
        made.on_response_complete()
        made._unset_keepalive_if_required()
        loop.pass_time(began + 119)
        assert not transport.is_closed
        loop.pass_time(began + 120)
        assert transport.is_closed == bool(seconds)


def test_a_later_answer_on_the_same_line_has_its_own_time() -> None:
    loop = Loop()
    made, transport = line(loop)
    for _ in range(2):
        began = loop.now
        made.data_received(b"GET /api/lobby HTTP/1.1\r\n\r\n")
        transport.untaken = 5_000_000
        made.cycle.response_complete = True
        made.on_response_complete()
        made._unset_keepalive_if_required()
        loop.pass_time(began + 100)
    assert not transport.is_closed
    loop.pass_time(began + 120)
    assert transport.is_closed


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"garbage\r\n\r\n", b"HTTP/1.1 400"),
        (b"GET / HTTP/1.1\r\nX-Long: " + b"a" * 50_000, b"HTTP/1.1 431"),
        (b"GET / HTTP/1.1\r\n", b"HTTP/1.1 408"),
    ],
)
def test_what_never_becomes_a_request_counts_as_one(sent: bytes, status: bytes) -> None:
    allowed = Limits(Settings(requests_per_minute=1), lambda: 0.0)
    kind = lines.line_for(Settings(), allowed)
    found = []
    for _ in range(25):
        loop = Loop()
        made, transport = line(loop, kind)
        made.data_received(sent)
        loop.pass_time(Settings.head_seconds)
        assert transport.is_closed
        found.append(transport.written[:12])
    assert found == [status] * 20 + [b""] * 5


def test_a_request_in_time_is_waited_for_no_more() -> None:
    loop = Loop()
    made, transport = line(loop)
    made.data_received(b"POST /api/mine HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}")
    assert [seconds for seconds, _, _ in loop.timers] == [120], "only its answer has to come"
    loop.pass_time(120)
    assert transport.is_closed


def test_what_still_arrives_after_a_refusal_counts_too() -> None:
    made, transport = line(Loop())
    made.data_received(b"POST /api/replay HTTP/1.1\r\nHost: x\r\nContent-Length: 20000000\r\n\r\n{")
    made.cycle.response_complete = True
    for sent in range(1, 20):
        made.data_received(b" " * 1_000_000)
        assert transport.is_closed == (sent > 6), "six millions at once"


def test_connections_of_one_address_are_bounded() -> None:
    kind = lines.line_for(Settings(most_lines_from_one=2), Limits(Settings()))
    loop = Loop()
    made = [line(loop, kind) for _ in range(3)]
    assert [transport.is_closed for _, transport in made] == [False, False, True]
    assert made[2][1].written.startswith(b"HTTP/1.1 429")
    for one, _ in made:
        one.connection_lost(None)
    assert not kind.open_from and not line(loop, kind)[1].is_closed
    for end in range(3):  # a client has all addresses of its network
        alike = kind(uvicorn.Config(nothing, log_config=None), ServerState(), {}, loop)  # type: ignore[arg-type]
        alike.connection_made(Transport(f"2001:db8::{end}"))  # type: ignore[arg-type]
        assert alike.transport.is_closing() == (end == 2)
