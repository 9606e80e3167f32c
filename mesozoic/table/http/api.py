"""The HTTP side. Every handler reads its arguments and calls into the table; errors become a sentence and a status."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext, suppress
from typing import Annotated, Any

from litestar import Request, Response, WebSocket, get, post, websocket
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter

from mesozoic.client import messages
from mesozoic.kernel.lesson import Lesson
from mesozoic.kernel.record import Record
from mesozoic.kernel.tabletop import EncyclopediaEntry
from mesozoic.table.errors import Busy, Forbidden, Refusal, Unknown
from mesozoic.table.http import about, lessons, metrics, reach, replays
from mesozoic.table.http.aside import aside
from mesozoic.table.http.guard import client_of, is_at_this_machine, is_own_machine, is_welcome, may_measure
from mesozoic.table.http.pieces import Pieces
from mesozoic.table.http.wire import TRY_AGAIN, Wire
from mesozoic.table.matches import present
from mesozoic.table.matches.house import NOT_WELCOME
from mesozoic.table.matches.hub import SOCKET_KB, Hub
from mesozoic.table.matches.limits import BOTS_ONLY_COST, BYTES, MATCHES, REQUESTS
from mesozoic.table.matches.match import Match
from mesozoic.table.matches.room import Room
from mesozoic.table.matches.service import Service, find_game

LARGEST_RECORD = 3_000_000
Bearer = Annotated[str | None, HeaderParameter(name="Authorization", max_length=120, required=False)]
MatchId = Annotated[str, PathParameter(min_length=1, max_length=16)]
Flag = Annotated[bool, QueryParameter()]
TheHub = NamedDependency[Hub]
TheService = NamedDependency[Service]
GameName = Annotated[str, PathParameter(min_length=1, max_length=60)]

REFUSED = {
    400: "This cannot be read, or cannot be.",
    403: "Not for you, or not now.",
    404: "There is no such thing.",
    405: "This address does not take such a request.",
    409: "The move is not possible, or the table has moved on.",
    413: "That is too large.",
    429: "Too much at once.",
    503: "The table cannot answer just now.",
}
MAY_REFUSE = {
    status: ResponseSpec(messages.Problem, generate_examples=False, description=words)
    for status, words in REFUSED.items()
}


def answers(kind: Any) -> dict[int, ResponseSpec]:
    """Where the answer is made by hand: what it is, and the refusals."""
    return {200: ResponseSpec(kind, generate_examples=False, description="The answer."), **MAY_REFUSE}


def token_of(authorization: str | None) -> str | None:
    """``Bearer TOKEN``; None if there is no such header."""
    if authorization is None:
        return None
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise Forbidden("Give the seat's token as Authorization: Bearer TOKEN.")
    return token.strip()


async def seated(hub: Hub, match: str, authorization: str | None) -> tuple[Room, int]:
    """The room and the seat of whoever asks; Forbidden for those who only watch."""
    room = await hub.room(match)
    seat = hub.seat_of(room, token_of(authorization))
    if seat is None:
        raise Forbidden("Only somebody with a seat at this table can do that.")
    return room, seat


# --- The games ------------------------------------------------------------------------------------------------


@get("/games", sync_to_thread=False, responses=MAY_REFUSE)
def list_games() -> list[messages.GameInfo]:
    """All games, with what one must know to set up a match."""
    return about.all_infos()


@get("/games/{game:str}", sync_to_thread=False, responses=MAY_REFUSE)
def one_game(game: GameName) -> messages.GameInfo:
    """One game."""
    return about.game_info(game)


@get("/games/{game:str}/rules", sync_to_thread=False, responses=MAY_REFUSE)
def game_rules(game: GameName) -> messages.Rules:
    """The rules and rulings of a game, numbered, in Markdown."""
    return about.rules(game)


@get("/games/{game:str}/encyclopedia", sync_to_thread=False, responses=MAY_REFUSE)
def encyclopedia(game: GameName) -> list[EncyclopediaEntry]:
    """The animals of a game."""
    return list(find_game(game).tabletop.encyclopedia())


@post("/games/{game:str}/lesson", status_code=200, responses=MAY_REFUSE)
async def lesson(game: GameName, data: JSONBody[messages.LessonMoves]) -> messages.LessonState:
    """Where the game's lesson stands after these moves."""
    found: Lesson | None = find_game(game).lesson
    if found is None:
        raise Unknown(f"There is no lesson for {find_game(game).title} yet.")
    return await aside(lambda: lessons.lesson_state(find_game(game), found, data))


# --- Matches --------------------------------------------------------------------------------------------------


@post("/matches", status_code=201, responses=MAY_REFUSE)
async def create_match(
    request: Request[Any, Any, Any], data: JSONBody[messages.NewMatch], hub: TheHub, service: TheService
) -> messages.Seated:
    """Make a match. It starts at once if no seat is open."""
    client = client_of(request.scope, hub.settings)
    if all(seat.kind == "bot" for seat in data.seats):
        hub.limits.take(REQUESTS, client, BOTS_ONLY_COST)
    async with hub.listed.one_more(client) if data.listed else nullcontext(set[str]()) as waiting:
        hub.limits.take(MATCHES, client)
        made = await service.create(data)
        waiting.add(made.match.id)
    return made


@get("/matches/{match_id:str}", responses=MAY_REFUSE)
async def one_match(match_id: MatchId, hub: TheHub) -> messages.MatchInfo:
    """A match from outside: who sits there and how far it is."""
    return (await hub.look_at(match_id))[1]


@post("/matches/{match_id:str}/join", status_code=201, responses=MAY_REFUSE)
async def join_match(
    request: Request[Any, Any, Any],
    match_id: MatchId,
    data: JSONBody[messages.JoinMatch],
    hub: TheHub,
    service: TheService,
) -> messages.Seated:
    """Sit down in an open seat."""
    return await service.join(match_id, data, client_of(request.scope, hub.settings))


@post("/matches/{match_id:str}/leave", status_code=200, responses=MAY_REFUSE)
async def leave_match(match_id: MatchId, hub: TheHub, service: TheService, token: Bearer = None) -> messages.MatchInfo:
    """Give one's seat back before the game begins."""
    room, seat = await seated(hub, match_id, token)
    await service.leave(room, seat)
    return room.info()


@post("/matches/{match_id:str}/start", status_code=200, responses=MAY_REFUSE)
async def start_match(
    request: Request[Any, Any, Any], match_id: MatchId, hub: TheHub, service: TheService, token: Bearer = None
) -> messages.MatchInfo:
    """Begin, once every seat is taken. Only whoever made the match may."""
    room = await creators_room(hub, match_id, token)
    await service.start(room, client=client_of(request.scope, hub.settings))
    return room.info()


@post("/matches/{match_id:str}/seats/{seat:int}", status_code=200, responses=MAY_REFUSE)
async def change_seat(
    match_id: MatchId,
    seat: Annotated[int, PathParameter(ge=0, le=11)],
    data: JSONBody[messages.ChangeSeat],
    hub: TheHub,
    service: TheService,
    token: Bearer = None,
) -> messages.MatchInfo:
    """Let a bot take an open seat, or open one that a bot or somebody else has: whoever sat there is told, and their
    token holds nothing any more. Only whoever made the match may."""
    room = await creators_room(hub, match_id, token)
    await service.change_seat(room, seat, data)
    return room.info()


async def creators_room(hub: Hub, match: str, authorization: str | None) -> Room:
    room = await hub.room(match)
    token = token_of(authorization)
    if token is None or hub.seat_of(room, token) != room.match.creator:
        raise Forbidden("Only whoever made the match can do that.")
    return room


@get("/matches/{match_id:str}/view", responses=answers(messages.Update))
async def view_match(match_id: MatchId, hub: TheHub, tabletop: Flag = False, token: Bearer = None) -> Response[bytes]:
    """The table as this seat may see it (without a token: as a spectator), the same as over the socket."""
    room = await hub.room(match_id)
    if room.match.state is None:
        raise Forbidden("The game has not begun.")
    reader = hub.seat_of(room, token_of(token))
    return json_response(room.update(reader, frames=False, tabletop=tabletop))


@post("/matches/{match_id:str}/move", status_code=200, responses=answers(messages.Update))
async def move(match_id: MatchId, data: JSONBody[messages.Move], hub: TheHub, token: Bearer = None) -> Response[bytes]:
    """Make a move, and see the table after it. For programs that do not want a socket."""
    room, seat = await seated(hub, match_id, token)
    await room.move(seat, data.move, data.decision, data.key)
    return json_response(room.update(seat, frames=False, tabletop=False))


@get("/matches/{match_id:str}/record", media_type="text/plain", responses=MAY_REFUSE)
async def record(match_id: MatchId, hub: TheHub) -> Response[str]:
    """The record of a finished game, a file for ``mesozoic replay``."""
    text = finished((await hub.look_at(match_id))[0]).text()
    headers = {"Content-Disposition": f'attachment; filename="{match_id}.record"'}
    return Response(text, media_type="text/plain", headers=headers)


@get("/matches/{match_id:str}/replay", responses=answers(messages.Replay))
async def replay_match(
    request: Request[Any, Any, Any],
    match_id: MatchId,
    hub: TheHub,
    eyes: Annotated[str, QueryParameter(max_length=10)] = "all",
    start: Annotated[int, QueryParameter(ge=0, le=100_000)] = 0,
    count: Annotated[int, QueryParameter(ge=1, le=100)] = 50,
    tabletop: Flag = False,
) -> Response[bytes]:
    """A finished game step by step."""
    match = (await hub.look_at(match_id))[0]
    found = finished(match)
    return await made_aside(
        request, hub, lambda: replays.replay(found, eyes, start, count, tabletop, is_text=match.is_shelved)
    )


def finished(match: Match) -> Record:
    """What chance gave is in the record, so nobody may have it before the end."""
    if match.status != "over" or (match.state is None and not match.is_shelved):
        raise Forbidden("The record can be had when the game is over: it holds everybody's cards.")
    return match.record()


@post("/replay", status_code=200, responses=answers(messages.Replay), request_max_body_size=LARGEST_RECORD)
async def replay_record(
    request: Request[Any, Any, Any], data: JSONBody[messages.ReplayRecord], hub: TheHub
) -> Response[bytes]:
    """Any record file step by step."""

    def show() -> messages.Replay:
        return replays.replay(Record.parse(data.record), data.eyes, data.start, data.count, True)

    return await made_aside(request, hub, show)


async def made_aside(request: Request[Any, Any, Any], hub: Hub, make: Callable[[], messages.Replay]) -> Response[bytes]:
    """A replay may be of many megabytes: it is also written and packed aside, and counts as sent by who asks for it."""
    may_pack = "gzip" in request.headers.get("accept-encoding", "")
    body = await aside(lambda: replays.written(make(), may_pack))
    hub.limits.take(BYTES, client_of(request.scope, hub.settings), len(body))
    return Response(body, media_type="application/json", headers=packed_headers(may_pack))


def packed_headers(is_packed: bool) -> dict[str, str]:
    return {"Vary": "Accept-Encoding", **({"Content-Encoding": "gzip"} if is_packed else {})}


@get("/lobby", responses=MAY_REFUSE)
async def lobby(hub: TheHub) -> list[messages.MatchInfo]:
    """Tables that wait for players, newest first."""
    found = []
    for name in await hub.in_lobby():
        with suppress(Unknown):  # it was deleted meanwhile
            found.append((await hub.look_at(name))[1])
    return [one for one in found if one.status == "waiting" and any(seat.kind == "open" for seat in one.seats)]


@post("/mine", status_code=200, responses=MAY_REFUSE)
async def mine(data: JSONBody[messages.MyTokens], hub: TheHub) -> list[messages.MyMatch]:
    """The matches whose seats these tokens hold; tokens that hold nothing any more are left out."""
    found = []
    known = await hub.store.known(token.partition(".")[0] for token in data.tokens)
    for token in dict.fromkeys(data.tokens):
        if token.partition(".")[0] not in known:
            continue
        try:
            match, info = await hub.look_at(token.partition(".")[0])
            seat = hub.holder(match, token)
        except (Unknown, Forbidden):
            continue
        found.append(present.my_match(info, match, seat, hub.clocks, hub.wall()))
    return found


@post("/mine/data", status_code=200, responses=answers(list[messages.MyData]))
async def my_data(
    request: Request[Any, Any, Any], data: JSONBody[messages.MyTokens], hub: TheHub, service: TheService
) -> Response[bytes]:
    """Everything that is stored about whoever holds these tokens, or held a seat by them before the game began."""
    may_pack = "gzip" in request.headers.get("accept-encoding", "")
    found = Pieces(may_pack, lambda size: hub.limits.take(BYTES, client_of(request.scope, hub.settings), size))
    known = await hub.store.known(token.partition(".")[0] for token in data.tokens)
    for token in dict.fromkeys(data.tokens):
        if token.partition(".")[0] not in known:
            continue
        try:
            match, info = await hub.look_at(token.partition(".")[0])
            stay = service.stay_of(match, token)
        except (Unknown, Forbidden):
            continue
        if stay is not None:
            await found.add(messages.MyData(info, stay.seat, stay.name, await service.data_of(match, stay)))
    return Response(await found.whole(), media_type="application/json", headers=packed_headers(may_pack))


@post("/matches/{match_id:str}/forget", status_code=200, responses=MAY_REFUSE)
async def forget_me(match_id: MatchId, hub: TheHub, service: TheService, token: Bearer = None) -> dict[str, str]:
    """Take oneself out of a match: name, words and token, also after one has left it. A game that is going on is
    resigned. With its last person the match is deleted."""
    match, _ = await hub.look_at(match_id)
    stay = service.stay_of(match, token_of(token))
    if stay is None:
        raise Forbidden("Only somebody with a seat at this table can do that.")
    await service.forget(match, stay)
    return {"status": "forgotten"}


# --- The server itself ------------------------------------------------------------------------------------------


@get("/reach", sync_to_thread=False, responses=MAY_REFUSE)
def how_to_reach(request: Request[Any, Any, Any], hub: TheHub) -> messages.Reach:
    """Where other devices reach this server, if it is asked on its own machine and no proxy stands before it."""
    if not is_own_machine(request.scope):
        return messages.Reach(is_asked_here=False, addresses=[])
    has_workshop = bool(hub.settings.workshop) and is_at_this_machine(request.scope, hub.settings)
    listens = request.scope.get("server")
    port = hub.settings.port if listens is None or listens[1] is None else listens[1]
    return messages.Reach(
        is_asked_here=True, addresses=reach.addresses(hub.settings.host, port), has_workshop=has_workshop
    )


@get(["/health", "/health/ready"], responses=MAY_REFUSE)
async def health(hub: TheHub) -> dict[str, Any]:
    """Can the server store moves? 200 if it has just written to its database, else 503 and why."""
    await hub.check_ready()
    found = {"matches": len(hub.rooms), "connections": hub.connections, "failed_commits": hub.store.failures}
    return {"status": "well", **found}


@get("/health/live", responses=MAY_REFUSE, sync_to_thread=False)
def is_alive() -> dict[str, str]:
    """Does the process answer? Whatever else is wrong, starting it anew is for when it does not."""
    return {"status": "alive"}


@get("/metrics", media_type="text/plain", include_in_schema=False)
async def show_metrics(request: Request[Any, Any, Any], hub: TheHub) -> Response[str]:
    """Figures for a monitor, in the text format of Prometheus."""
    if not may_measure(request.scope, hub.settings):
        raise Forbidden("The metrics are for the host of this table.")
    return Response(metrics.text(hub), media_type="text/plain; version=0.0.4")


@websocket("/matches/{match_id:str}/socket")
async def socket(socket: WebSocket[Any, Any, Any], match_id: MatchId, hub: TheHub, service: TheService) -> None:
    """Play or watch: the first message is a hello."""
    if not is_welcome(socket.scope, hub.settings):
        await socket.close(code=4403, reason="Pages of other origins may not talk to this table.")
        return
    address = client_of(socket.scope, hub.settings)
    if hub.house.is_refused(address):
        await socket.close(code=4403, reason=NOT_WELCOME)
        return
    too_many = hub.connections_from[address] >= hub.settings.most_connections_from_one
    if too_many or hub.connections >= hub.settings.most_connections:
        await socket.close(code=4429, reason="The table is full: try again later.")
        return
    await socket.accept()
    hub.connections += 1
    hub.connections_from[address] += 1
    try:
        try:
            hub.check_open()
            room = await hub.room(match_id)
        except Busy as busy:
            await socket.close(code=TRY_AGAIN, reason=str(busy))  # no last word, so clients come back by themselves
            return
        except Exception as error:
            reason = str(error) if isinstance(error, Refusal) else "This match cannot be opened."
            await socket.send_text(present.encoded(messages.Gone(reason)).decode())
            await socket.close(code=4404)
            return
        await Wire(socket, hub, service, room, address).serve()
    finally:
        hub.litter_kb += SOCKET_KB
        hub.connections -= 1
        hub.connections_from[address] -= 1
        if not hub.connections_from[address]:
            del hub.connections_from[address]


def json_response(message: object) -> Response[bytes]:
    return Response(present.encoded(message), media_type="application/json")


ROUTES = [
    list_games,
    one_game,
    game_rules,
    encyclopedia,
    lesson,
    create_match,
    one_match,
    join_match,
    leave_match,
    start_match,
    change_seat,
    view_match,
    move,
    record,
    replay_match,
    replay_record,
    lobby,
    mine,
    my_data,
    forget_me,
    how_to_reach,
    health,
    is_alive,
    show_metrics,
    socket,
]
