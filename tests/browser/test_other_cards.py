"""A table of other cards is played at the same boards: they show its names, values and prices."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, Server, fits
from tests.browser.rest import wait_for_turn
from tests.games.other_cards import other_cards

SEATS = {
    "biomechanic-dino-battles": [{"kind": "me"}, {"kind": "bot", "level": "random"}],
    "dolphins-and-dinos": [{"kind": "me"}, {"kind": "bot", "level": "random"}],
    "carbon-dating": [{"kind": "me"}],
}


@pytest.mark.parametrize("name", SEATS)
def test_other_cards_are_shown_and_played(name: str, server: Server, open_page: OpenPage) -> None:
    place = server.open_match(name, SEATS[name], options={"cards": other_cards(name)})
    page = open_page(place.address)
    wait_for_turn(page)
    view = server.view(place)["view"]
    if name == "dolphins-and-dinos":
        card = view["columns"][0]["cards"][0]
        shown = page.locator(f"[data-card='{card['item']}']").first
        expect(shown).to_contain_text(card["name"])
        assert card["name"].startswith("Great ") or card["item"] == "R"
    elif name == "biomechanic-dino-battles":
        for offer in view["offering"]:
            assert offer["name"].endswith(" II")
            expect(page.locator(f"[data-element='offer:{offer['slot']}']")).to_contain_text(offer["name"])
        expect(page.locator("[data-element='stack:overclock']")).to_contain_text("Overclock II")
    else:
        seated = view["table"][0]
        expect(page.locator(f"[data-card='{seated['card']}']").first).to_contain_text(seated["species"][:8])
    fits(page)
    server.move(place)
    assert server.view(place)["view"] != view
