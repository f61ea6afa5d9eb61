"""All that a seat cannot see is dealt anew, and nothing else changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import pytest

from games.kernel import replay
from games.kernel.protocol import AnyEngine, Setup
from games.kernel.redeal import dealt_anew
from games.kernel.replay import Entry
from games.registry import engines

Choice = Callable[[Sequence[Any]], Any]


def begun(
    engine: AnyEngine, setup: Setup, plies: int, seed: int = 5, choice: Choice | None = None
) -> list[Entry]:
    """Play a game up to this ply, at random unless there is a choice."""
    state: Any = engine.start(setup)
    rng, entries = Random(seed), []
    for _ in range(plies):
        if cards := list(engine.chance(state)):
            rng.shuffle(cards)
            entries.append(Entry(None, replay.deal_code(cards)))
            state = engine.deal(state, tuple(cards))
            continue
        seat = min(engine.to_act(state))
        legal = engine.legal_actions(state, seat)
        action = choice(legal) if choice else legal[rng.randrange(len(legal))]
        entries.append(Entry(seat, engine.encode(action)))
        state = engine.apply(state, seat, action)
    return entries


def setups() -> Iterator[Any]:
    for slug, engine in engines().items():
        yield pytest.param(engine, Setup(2), id=slug)
    tactics = Setup(2, {"tactics": "on"})
    yield pytest.param(engines()["schotten_totten"], tactics, id="with tactics cards")


@pytest.mark.parametrize(("engine", "setup"), list(setups()))
def test_the_seat_sees_the_same_and_the_rest_is_new(engine: AnyEngine, setup: Setup) -> None:
    entries = begun(engine, setup, 14)
    for seat in (0, 1):
        other = dealt_anew(engine, setup, entries, seat, Random(2))
        assert [entry.seat for entry in other] == [entry.seat for entry in entries]
        assert [one for one in other if one.seat is not None] == [
            one for one in entries if one.seat is not None
        ]
        before, after = [replay.fold(engine, setup, each).state for each in (entries, other)]
        assert engine.view(before, seat) == engine.view(after, seat)
        assert before != after


def test_other_dice_deal_other_cards() -> None:
    engine, setup = engines()["lost_cities"], Setup(2)
    entries = begun(engine, setup, 14)
    deals = {tuple(dealt_anew(engine, setup, entries, 0, Random(dice)))[1] for dice in range(5)}
    assert len(deals) == 5


def test_hands_with_doubles_are_dealt_anew_too() -> None:
    """Both discard whatever their list of moves ends with, wagers among it. Who still holds another
    one of that suit could not have discarded any if the wagers had been dealt elsewhere."""
    engine, setup = engines()["lost_cities"], Setup(2)
    for seed in range(40):
        entries = begun(engine, setup, 20, seed, lambda legal: legal[-1])
        assert dealt_anew(engine, setup, entries, 0, Random(seed)) != entries
