"""Properties of every game of Schotten Totten, and of its views."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from games.kernel.protocol import Setup
from games.kernel.replay import Entry, advance, begin, codes, revealed_nothing
from games.kernel.seats import NO_SEAT
from games.schotten_totten.deck import CLAN_NAMES
from games.schotten_totten.endings import ending, wins_with
from games.schotten_totten.engine import ENGINE
from games.schotten_totten.state import State
from games.schotten_totten.view import View
from tests.conformance.playing import play_on, setups
from tests.kit import tiers
from tests.schotten_totten.conformance import swap

SETUPS = setups(ENGINE)
VARIANTS = [
    {"tactics": tactics, "expert": expert} for tactics in ("off", "on") for expert in ("off", "on")
]


@cache
def game(seed: int, **options: str) -> list[tuple[Entry, State]]:
    """Return a random game, of each variant in turn: entries, each with the state after it."""
    setup = Setup(2, {**VARIANTS[seed % 4], **options})
    return list(play_on(ENGINE, ENGINE.start(setup), Random(seed)))


def verbs(state: State) -> set[str]:
    return {
        code.split(" ")[0] for seat in ENGINE.to_act(state) for code in codes(ENGINE, state, seat)
    }


def places_a_card(state: State, view: View) -> bool:
    """Tell whether the seat to act can lay a clan card."""
    seat = view.turn or 0
    hand = ENGINE.view(state, seat).hand
    room = any(
        stone.owner is None and len(stone.sides[seat].cards) < stone.size for stone in view.stones
    )
    return room and any(card in CLAN_NAMES for card in hand)


@pytest.mark.parametrize("number", range(tiers.part(12)))
def test_what_each_step_offers(number: int) -> None:
    for _entry, state in game(number):
        view, offered = ENGINE.view(state, None), verbs(state)
        if view.step == "play":
            assert ("pass" in offered) == (not places_a_card(state, view)), "T-b"
            assert ("claim" in offered) <= view.expert
        elif view.step == "claim":
            assert len(offered - {"claim"}) == 1 and offered <= {"claim", "draw", "end"}
            decks, held = view.clan_deck + view.tactics_deck, view.hand_counts[view.turn or 0]
            assert ("draw" in offered) == (decks > 0 and (not view.tactics or held < 7))
        elif view.turn is not None:
            assert offered == {"return"} if view.step == "return" else {"draw"}


@pytest.mark.parametrize("number", range(tiers.part(12)))
def test_between_turns(number: int) -> None:
    for _entry, state in game(number):
        view = ENGINE.view(state, None)
        if view.step == "play":
            other = 1 - (view.turn or 0)
            assert view.played[other] <= view.played[1 - other] + 1, "rules 2.8, the limit"
            assert view.hand_counts[other] <= 7 or not view.tactics
            for stone in view.stones:
                full = [len(side.cards) == stone.size for side in stone.sides]
                assert (stone.first is not None) == any(full)
                assert stone.first is None or full[stone.first]
                assert stone.owner is None or full[stone.owner], "two cards are never enough"


def test_starters_alternate_and_every_round_is_played() -> None:
    for played in [game(seed, rounds="3") for seed in range(4)]:
        past = ENGINE.view(played[-1][1], None).past
        assert len(past) == 3 and [result.starter for result in past[1:]] == [
            1 - result.starter for result in past[:-1]
        ]


@pytest.mark.parametrize("number", range(4))
def test_what_was_done_may_be_taken_back_until_a_card_is_drawn(number: int) -> None:
    position = begin(ENGINE, Setup(2, VARIANTS[number]))
    for entry, state in game(number):
        position = advance(ENGINE, position, entry)
        if entry.seat is not None:
            acts = entry.seat in ENGINE.to_act(state)
            may = acts and revealed_nothing(ENGINE, position, entry.seat, Random(1))
            if not entry.code.startswith("draw"):
                assert may == acts
            elif len(state.decks[0]) > 1:  # of the last cards a seat may know all
                assert not may


@pytest.mark.parametrize("seed", range(6))
def test_a_recruiters_returns_stay_secret(seed: int) -> None:
    """Random games with many Recruiters: every moment from the returns on, for every viewer."""
    rng, setup = Random(seed), Setup(2, {"tactics": "on"})
    recruited = [
        state
        for _entry, state in play_on(ENGINE, ENGINE.start(setup), rng)
        if any(state.record.returned)
    ]
    for state in recruited:
        for viewer in (0, 1, None):
            other = swap(state, viewer, rng)
            assert other is None or repr(ENGINE.view(other, viewer)) == repr(
                ENGINE.view(state, viewer)
            )
            view = ENGINE.view(state, viewer)
            assert ENGINE.view(ENGINE.imagine(view, rng), viewer) == view


def owners(text: str) -> list[int]:
    return [NO_SEAT if owner == "-" else int(owner) for owner in text]


@pytest.mark.parametrize(
    ("stones", "by"),
    [
        ("000------", "adjacent"),
        ("------000", "adjacent"),
        ("-01000---", "adjacent"),
        ("00-00-0--", "five"),
        ("00-00-00-", "five"),
        ("00-00-1--", None),
        ("0-0-0-0--", None),
        ("111------", None),
        ("00-00-000", "adjacent"),
    ],
)
def test_2_6_what_wins(stones: str, by: str | None) -> None:
    assert ending(tuple(owners(stones)), 0) == by


@pytest.mark.parametrize(
    ("stones", "first", "second"),
    [
        ("---------", (), ()),
        ("00-------", (2,), ()),
        ("0-0------", (1,), ()),
        ("0-0-11-1-", (1,), (3, 6)),
        ("00-0--0--", (2, 4, 5, 7, 8), ()),
    ],
)
def test_2_6_what_would_win(stones: str, first: tuple[int, ...], second: tuple[int, ...]) -> None:
    assert (wins_with(owners(stones), 0), wins_with(owners(stones), 1)) == (first, second)


def test_a_view_before_the_deals() -> None:
    view = ENGINE.view(ENGINE.start(SETUPS[0]), 0)
    found = (view.order, view.round, view.starter, view.turn, view.step, view.hand)
    assert found == ((), 0, None, None, "deal", ())
    assert ENGINE.view(ENGINE.imagine(view, Random(1)), 0) == view
