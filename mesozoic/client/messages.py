"""What crosses the wire, in both directions. The OpenAPI document and the browser's types are made from these.

A client needs no rules: it gets the view of its seat, the legal moves with their words and the elements they sit on,
and what happened. It sends back the text of a move. Unknown fields are refused, so that a misspelt one is noticed.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from mesozoic.kernel.tabletop import Tabletop

LONGEST_MOVE = 200
LONGEST_CHAT = 500
LONGEST_NAME = 40

Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME, description="How somebody is called at the table.")]
MoveText = Annotated[str, Meta(min_length=1, max_length=LONGEST_MOVE, description="A move in the game's notation.")]
Key = Annotated[
    str,
    Meta(
        min_length=8,
        max_length=64,
        pattern="^[A-Za-z0-9_-]+$",
        description="Made by the client for each request; the same key again means the same request again.",
    ),
]
SecretKey = Annotated[
    str,
    Meta(
        min_length=16,
        max_length=64,
        pattern="^[A-Za-z0-9_-]+$",
        description=(
            "Made by the client by chance; the same key again gets the same answer again, with the same token, "
            "so keep it as secret as a token."
        ),
    ),
]
Token = Annotated[str, Meta(min_length=16, max_length=100, description="Holds a seat; whoever has it plays there.")]
Seconds = Annotated[int, Meta(ge=1, le=14 * 24 * 3600)]


class Answer(Struct, omit_defaults=False):
    """What the server sends."""


class Request(Struct, forbid_unknown_fields=True):
    """What a client sends."""


# --- The games ------------------------------------------------------------------------------------------------


class OptionInfo(Answer):
    """One option as its game declares it: enough to make a form."""

    name: str
    help: str
    kind: Literal["choice", "flag", "number", "one_number", "per_seat", "map", "number_or", "several", "text"]
    defaults: dict[str, Any]
    """By number of players."""
    values: str
    """What may be given, in words."""
    choices: dict[str, str] = field(default_factory=dict)
    """Values with their help, for a choice; for other kinds the values that can be listed."""
    low: int | None = None
    high: int | None = None
    word: str | None = None
    keys: list[str] = field(default_factory=list)
    count: int | None = None
    """How many names, for ``several``."""
    needs: dict[str, Any] = field(default_factory=dict)
    """The option has something to say only beside these values of others."""
    for_designers: bool = False
    """A number of the rules, not asked of people who set up a table."""


class BotInfo(Answer):
    name: str
    help: str


class GameInfo(Answer):
    name: str
    title: str
    summary: str
    fewest_players: int
    most_players: int
    minutes: tuple[int, int]
    hidden: bool
    simultaneous: bool
    pace: str
    """In few words: turn by turn, all at once, real time, solo."""
    realtime: bool
    fewest_points_win: bool
    rules_version: int
    options: list[OptionInfo]
    bots: list[BotInfo]
    """Weakest first."""
    usual_bot: str
    """Who takes a seat when nobody is named."""
    has_lesson: bool
    has_encyclopedia: bool


class Page(Answer):
    """A page of a game in Markdown."""

    title: str
    markdown: str


class Rules(Answer):
    rules: Page
    rulings: Page


# --- Matches --------------------------------------------------------------------------------------------------


class SeatWish(Request):
    """Who shall sit in a seat: oneself, a bot of a level, or whoever comes."""

    kind: Literal["me", "bot", "open"]
    level: str | None = None
    """The bot; if none is named a middling one (hunter; in real time hatchling)."""


class ClockWish(Request):
    """A time per decision or for the whole game of each seat; afterwards a bot decides, or takes the seat over."""

    per: Literal["move", "game"]
    seconds: Seconds
    then: Literal["bot_moves", "bot_takes_over"] = "bot_moves"


class TryFrom(Request):
    """A step of a finished game, to be played on from there."""

    match: Annotated[str, Meta(max_length=40)]
    step: Annotated[int, Meta(ge=0, le=100_000)]


class NewMatch(Request):
    game: Annotated[str, Meta(max_length=60)]
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=12)]
    options: dict[str, Any] = field(default_factory=dict)
    name: Name = "Player"
    listed: bool = False
    """Shown in the lobby, so that anybody can sit down."""
    clock: ClockWish | None = None
    seed: Annotated[str, Meta(max_length=64)] | None = None
    """Chance from this seed: the same cards again. Whoever gives it could work out the cards, so it is shown to all."""
    try_from: TryFrom | None = None
    """Begin where a finished game stood after so many moves, with its options and its cards; no seat may be open."""
    key: SecretKey | None = None


class SeatInfo(Answer):
    seat: int
    name: str
    kind: Literal["person", "bot", "open"]
    level: str | None
    """The bot that plays here now, if one does."""
    connected: bool
    resigned: bool
    away: bool
    """A person's seat that a bot plays for the time being; its person may come back."""


Status = Literal["waiting", "playing", "over"]


class MatchInfo(Answer):
    """What everybody may know of a match without looking at its table."""

    id: str
    game: str
    title: str
    status: Status
    players: int
    options: dict[str, Any]
    seats: list[SeatInfo]
    listed: bool
    clock: ClockInfo | None
    seed_was_chosen: bool
    created: str
    """UTC, ISO 8601."""
    moves: int
    """How many moves everybody has seen; secret ones are not counted before they are shown."""
    to_move: list[int]
    why_over: str | None
    next_match: str | None
    """The rematch, once somebody asked for it."""
    creator: int | None
    """The seat that may start the match and change its seats."""
    begins_ms: int = 0
    """When play begins by the game's clock: until then a real-time table counts down, before the eyes of all."""
    may_ask_hints: bool = True
    may_hand_over: bool = True
    """Whoever runs the server may switch both off where people play each other and it counts."""
    announced: str = ""
    """What the host of the table has to say to everybody."""
    is_shelved: bool = False
    """Of rules that this server no longer plays: it cannot go on, but its record can be had."""


class ClockInfo(Answer):
    per: Literal["move", "game"]
    seconds: int
    then: Literal["bot_moves", "bot_takes_over"]


class Seated(Answer):
    """A place at the table. The token is shown only here."""

    match: MatchInfo
    seat: int | None
    """None: the creator only watches."""
    token: str


class JoinMatch(Request):
    name: Name
    seat: Annotated[int, Meta(ge=0, le=11)] | None = None
    """The first open one if none is named."""
    key: SecretKey | None = None


class ChangeSeat(Request):
    kind: Literal["bot", "open"]
    level: str | None = None


class MyResult(Answer):
    """How a finished game ended for one seat."""

    place: int
    score: int
    won: bool
    length_ms: int
    """From the start to the last move, on the game's own clock."""


class MyMatch(Answer):
    match: MatchInfo
    seat: int | None
    your_turn: bool
    result: MyResult | None
    """None while it is played, for those who only watch, and where everybody left before the end."""
    was_tried: bool
    """It went on from a step of another game."""
    turn_since: str | None = None
    """Since when it is this seat's turn (UTC, ISO 8601)."""
    left_ms: int | None = None
    """Time that the seat has left to decide, where there is a clock and it is this seat's turn."""


class Reach(Answer):
    """Where other devices reach the server; told only to those who ask from its own machine."""

    is_asked_here: bool
    """Does the question come from the machine itself?"""
    addresses: list[str]
    """None if it listens to its own machine alone."""
    has_workshop: bool = False
    """May who asks go into the workshop?"""


class MyTokens(Request):
    tokens: Annotated[list[Token], Meta(max_length=200)]


class WebhookInfo(Answer):
    url: str
    field: str
    prefix: str


class RemindersInfo(Answer):
    """How somebody is told that it is their turn when they are away."""

    webhook: WebhookInfo | None
    browsers: int
    """So many of them are told."""
    mail: str | None
    mail_asked: str | None
    """An address to which a code was sent that nobody has entered yet."""
    last_error: str | None
    """Why the last message did not arrive; None if it did."""
    last_error_at: str | None
    push_key: str
    """For browsers: who it is that will send."""
    can_mail: bool
    """Does this table send mails?"""


class WebhookWish(Request):
    """One address of a person. The text goes into this field of a JSON object; without a field it is the whole body."""

    url: Annotated[str, Meta(max_length=1000)]
    """An empty one takes the address away."""
    field: Annotated[str, Meta(max_length=40)] = ""
    prefix: Annotated[str, Meta(max_length=100)] = ""


class PushWish(Request):
    """A browser that wants to be told, as it describes itself."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=1000)]
    p256dh: Annotated[str, Meta(max_length=200)]
    auth: Annotated[str, Meta(max_length=60)]


class PushEnd(Request):
    endpoint: Annotated[str, Meta(min_length=1, max_length=1000)]


class MailWish(Request):
    address: Annotated[str, Meta(max_length=200)]
    """An empty one takes the address away."""


class MailCode(Request):
    code: Annotated[str, Meta(max_length=20)]


class TestOutcome(Answer):
    problems: list[str]
    """What went wrong, in sentences; none if everything was taken."""


class MyEntry(Answer):
    """One thing that somebody did in a match, as it is stored."""

    kind: str
    at: str
    """UTC, ISO 8601."""
    data: dict[str, Any]


class MyData(Answer):
    """Everything that is stored about somebody in one match."""

    match: MatchInfo
    seat: int
    name: str
    entries: list[MyEntry]


# --- The table ------------------------------------------------------------------------------------------------


class MoveOption(Answer):
    """A legal move: what to send, what it means, and the things on the table that it concerns (the main one first)."""

    text: str
    label: str
    elements: list[str]


class EventMessage(Answer):
    """Something that happened, as far as the reader may know it."""

    kind: str
    words: str
    facts: dict[str, Any]


class Frame(Answer):
    """One event, and how the table looked right after it (None if unchanged or not asked for)."""

    event: EventMessage
    view: Any = None
    at_rest: bool = False
    """It looked as it does in the view of the update, which is not sent twice."""
    change: Any = None
    """To who asks for differences, in place of the view: what changed since the table shown before."""


class SeatClock(Answer):
    seat: int
    left_ms: int
    running: bool


class ResultMessage(Answer):
    scores: list[int]
    places: list[int]
    winners: list[int]
    why: str
    details: list[Any]


class Update(Answer, tag_field="type", tag="update"):
    """Everything that a seat or a spectator may know now, and what has happened since the update before."""

    version: int
    """Counts what this reader was told; a higher one is later."""
    decision: int
    """Counts what this seat was asked. A move names the decision that it answers."""
    view: Any
    """None where ``change`` says how it comes from the table shown before."""
    tabletop: Tabletop | None
    moves: list[MoveOption]
    frames: list[Frame]
    to_move: list[int]
    can_undo: bool
    undo: UndoQuestion | None
    clocks: list[SeatClock]
    at_ms: int
    """The time of the game when this was sent; in real time the view's times count on the same clock."""
    result: ResultMessage | None
    log: list[str] | None = None
    """The whole log anew, when lines have left it because a move was taken back."""
    turns_back: int = 0
    """To the beginnings of so many of one's own turns one may ask to go back."""
    passes: bool | None = None
    """Does the table pass for this seat where nothing concerns it? None where that cannot be."""
    accepted: str | None = None
    """The key of this seat's move that brought it: there is no other answer to that move then."""
    change: Any = None
    """To who asks for differences: what changed since the last frame, or since the update before if there is none. It
    is ``[value]`` (in place of all that was there) or an object: for an object the changes of its fields, for a list
    those of its items by their places, or ``{"": [start, how many go, [what comes]]}``; ``{}`` is no change."""
    check: int | None = None
    """Now and then: the fingerprint of the view that this must give. Who has another one says hello anew."""


class UndoQuestion(Answer):
    """Somebody wants to take back a move and needs the consent of the others."""

    seat: int
    move: str | None
    """Only where everybody has seen it."""
    agreed: list[int]
    needed: list[int]
    is_far: bool = False
    """Not the last move alone: everything since the beginning of an earlier turn of that seat."""


class Welcome(Answer, tag_field="type", tag="welcome"):
    seat: int | None
    match: MatchInfo
    chat: list[ChatLine]
    log: list[str]
    """What has happened so far, in words, as far as the reader may know it; the last lines only."""
    update: Update | None
    """None while the match waits for players."""


class MatchChanged(Answer, tag_field="type", tag="match"):
    """Seats, names, who is there, how far the match is."""

    match: MatchInfo


class ChatLine(Answer, tag_field="type", tag="chat"):
    number: int
    seat: int | None
    name: str
    text: str
    at: str


class Accepted(Answer, tag_field="type", tag="accepted"):
    """The request was carried out and is stored; of a move the update that it brought says so."""

    key: str


class Refused(Answer, tag_field="type", tag="refused"):
    """The request was not carried out, and why. A stale client gets the present state with it."""

    key: str | None
    reason: str
    code: Literal["illegal", "unreadable", "stale", "forbidden", "busy", "garbled"]
    update: Update | None = None


class Hint(Answer, tag_field="type", tag="hint"):
    """What a good bot would do. A choice may be several small moves: ``whole`` plays them all at once."""

    key: str
    move: str
    """The first small move."""
    label: str
    why: str
    """How the game should go with it, in its own units, and what the next best would give: sentences."""
    moves: list[str]
    whole: str
    words: str
    """The whole choice in words."""
    value: str
    next_best: str
    elements: list[str]
    """What the whole choice concerns, by the ids of the view."""


class World(Answer, tag_field="type", tag="world"):
    """A table to think on: a position drawn from all those that the seat cannot tell from the real one."""

    key: str
    decision: int
    """The decision that waits for the seat."""
    position: dict[str, Any]
    """For ``Game.start(position=...)``; what the seat does not know is made up."""


class Pong(Answer, tag_field="type", tag="pong"):
    sent: float
    """The client's own time of its ping."""
    at_ms: int
    """The time of the game."""
    stamp: float
    """To be echoed at once."""
    lag_ms: int | None
    """The way from the server to this client and back, as the server measured it lately."""


class Gone(Answer, tag_field="type", tag="gone"):
    """The last message before the server closes the connection, and why."""

    reason: str


NO_SEAT = 4410
"""How a socket is closed whose token holds no seat any more: nobody comes back with it."""

ServerMessage = Welcome | Update | MatchChanged | ChatLine | Accepted | Refused | Hint | World | Pong | Gone


class Hello(Request, tag_field="type", tag="hello"):
    """The first message of a client. Without a token it watches."""

    token: Token | None = None
    frames: bool = False
    """Send the table after every single event, so that a chain can be shown step by step."""
    tabletop: bool = False
    """Send the generic table as well."""
    differences: bool = False
    """Send the first view whole, and of those after it what has changed: a tenth of the bytes before packing."""


class Move(Request, tag_field="type", tag="move"):
    key: Key
    move: MoveText
    decision: int | None = None
    """The decision that is answered; a stale one is refused. Left out in real time, where the rules decide."""


class Undo(Request, tag_field="type", tag="undo"):
    key: Key
    turns: Annotated[int, Meta(ge=0, le=20)] = 0
    """0 takes back the last move; 1 goes back to the beginning of one's last turn, 2 to that before it, and so on."""


class AnswerUndo(Request, tag_field="type", tag="answer_undo"):
    key: Key
    agree: bool


class LetPass(Request, tag_field="type", tag="let_pass"):
    """Let the table pass for this seat where nothing concerns it, until its person decides again; told to nobody."""

    key: Key
    on: bool


class Chat(Request, tag_field="type", tag="say"):
    key: Key
    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_CHAT)]


class AskHint(Request, tag_field="type", tag="ask_hint"):
    key: Key


class AskWorld(Request, tag_field="type", tag="ask_world"):
    """A bot of one's own wants to think about the decision of its seat."""

    key: Key


class Ping(Request, tag_field="type", tag="ping"):
    sent: Annotated[float, Meta(ge=-1e15, le=1e15)]


class Echo(Request, tag_field="type", tag="echo"):
    """Sent at once when a pong arrives, with its stamp, so that the server can measure the lag."""

    stamp: Annotated[float, Meta(ge=0, le=1e15)]


class Start(Request, tag_field="type", tag="start"):
    key: Key


class HandOver(Request, tag_field="type", tag="hand_over"):
    """Let a bot play this seat until its person comes back; or for good, which is to resign."""

    key: Key
    level: str | None = None
    resign: bool = False


class ComeBack(Request, tag_field="type", tag="come_back"):
    key: Key


class Rematch(Request, tag_field="type", tag="rematch"):
    key: Key


ClientMessage = (
    Hello
    | Move
    | Undo
    | AnswerUndo
    | LetPass
    | Chat
    | AskHint
    | AskWorld
    | Ping
    | Echo
    | Start
    | HandOver
    | ComeBack
    | Rematch
)


# --- Replays and lessons ----------------------------------------------------------------------------------------


class ReplayStep(Answer):
    """One move of a finished game, what it caused, and the table after it."""

    number: int
    seat: int | None
    """None for the beginning and for the host of a real-time table."""
    move: str | None
    label: str
    at_ms: int
    frames: list[Frame]
    view: Any
    tabletop: Tabletop | None


class Replay(Answer):
    game: str
    title: str
    names: list[str]
    options: dict[str, Any]
    total: int
    """How many steps there are, the beginning included."""
    steps: list[ReplayStep]
    result: ResultMessage | None
    is_text: bool = False
    """Of rules that this server does not play: the moves as they were written, and no table."""


class ReplayRecord(Request):
    """A record file, to be shown step by step."""

    record: Annotated[str, Meta(max_length=2_000_000)]
    eyes: Annotated[str, Meta(max_length=10)] = "all"
    start: Annotated[int, Meta(ge=0)] = 0
    count: Annotated[int, Meta(ge=1, le=100)] = 50


class LessonBeat(Answer):
    say: str
    goal: str
    marked: list[str]
    """Elements worth looking at."""


class LessonState(Answer):
    """Where a lesson stands after the moves that were made in it."""

    title: str
    beats: list[LessonBeat]
    beat: int
    done: bool
    said: str
    """What the last move brought, in the teacher's words."""
    refused: str | None
    """Why the last move was not what the lesson asks for."""
    moves_made: list[str]
    seat: int
    update: Update


class LessonMoves(Request):
    moves: Annotated[list[MoveText], Meta(max_length=200)]
    tabletop: bool = False


class Problem(Answer):
    """Why a request was refused."""

    reason: str
    code: str
