"""The line breaks, the page is loaded anew, the server dies: the game goes on."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, Server
from tests.browser.generic import make_a_move
from tests.browser.rest import decision, wait_for_turn

LOST = ("WebSocket connection", "net::ERR_")
"""What a browser says of a line that breaks depends on the moment: refused, reset, empty, offline."""


def test_a_reload_in_the_middle(open_page: OpenPage, server: Server) -> None:
    page = open_page(server.open_match("biomechanic-dino-battles").address)
    assert wait_for_turn(page)
    make_a_move(page)
    assert wait_for_turn(page)
    asked = decision(page)
    page.reload()
    assert wait_for_turn(page)
    assert decision(page) == asked
    assert "seat=" not in page.url
    make_a_move(page)


def test_the_server_is_killed_in_the_middle(open_page: OpenPage, own_server: Server) -> None:
    place = own_server.open_match("biomechanic-dino-battles")
    page = open_page(place.address, host=own_server, allow=LOST)
    assert wait_for_turn(page)
    make_a_move(page)
    assert wait_for_turn(page)
    asked = decision(page)
    own_server.kill()
    expect(page.get_by_text(re.compile("Reconnecting"))).to_be_visible()
    # A move made meanwhile waits for the line.
    own_server.start()
    expect(page.get_by_text(re.compile("Reconnecting"))).to_have_count(0)
    assert wait_for_turn(page)
    assert decision(page) == asked
    make_a_move(page)
    assert wait_for_turn(page)


def test_a_broken_line_catches_up(open_page: OpenPage, server: Server) -> None:
    place = server.open_match("biomechanic-dino-battles")
    page = open_page(place.address, allow=LOST)
    assert wait_for_turn(page)
    page.context.set_offline(True)
    page.context.set_offline(False)
    make_a_move(page)
    assert wait_for_turn(page)
