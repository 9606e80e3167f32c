"""The generator: known values, even draws, independent streams."""

from __future__ import annotations

from collections import Counter

import pytest

from mesozoic.kernel.deal import Chance, SeatChance
from mesozoic.kernel.errors import BadOptions
from mesozoic.kernel.rng import Rng, seeded


def test_it_is_xoshiro128starstar() -> None:
    """Checked by hand for the state 1, 2, 3, 4: the first word is rotl(2 * 5, 7) * 9."""
    rng = Rng(1, 2, 3, 4)
    assert [rng.word() for _ in range(4)] == [11520, 0, 5927040, 70819200]


def test_same_seed_same_stream_and_parts_make_another() -> None:
    def draw(rng: Rng) -> list[int]:
        return [rng.below(1000) for _ in range(20)]

    assert draw(seeded(7)) == draw(seeded(7))
    assert len({tuple(draw(seeded(*seed))) for seed in [(7,), (8,), (7, "seat 1"), (7, "seat 2"), ("7/seat", 1)]}) == 5


def test_a_clone_goes_on_alike_and_alone() -> None:
    rng = seeded(1)
    copy = rng.clone()
    assert [rng.word() for _ in range(5)] == [copy.word() for _ in range(5)]
    rng.word()
    assert rng.word() != copy.word()


def test_draws_are_even() -> None:
    rng = seeded("even")
    counts = Counter(rng.below(15) for _ in range(15_000))
    assert set(counts) == set(range(15))
    assert all(850 < count < 1150 for count in counts.values())


def test_every_order_comes_up_when_shuffling() -> None:
    rng = seeded("orders")
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(2400):
        pile = [1, 2, 3, 4]
        rng.shuffle(pile)
        orders[tuple(pile)] += 1
    assert len(orders) == 24
    assert all(60 < count < 150 for count in orders.values())


def test_chance_gives_the_orders_of_the_deal_first() -> None:
    chance = Chance(seeded(1), [[3, 1, 2]])
    assert chance.order([1, 2, 3]) == [3, 1, 2]
    assert sorted(chance.order([1, 2, 3])) == [1, 2, 3]


def test_chance_does_not_depend_on_the_order_of_the_pile() -> None:
    assert Chance(seeded(1), []).order([5, 4, 3, 2, 1]) == Chance(seeded(1), []).order([1, 2, 3, 4, 5])


def test_each_seat_has_its_own_queue_of_orders() -> None:
    """The deal's orders first; then nothing, and the game shuffles by the generator itself."""
    chance = SeatChance(seeded(1), [[[2, 1]], [[3, 4], [4, 3]]])
    assert chance.given(1, [3, 4]) == [3, 4]
    copy = chance.clone()
    assert chance.given(1, [3, 4]) == copy.given(1, [4, 3]) == [4, 3]
    assert chance.given(1, [3, 4]) is None and chance.given(0, [1, 2]) == [2, 1]
    assert copy.rng.word() == chance.rng.word()
    with pytest.raises(BadOptions, match="Reshuffle 1 of seat P1"):
        SeatChance(seeded(1), [[[2, 2]]]).given(0, [1, 2])
    assert SeatChance(seeded(1), []).given(0, [1, 2]) is None
