"""What people can do at a table: make, join, leave, start, move, take back, hand over, resign, watch, play again."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mesozoic
from mesozoic.client import messages
from mesozoic.client.client import Client, Declined, Lost, SeatLost, new_key
from mesozoic.kernel.record import Record
from mesozoic.table.errors import Busy
from mesozoic.table.matches import present
from mesozoic.table.matches.hub import Hub
from mesozoic.table.matches.room import Room
from tests.table.local import Table, at_a_table
from tests.table.patience import PATIENCE, until

DOLPHINS = "dolphins-and-dinos"


async def ready(client: Client, wanted: Callable[[], Any]) -> Any:
    """Wait until something has arrived that stays."""
    try:
        return await until(wanted)
    except AssertionError:
        raise AssertionError(f"did not come to pass; last update {client.update}") from None


async def my_turn(client: Client) -> messages.Update:
    found = await ready(client, lambda: client.update if client.update and client.update.moves else None)
    assert isinstance(found, messages.Update)
    return found


async def play_out(client: Client) -> messages.Update:
    """The first legal move, again and again, to the end."""
    while True:
        update = await ready(client, lambda: asked_or_over(client))
        if update.result is not None:
            assert isinstance(update, messages.Update)
            return update
        await client.move(update.moves[0].text, update.decision)
        await newer(client, update.version)


def asked_or_over(client: Client) -> messages.Update | None:
    update = client.update
    return update if update is not None and (update.moves or update.result) else None


async def newer(client: Client, version: int) -> messages.Update:
    found = await ready(client, lambda: client.update if client.update and client.update.version > version else None)
    assert isinstance(found, messages.Update)
    return found


# --- Making and joining -------------------------------------------------------------------------------------


def test_a_match_against_bots_starts_at_once_and_is_played_to_its_end(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, token = await there.create(DOLPHINS, "me", "greedy", "random")
        async with there.client(match, token, frames=True) as ann:
            end = await play_out(ann)
        assert end.result is not None and len(end.result.scores) == 3
        text = (await there.get(f"/matches/{match}/record")).text
        again = Record.parse(text).replay(mesozoic.game)
        assert list(again.result.scores) == end.result.scores
        info = (await there.get(f"/matches/{match}")).json()
        assert info["status"] == "over" and info["why_over"]

    at_a_table(tmp_path, story)


@pytest.mark.parametrize("game", ["carbon-dating", "biomechanic-dino-battles", "dinospan"])
def test_every_turn_based_game_is_played_over_the_wire(tmp_path: Path, game: str) -> None:
    async def story(there: Table) -> None:
        alone = mesozoic.game(game).facts.most_players == 1
        match, token = await there.create(game, "me", *([] if alone else ["random"]))
        async with there.client(match, token) as ann:
            assert (await play_out(ann)).result is not None

    at_a_table(tmp_path, story)


def test_people_join_by_link_and_start(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, ann_token = await there.create(DOLPHINS, "me", "open", "open", listed=True)
        assert [one["id"] for one in (await there.get("/lobby")).json()] == [match]
        early = await there.post(f"/matches/{match}/start", token=ann_token)
        assert early.status_code == 403 and "open" in early.json()["reason"]
        bob_token = await there.join(match, "Ann")
        info = (await there.get(f"/matches/{match}")).json()
        assert [seat["name"] for seat in info["seats"]] == ["Ann", "Ann 2", ""]
        not_his = await there.post(f"/matches/{match}/seats/2", {"kind": "bot"}, token=bob_token)
        assert not_his.status_code == 403
        changed = await there.post(f"/matches/{match}/seats/2", {"kind": "bot", "level": "random"}, token=ann_token)
        assert changed.json()["seats"][2]["kind"] == "bot"
        async with there.client(match, bob_token) as bob:
            await ready(bob, lambda: bob.match)
            assert bob.update is None
            assert (await there.post(f"/matches/{match}/start", token=ann_token)).status_code == 200
            await my_turn(bob)
        assert (await there.get("/lobby")).json() == []
        late = await there.post(f"/matches/{match}/join", {"name": "Cy"})
        assert late.status_code == 403 and "begun" in late.json()["reason"]

    at_a_table(tmp_path, story)


def test_a_repeated_request_to_make_or_join_is_answered_as_before(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        key = new_key()
        first = await there.create(DOLPHINS, "me", "open", "open", key=key)
        assert await there.create(DOLPHINS, "me", "open", "open", key=key) == first
        other = new_key()
        token = await there.join(first[0], "Bob", key=other)
        assert await there.join(first[0], "Bob", key=other) == token
        info = (await there.get(f"/matches/{first[0]}")).json()
        assert [seat["kind"] for seat in info["seats"]] == ["person", "person", "open"]

    at_a_table(tmp_path, story)


def test_who_leaves_before_the_start_frees_the_seat_and_its_token(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, _ = await there.create(DOLPHINS, "me", "open")
        token = await there.join(match, "Bob")
        assert (await there.post(f"/matches/{match}/leave", token=token)).json()["seats"][1]["kind"] == "open"
        again = await there.post(f"/matches/{match}/leave", token=token)
        assert again.status_code == 403
        await there.join(match, "Cy")

    at_a_table(tmp_path, story)


def test_who_made_a_table_frees_a_seat_and_whoever_sat_there_is_told_and_holds_nothing(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, ann = await there.create(DOLPHINS, "me", "open", "open", listed=True)
        bob, cy = await there.join(match, "Bob"), await there.join(match, "Cy")
        assert (await there.get("/lobby")).json() == []
        async with there.client(match, bob) as there_bob, there.client(match, cy) as there_cy:
            await ready(there_bob, lambda: there_bob.match)
            await ready(there_cy, lambda: there_cy.match)
            for seat, kind, token, words in (
                (1, "open", cy, "Only whoever made the match"),
                (0, "open", ann, "your own seat"),
                (1, "bot", ann, "free the seat first"),
            ):
                refused = await there.post(f"/matches/{match}/seats/{seat}", {"kind": kind}, token)
                assert refused.status_code == 403 and words in refused.json()["reason"]
            freed = await there.post(f"/matches/{match}/seats/1", {"kind": "open"}, ann)
            assert [one["kind"] for one in freed.json()["seats"]] == ["person", "open", "person"]
            with pytest.raises(SeatLost, match="Whoever made this table has freed your seat"):
                async for _ in there_bob.updates():
                    pass
            await ready(there_cy, lambda: there_cy.match and there_cy.match.seats[1].kind == "open")
        assert [one["id"] for one in (await there.get("/lobby")).json()] == [match]
        assert (await there.post(f"/matches/{match}/leave", token=bob)).status_code == 403
        assert (await there.post("/mine", {"tokens": [bob]})).json() == []
        await there.join(match, "Dee")
        assert (await there.post(f"/matches/{match}/start", token=ann)).status_code == 200
        late = await there.post(f"/matches/{match}/seats/1", {"kind": "open"}, ann)
        assert late.status_code == 403 and "begun" in late.json()["reason"]

    at_a_table(tmp_path, story)


def test_who_has_left_sees_and_does_nothing_with_the_eyes_of_the_next_in_the_seat(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, ann = await there.create(DOLPHINS, "me", "open")
        bob = await there.join(match, "Bob")
        async with there.client(match, bob) as gone:
            await ready(gone, lambda: gone.match)
            (old,) = there.hub.rooms[match].connections
            assert (await there.post(f"/matches/{match}/leave", token=bob)).status_code == 200
            assert old.reader is None, "whether or not it reads its farewell"
            await there.join(match, "Cy")
            assert (await there.post(f"/matches/{match}/start", token=ann)).status_code == 200
            with pytest.raises(SeatLost, match="given back"):
                async for _ in gone.updates():
                    pass
            assert gone.update is None

    at_a_table(tmp_path, story)


def test_bad_wishes_are_refused_with_a_sentence(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        bad: list[dict[str, Any]] = [
            {"game": "chess", "seats": [{"kind": "me"}]},
            {"game": DOLPHINS, "seats": [{"kind": "me"}] * 2},
            {"game": DOLPHINS, "seats": [{"kind": "me"}], "options": {"sheets": "odd"}},
            {"game": DOLPHINS, "seats": [{"kind": "me"}, {"kind": "bot", "level": "genius"}]},
            {"game": "clades", "seats": [{"kind": "me"}], "clock": {"per": "move", "seconds": 9}},
            {"game": DOLPHINS, "seats": []},
            {"game": DOLPHINS, "seats": [{"kind": "me"}], "surprise": 1},
        ]
        for wish in bad:
            answer = await there.post("/matches", wish)
            assert 400 <= answer.status_code < 500, wish
            assert len(answer.json()["reason"]) > 10, wish
        assert (await there.get("/matches/nosuchone")).status_code == 404
        async with there.client("nosuchone", None) as lost:
            with pytest.raises(Lost, match="no such match"):
                async for _ in lost.updates():
                    pass

    at_a_table(tmp_path, story)


# --- Moves --------------------------------------------------------------------------------------------------


def test_a_stale_or_repeated_move_is_answered_with_the_present_table(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, token = await there.create("carbon-dating", "me")
        async with there.client(match, token) as ann:
            first = await my_turn(ann)
            key = new_key()
            await ann.move(first.moves[0].text, first.decision, key)
            second = await newer(ann, first.version)
            await ann.move(first.moves[0].text, first.decision, key)
            assert ann.update is not None and ann.update.version == second.version
            with pytest.raises(Declined) as stale:
                await ann.move(second.moves[0].text, first.decision)
            assert stale.value.refused.code == "stale"
            assert stale.value.refused.update is not None
            assert stale.value.refused.update.version == second.version
            with pytest.raises(Declined) as odd:
                await ann.move("banana", second.decision)
            assert odd.value.refused.code == "unreadable"
            assert (await there.get(f"/matches/{match}/view", token)).json()["version"] == second.version

    at_a_table(tmp_path, story)


def test_two_tabs_of_one_seat_agree(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, token = await there.create("carbon-dating", "me")
        async with there.client(match, token) as one, there.client(match, token) as other:
            first = await my_turn(one)
            await my_turn(other)
            await one.move(first.moves[0].text, first.decision)
            await ready(other, lambda: other.update and one.update and other.update.version == one.update.version > 1)
            assert other.update == one.update

    at_a_table(tmp_path, story)


def test_watchers_see_and_cannot_move(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, token = await there.create("carbon-dating", "me")
        async with there.client(match, token) as ann, there.client(match, None) as eve:
            update = await my_turn(ann)
            await ready(eve, lambda: eve.update)
            assert eve.update is not None and eve.update.moves == []
            with pytest.raises(Declined, match="only watch"):
                await eve.move(update.moves[0].text)
            await ann.move(update.moves[0].text)
            await ready(eve, lambda: eve.update and eve.update.version > 1)

    at_a_table(tmp_path, story)


# --- Taking back ----------------------------------------------------------------------------------------------


def test_alone_a_move_that_revealed_nothing_is_taken_back_at_once(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, token = await there.create(DOLPHINS, "me", "random")
        async with there.client(match, token) as ann:
            before = await my_turn(ann)
            pick = next(move for move in before.moves if move.text not in ("C", "R"))
            await ann.move(pick.text, before.decision)
            halfway = await newer(ann, before.version)
            assert halfway.can_undo
            await ann.ask(messages.Undo(new_key()))
            after = await newer(ann, halfway.version)
            assert after.moves == before.moves and not after.can_undo
            with pytest.raises(Declined, match="no move"):
                await ann.ask(messages.Undo(new_key()))

    at_a_table(tmp_path, story)


def test_with_several_people_the_others_must_agree(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, ann_token = await there.create("biomechanic-dino-battles", "me", "open", seed="1")
        bob_token = await there.join(match, "Bob")
        await there.post(f"/matches/{match}/start", token=ann_token)
        async with there.client(match, ann_token) as ann, there.client(match, bob_token) as bob:
            mover, other = await who_can_take_back(ann, bob)
            version = other.update.version
            await mover.ask(messages.Undo(new_key()))
            asked = await ready(other, lambda: other.update and other.update.undo)
            assert asked.seat == mover.seat and asked.needed == [other.seat]
            await other.ask(messages.AnswerUndo(new_key(), agree=False))
            await ready(other, lambda: other.update and other.update.undo is None and other.update.version > version)
            moves = mover.update.moves
            await mover.ask(messages.Undo(new_key()))
            await ready(other, lambda: other.update and other.update.undo)
            await other.ask(messages.AnswerUndo(new_key(), agree=True))
            await ready(mover, lambda: mover.update and mover.update.undo is None and mover.update.moves != moves)

    at_a_table(tmp_path, story)


async def who_can_take_back(*clients: Client) -> tuple[Client, Client]:
    """Play until somebody could take back a move; then that client and the other one."""
    rng = random.Random(1)
    for _ in range(400):
        await until(lambda: any(one.update and (one.update.can_undo or one.update.moves) for one in clients))
        for client in clients:
            if client.update is not None and client.update.can_undo:
                return client, next(one for one in clients if one is not client)
        mover = next(one for one in clients if one.update is not None and one.update.moves)
        assert mover.update is not None
        version = mover.update.version
        await mover.move(rng.choice(mover.update.moves).text, mover.update.decision)
        await newer(mover, version)
    raise AssertionError("nothing could ever be taken back")


# --- Handing over, resigning, playing again ---------------------------------------------------------------------


def test_a_bot_takes_over_and_gives_back(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, ann_token = await there.create(DOLPHINS, "me", "open")
        bob_token = await there.join(match, "Bob")
        await there.post(f"/matches/{match}/start", token=ann_token)
        async with there.client(match, ann_token) as ann, there.client(match, bob_token) as bob:
            await my_turn(bob)
            await bob.ask(messages.HandOver(new_key(), level="random"))
            await ready(ann, lambda: ann.match and ann.match.seats[1].away)
            await ready(ann, lambda: ann.update and ann.update.to_move == [0])
            with pytest.raises(Declined, match="come back"):
                await bob.move("C")
            await bob.ask(messages.ComeBack(new_key()))
            await ready(ann, lambda: ann.match and not ann.match.seats[1].away)
            await play_together(ann, bob)

    at_a_table(tmp_path, story)


async def play_together(*clients: Client) -> None:
    await asyncio.gather(*(play_out(client) for client in clients))


def test_no_seat_of_a_table_takes_a_bot_that_thinks_longer_than_the_server_lets_it(tmp_path: Path) -> None:
    endless, sentence = "search:60000ms", "thinks longer than bots may at this table: give 1ms to 3000ms."

    async def story(there: Table) -> None:
        seat = {"kind": "bot", "level": endless}
        waiting, ann_token = await there.create("dinospan", "me", "open")
        for answer in (
            await there.post("/matches", {"game": "dinospan", "seats": [{"kind": "me"}, seat], "name": "Ann"}),
            await there.post(f"/matches/{waiting}/seats/1", seat, token=ann_token),
        ):
            assert 400 <= answer.status_code < 500
            assert answer.json()["reason"].endswith(sentence)
        match, bob_token = await there.create("dinospan", "me", "hunter")
        async with there.client(match, bob_token) as bob:
            with pytest.raises(Declined, match=sentence):
                await bob.ask(messages.HandOver(new_key(), level=endless))
        assert not (await there.hub.room(match)).match.seats[0].away

    at_a_table(tmp_path, story, bot_budget_ms=3000)


def test_when_everybody_has_resigned_the_match_is_over(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, ann_token = await there.create(DOLPHINS, "me", "open", "random")
        bob_token = await there.join(match, "Bob")
        await there.post(f"/matches/{match}/start", token=ann_token)
        async with there.client(match, ann_token) as ann, there.client(match, bob_token) as bob:
            await my_turn(ann)
            await my_turn(bob)
            await ann.ask(messages.HandOver(new_key(), resign=True))
            await ready(bob, lambda: bob.match and bob.match.seats[0].resigned)
            assert bob.match is not None and bob.match.status == "playing"
            with pytest.raises(Declined, match="resigned"):
                await ann.ask(messages.ComeBack(new_key()))
            refused = await there.get(f"/matches/{match}/record")
            assert refused.status_code == 403
            await bob.ask(messages.HandOver(new_key(), resign=True))
            await ready(bob, lambda: bob.match and bob.match.status == "over")
            assert bob.match.why_over == "Ann and Bob have resigned."
        assert (await there.get(f"/matches/{match}/record")).status_code == 200

    at_a_table(tmp_path, story)


def test_a_rematch_seats_everybody_one_further_with_the_same_secret(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, ann_token = await there.create(DOLPHINS, "me", "open")
        bob_token = await there.join(match, "Bob")
        await there.post(f"/matches/{match}/start", token=ann_token)
        async with there.client(match, ann_token) as ann, there.client(match, bob_token) as bob:
            with pytest.raises(Declined, match="end first"):
                await ann.ask(messages.Rematch(new_key()))
            await play_together(ann, bob)
            await ann.ask(messages.Rematch(new_key()))
            new = await ready(bob, lambda: bob.match and bob.match.next_match)
            await bob.ask(messages.Rematch(new_key()))
        async with there.client(new, f"{new}.{bob_token.partition('.')[2]}") as bob:
            await my_turn(bob)
            assert bob.seat == 0 and bob.match is not None
            assert [seat.name for seat in bob.match.seats] == ["Bob", "Ann"]
        mine = (await there.post("/mine", {"tokens": [ann_token, bob_token, "nothing.atall12345678"]})).json()
        assert [one["match"]["next_match"] for one in mine] == [new, new]

    at_a_table(tmp_path, story)


def test_a_finished_game_can_be_tried_from_any_of_its_steps(tmp_path: Path) -> None:
    """The same cards and the same moves up to there; afterwards everything is open."""

    async def story(there: Table) -> None:
        match, token = await there.create(DOLPHINS, "me", "random", options={"sheets": "open"})
        wish = {"game": DOLPHINS, "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}], "name": "Ann"}
        early = await there.post("/matches", {**wish, "try_from": {"match": match, "step": 3}})
        assert early.status_code == 403 and "finished game" in early.text
        async with there.client(match, token) as ann:
            await play_out(ann)
        steps = (await there.get(f"/matches/{match}/replay?start=7&count=1")).json()["steps"]
        again = await there.post("/matches", {**wish, "try_from": {"match": match, "step": 7}})
        assert again.status_code == 201, again.text
        new = again.json()["match"]["id"]
        async with there.client(new, again.json()["token"]) as ann:
            update = await my_turn(ann)
            dealt = [[card["item"] for card in seen["columns"][0]["cards"]] for seen in (update.view, steps[0]["view"])]
            assert dealt[0] == dealt[1]
            await play_out(ann)
        moves = (await there.get(f"/matches/{new}/replay?start=1&count=7")).json()["steps"]
        before = (await there.get(f"/matches/{match}/replay?start=1&count=7")).json()["steps"]
        assert [one["move"] for one in moves] == [one["move"] for one in before]
        mine = (await there.post("/mine", {"tokens": [token, again.json()["token"]]})).json()
        assert [one["was_tried"] for one in mine] == [False, True]
        late = await there.post("/matches", {**wish, "try_from": {"match": match, "step": 100_000}})
        assert late.status_code == 400 and "earlier step" in late.text
        empty = {**wish, "seats": [{"kind": "me"}, {"kind": "open"}], "try_from": {"match": match, "step": 7}}
        refused = await there.post("/matches", empty)
        assert refused.status_code == 400 and "each of the 2 seats" in refused.text

    at_a_table(tmp_path, story)


def test_my_matches_tell_how_they_ended_for_me(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, token = await there.create(DOLPHINS, "me", "random")
        going = (await there.post("/mine", {"tokens": [token]})).json()[0]
        assert going["result"] is None and going["seat"] == 0
        async with there.client(match, token) as ann:
            result = (await play_out(ann)).result
            assert result is not None
        over = (await there.post("/mine", {"tokens": [token]})).json()[0]["result"]
        assert (over["place"], over["score"], over["won"]) == (result.places[0], result.scores[0], 0 in result.winners)
        assert over["length_ms"] > 0

    at_a_table(tmp_path, story)


def test_what_was_taken_back_leaves_the_log(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, token = await there.create("dinospan", "me", "random", seed="7")
        async with there.client(match, token, frames=True) as ann:
            told: list[str] = []
            while not ((update := await my_turn(ann)).can_undo and told):
                await ann.move(update.moves[0].text, update.decision)
                answer = await newer(ann, update.version)
                told = [frame.event.words for frame in answer.frames]
                assert answer.log is None
            await ann.ask(messages.Undo(new_key()))
            after = await newer(ann, update.version)
            assert after.log is not None and after.log[-len(told) :] != told

    at_a_table(tmp_path, story)


def test_chat_reaches_everybody_and_those_who_come_later(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, token = await there.create(DOLPHINS, "me", "open")
        async with there.client(match, token) as ann, there.client(match, None) as eve:
            await ready(eve, lambda: eve.match)
            await ready(ann, lambda: ann.match)
            await ann.ask(messages.Chat(new_key(), "Hello <b>there</b>"))
            line = await heard(eve, messages.ChatLine)
            assert line.text == "Hello <b>there</b>" and line.name == "Ann"
            with pytest.raises(Declined, match="only watch"):
                await eve.ask(messages.Chat(new_key(), "Psst"))
        async with there.client(match, None) as late:
            welcome = await heard(late, messages.Welcome)
            assert [one.text for one in welcome.chat] == ["Hello <b>there</b>"]

    at_a_table(tmp_path, story)


async def heard(client: Client, kind: type[Any]) -> Any:
    while True:
        message = await asyncio.wait_for(client.news.get(), PATIENCE)
        if isinstance(message, kind):
            return message


def test_a_hint_names_a_legal_move_and_a_reason(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, token = await there.create("carbon-dating", "me")
        async with there.client(match, token) as ann:
            update = await my_turn(ann)
            hint = await ann.ask(messages.AskHint(new_key()))
            assert hint.move in [move.text for move in update.moves] and hint.words and "bad reviews" in hint.why
            concerned = next(move.elements for move in update.moves if move.text == hint.move)
            assert hint.moves[0] == hint.move and set(hint.elements) >= set(concerned)
            await ann.move(hint.whole, update.decision)  # one press plays it

    at_a_table(tmp_path, story)


# --- Replays, pages -----------------------------------------------------------------------------------------------


def test_a_finished_game_is_shown_step_by_step_through_anybodys_eyes(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        match, token = await there.create(DOLPHINS, "me", "random", options={"sheets": "closed"})
        early = await there.get(f"/matches/{match}/replay")
        assert early.status_code == 403
        async with there.client(match, token) as ann:
            await play_out(ann)
        whole = (await there.get(f"/matches/{match}/replay?count=100")).json()
        assert whole["total"] == len(whole["steps"]) and whole["steps"][0]["label"] == "The game begins."
        part = (await there.get(f"/matches/{match}/replay?eyes=P2&start=5&count=3&tabletop=true")).json()
        assert [step["number"] for step in part["steps"]] == [5, 6, 7]
        assert all(step["move"] is None for step in part["steps"] if step["seat"] == 0)
        assert part["steps"][0]["tabletop"]["zones"]
        text = (await there.get(f"/matches/{match}/record")).text
        shown = (await there.post("/replay", {"record": text, "count": 2})).json()
        assert shown["total"] == whole["total"]
        broken = await there.post("/replay", {"record": text.replace("ms", "sm", 1)})
        assert broken.status_code == 400 and "changed" in broken.json()["reason"]

    at_a_table(tmp_path, story)


def test_the_pages_about_the_games_are_there(tmp_path: Path) -> None:
    async def story(there: Table) -> None:
        games = (await there.get("/games")).json()
        assert {game["name"] for game in games} == set(mesozoic.all_games())
        for game in games:
            name = game["name"]
            assert (await there.get(f"/games/{name}")).json() == game
            pages = (await there.get(f"/games/{name}/rules")).json()
            assert len(pages["rules"]["markdown"]) > 500 and pages["rulings"]["title"]
            species = (await there.get(f"/games/{name}/encyclopedia")).json()
            assert bool(species) == game["has_encyclopedia"]
            lesson = await there.post(f"/games/{name}/lesson", {"moves": []})
            assert lesson.status_code == (200 if game["has_lesson"] else 404)
        assert (await there.get("/docs")).status_code == 200
        assert (await there.get("/health")).json()["status"] == "well"
        assert "mesozoic_connections" in (await there.get("/metrics")).text

    at_a_table(tmp_path, story)


@pytest.mark.parametrize("game", [name for name, game in mesozoic.all_games().items() if game.lesson is not None])
def test_a_lesson_is_followed_over_http_to_its_end(tmp_path: Path, game: str) -> None:
    async def story(there: Table) -> None:
        lesson = mesozoic.game(game).lesson
        assert lesson is not None
        made: list[str] = []
        for _ in range(200):
            now = (await there.post(f"/games/{game}/lesson", {"moves": made})).json()
            if now["done"]:
                break
            beat = lesson.beats[now["beat"]]
            offered = [move["text"] for move in now["update"]["moves"]]
            if beat.allow == ():
                assert offered == ["next"]
            made += ["next"] if beat.allow == () else mesozoic.game(game).split((beat.allow or offered)[0])
        assert now["done"] and now["beat"] == len(lesson.beats)
        wrong = (await there.post(f"/games/{game}/lesson", {"moves": ["banana"]})).json()
        assert wrong["refused"] and wrong["moves_made"] == []

    at_a_table(tmp_path, story)


def test_a_database_that_does_not_answer_for_a_moment_keeps_nobody_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = Hub.room
    asked: list[str] = []

    async def room(hub: Hub, match: str) -> Room:
        asked.append(match)
        if len(asked) == 1:
            raise Busy("The database does not answer.")
        return await opened(hub, match)

    async def story(there: Table) -> None:
        match, token = await there.create(DOLPHINS, "me", "random")
        monkeypatch.setattr(Hub, "room", room)
        async with there.client(match, token) as ann:
            await my_turn(ann)
        assert len(asked) > 1

    at_a_table(tmp_path, story)


def test_hints_and_handing_over_can_be_switched_off_between_people(tmp_path: Path) -> None:
    """Only where it counts: alone with bots, or with cards that somebody chose, everything stays."""

    async def story(there: Table) -> None:
        for others, more, is_counted in (
            (["open"], {}, True),
            (["open"], {"seed": "7"}, False),
            (["random"], {}, False),
        ):
            match, ann_token = await there.create(DOLPHINS, "me", *others, **more)
            if others == ["open"]:
                await there.join(match, "Bob")
                await there.post(f"/matches/{match}/start", token=ann_token)
            async with there.client(match, ann_token) as ann:
                await my_turn(ann)
                assert ann.match is not None
                assert (ann.match.may_ask_hints, ann.match.may_hand_over) == (not is_counted, not is_counted)
                if not is_counted:
                    await ann.ask(messages.AskHint(new_key()))
                    await ann.ask(messages.AskWorld(new_key()))
                    await ann.ask(messages.HandOver(new_key(), level="random"))
                    continue
                with pytest.raises(Declined, match="no hints at this table"):
                    await ann.ask(messages.AskHint(new_key()))
                with pytest.raises(Declined, match="no bot of one's own is given a position"):
                    await ann.ask(messages.AskWorld(new_key()))
                with pytest.raises(Declined, match="no bot takes over"):
                    await ann.ask(messages.HandOver(new_key()))
                await ann.ask(messages.HandOver(new_key(), resign=True))

    at_a_table(tmp_path, story, hints_between_people=False, hand_over_between_people=False)


def test_a_frame_that_looks_like_the_table_at_rest_is_sent_without_its_view() -> None:
    """The client shows the update's view for it; all others have their own, as the game shows it."""
    game, rng, at_rest = mesozoic.game(DOLPHINS), random.Random(2), 0
    state = game.start(3, seed=1)
    for _ in range(60):
        seat = rng.choice(state.to_move)
        film = state.play_filmed(seat, rng.choice(state.moves(seat)))
        for reader in (*range(3), None):
            rest, shown = state.view(reader), None
            known = [frame for event, frame in film if event.is_known_to(reader)]
            sent = present.frames(film, reader, with_views=True, rest=rest)
            for frame, message in zip(known, sent, strict=True):
                shown = rest if message.at_rest else shown if message.view is None else message.view
                assert shown == game.view(frame, reader)
                at_rest += message.at_rest
    assert at_rest > 50
