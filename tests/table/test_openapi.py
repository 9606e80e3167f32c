"""The API document is kept: whatever is sent, the server answers as it says, and never with an error of its own."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode, checks
from schemathesis.specs.openapi import checks as openapi

import mesozoic
from mesozoic.client import messages
from tests.table.nursery import Nursery
from tests.table.patience import PATIENCE
from tests.table.server import Server

ASKED = (
    checks.not_a_server_error,
    openapi.status_code_conformance,
    openapi.content_type_conformance,
    openapi.response_headers_conformance,
    openapi.response_schema_conformance,
    openapi.negative_data_rejection,
)
"""Not that valid data is accepted: options that fit no game and moves that are not legal are valid data too."""
EXAMPLES = int(os.environ.get("MESOZOIC_EXAMPLES", "5"))
SAME_EVERY_TIME = settings(
    derandomize=True, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
)
"""What is sent goes by the document alone, so that nothing fails by chance."""
PROBLEM = msgspec.json.Decoder(messages.Problem)


@pytest.fixture(scope="module")
def server(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("openapi"), nursery) as running:
        yield running
    assert not running.complains()


@pytest.fixture(scope="module")
def places(server: Server) -> list[tuple[str, str]]:
    """Matches in every state, with the tokens that hold a seat there."""
    over, token = server.create("carbon-dating", "me")
    with server.hello(over, token) as socket:
        socket.send(json.dumps({"type": "hand_over", "key": "resigning-now", "resign": True}))
        while '"type":"accepted"' not in str(socket.recv()):
            pass
    return [
        (over, token),
        server.create("dolphins-and-dinos", "me", "open"),
        server.create("dolphins-and-dinos", "me", "random"),
        server.create("dinospan", "me"),
        server.create("clades", "me", "open"),
    ]


@pytest.fixture(scope="module")
def api(server: Server) -> Any:
    return schemathesis.openapi.from_url(f"{server.url}/api/schema/openapi.json", timeout=PATIENCE)


def there(case: schemathesis.Case[Any], places: list[tuple[str, str]]) -> dict[str, str] | None:
    """Two times of three the request is for something that there is, often with a token; None: it is as it was."""
    lot = sum(map(ord, str(case.path_parameters) + str(case.body)))
    if lot % 3 == 0:
        return None
    game = sorted(mesozoic.all_games())[lot % len(mesozoic.all_games())]
    if isinstance(case.body, dict) and isinstance(case.body.get("game"), str):
        case.body |= {"game": game, "options": {} if lot % 2 else case.body.get("options", {})}
    if "game" in case.path_parameters:
        case.path_parameters["game"] = game
    if "match_id" not in case.path_parameters:
        return {}
    case.path_parameters["match_id"], token = places[lot % len(places)]
    return {"Authorization": f"Bearer {token}"} if lot % 4 else {}


def test_the_server_answers_as_its_document_says(api: Any, places: list[tuple[str, str]]) -> None:
    operations = [one.ok() for one in api.get_all_operations()]
    seen: Counter[str] = Counter()
    for operation in operations:
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            try:
                ask(operation, mode, places, seen)
            except Unsatisfiable:
                assert mode is GenerationMode.NEGATIVE  # nothing can be wrong where nothing is given
    print(dict(seen))
    assert len(operations) > 15 and seen["200"] > 10 and seen["201"] and seen["400"] > 20 and seen["403"] > 5, seen


def ask(operation: Any, mode: GenerationMode, places: list[tuple[str, str]], seen: Counter[str]) -> None:
    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(SAME_EVERY_TIME, max_examples=EXAMPLES)
    def answered(case: schemathesis.Case[Any]) -> None:
        headers = there(case, places)
        if not seen["201"] and mode is GenerationMode.POSITIVE and isinstance(case.body, dict) and "seats" in case.body:
            case.body = {"game": "carbon-dating", "seats": [{"kind": "me"}], "name": case.body.get("name", "Player")}
        answer = case.call(headers=headers, timeout=PATIENCE)
        seen[str(answer.status_code)] += 1
        # What was wrong with a request may be what was put right; and one that is too large was refused as well.
        lets_pass = headers is not None or answer.status_code == 413
        asked = [one for one in ASKED if not (lets_pass and one is openapi.negative_data_rejection)]
        case.validate_response(answer, checks=asked, headers=headers)
        if answer.status_code >= 400:
            problem = PROBLEM.decode(answer.content)
            assert len(problem.reason) > 8 and problem.code

    answered()
