"""What holds in every game (ledger section 10), on random games."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from mesozoic import seeded
from mesozoic.games.dinospan.invariants import check
from mesozoic.kernel.conformance import Report, Trial

from .helpers import GAME

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "triassic_setup": st.sampled_from(["random", "first_game", "draft"]),
        "personal_research": st.booleans(),
        "action_markers": st.sampled_from([4, 5]),
        "egg_supply": st.sampled_from(["printed", "seventyfive", "unlimited"]),
        "goals_count": st.sampled_from(["published", "visible"]),
        "hype_round_refresh": st.sampled_from(["replace", "refill"]),
    },
)


@settings(max_examples=10, deadline=None)
@given(players=st.integers(1, 5), seed=st.integers(0, 10**6), options=OPTIONS)
def test_random_games(players, seed, options):
    state = GAME.start(players, seed=seed, options=options)
    rng = seeded(seed, "moves")
    published, overlays = {}, {}
    while not state.is_over:
        who = state.to_move[int(rng.below(len(state.to_move)))]
        codes = state.codes(who)
        state.apply(who, codes[rng.below(len(codes))])
        if rng.below(4) != 0:
            continue
        check(state)
        for seat, one in enumerate(state.position()["seats"]):
            for name, space in one["atlas"].items():
                before = published.get((seat, name), space["card"])
                assert before in (space["card"], space.get("parent")), "cards never leave an Atlas"
                published[seat, name] = space["card"]
                if "overlay" in space:
                    assert overlays.setdefault((seat, name), space["overlay"]) == space["overlay"]
    for seat, one in enumerate(state.result.details):
        assert one.total == state.result.scores[seat] == state.score(seat)
        assert one.cards + one.eggs + one.goals + one.resources + one.research == one.total
    assert all(0 in [seat["goals"][n] for seat in state.position()["seats"]] or players == 1 for n in range(4))


def test_contract():
    """The conformance laws with everything switched on, which no set-up of their spread is."""
    report = Report("dinospan")
    options = {"triassic_setup": "draft", "personal_research": True, "goals_count": "visible"}
    Trial(GAME.prepare(2, options), "dinospan 2", report).run()
    assert report.games == 1
