"""The table as an installed program: manifest, icons, what is kept, and what is shown while the server is away."""

from __future__ import annotations

import gzip
import json
import urllib.request
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import STATIC, OpenPage, Server, fits

MOST_AT_FIRST = 150_000
AWAY = ("net::ERR_", "ServiceWorker passed a promise to FetchEvent.respondWith()")
"""What a browser says of a server that is away."""


def installed(open_page: OpenPage, server: Server, path: str, phone: bool = False) -> Page:
    page = open_page(path, host=server, phone=phone, theme="dark" if phone else "light", installs=True, allow=AWAY)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    return page


def test_the_table_can_be_installed(open_page: OpenPage, server: Server) -> None:
    page = open_page("/")
    manifest = json.loads((STATIC / "manifest.webmanifest").read_text("utf-8"))
    assert page.locator("link[rel=manifest]").get_attribute("href") == "/manifest.webmanifest"
    with urllib.request.urlopen(f"{server.url}/manifest.webmanifest") as answer:
        assert answer.headers.get_content_type() == "application/manifest+json"
    for icon in [*manifest["icons"], {"src": "/icon-touch.png", "sizes": "180x180", "type": "image/png"}]:
        found = page.request.get(server.url + icon["src"])
        assert found.ok and found.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = (int.from_bytes(found.body()[at : at + 4], "big") for at in (16, 20))
            assert f"{width}x{height}" == icon["sizes"]
    session = page.context.new_cdp_session(page)
    assert session.send("Page.getAppManifest")["errors"] == []


@pytest.mark.parametrize("phone", [False, True])
def test_without_a_server_a_page_says_so_and_goes_on_by_itself(
    open_page: OpenPage, own_server: Server, axe: Callable[[Page], None], phone: bool
) -> None:
    page = installed(open_page, own_server, "/", phone)
    own_server.kill()
    page.goto(own_server.url + "/rules#here")
    expect(page.get_by_role("heading", name="No line to the table")).to_be_visible()
    expect(page.locator("#words")).to_have_text("The table does not answer just now.")
    page.context.set_offline(True)
    expect(page.locator("#words")).to_have_text("This device is offline just now.")
    fits(page)
    axe(page)
    page.context.set_offline(False)
    own_server.start()
    expect(page.get_by_role("heading", name="Rules", exact=True)).to_be_visible()
    assert page.url.endswith("/rules#here")


def test_only_static_files_are_kept(open_page: OpenPage, server: Server) -> None:
    page = installed(open_page, server, "/")
    page.goto(server.url + server.open_match("dinospan").address)
    page.wait_for_selector("[data-table]")
    page.goto(server.url + "/mine")
    expect(page.locator("[data-match]")).to_have_count(1)
    kept = page.evaluate(
        """async () => {
            const all = [];
            for (const name of await caches.keys())
                for (const request of await (await caches.open(name)).keys()) all.push(request.url);
            return all;
        }"""
    )
    paths = {urlsplit(url).path for url in kept}
    assert any(path.startswith("/assets/") for path in paths)
    assert all((STATIC / path.lstrip("/")).is_file() for path in paths), paths


def test_the_first_load_is_small(open_page: OpenPage, server: Server) -> None:
    """Page, scripts and styles of the lobby, packed as they are sent."""
    page = open_page("/credits")
    wanted: list[str] = []
    page.on("request", lambda request: wanted.append(urlsplit(request.url).path))
    page.goto(server.url + "/")
    expect(page.get_by_role("button", name="Play now: DinoSpan")).to_be_visible()
    files = {"/index.html", *(path for path in wanted if path.endswith((".js", ".css")))}
    size = sum(len(gzip.compress((STATIC / path.lstrip("/")).read_bytes())) for path in files)
    assert size < MOST_AT_FIRST, f"{size} bytes: {sorted(files)}"
