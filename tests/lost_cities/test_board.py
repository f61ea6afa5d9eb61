"""The board as HTML: every legal code is one button, every lit place presses one, and nothing in it
needs a style attribute."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from games.kernel.protocol import Setup
from games.lost_cities.deck import cards
from games.lost_cities.engine import ENGINE
from games.tables.board import render
from games.tables.state.snapshot import Snapshot
from tests.kit import boards
from tests.kit.boards import PLAYERS, board, check, thinned

SETUPS = {
    "one": {"suits": "5", "rounds": "1"},
    "three": {"suits": "5", "rounds": "3"},
    "six": {"suits": "6", "rounds": "1"},
    "long": {"suits": "6", "rounds": "3"},
}


@cache
def moments(setup: str, seed: int) -> list[Snapshot]:
    """Return a random game that ends, since most cards are drawn from the stock."""

    def choose(rng: Random, codes: list[str]) -> str:
        return "draw stock" if "draw stock" in codes and rng.random() < 0.8 else rng.choice(codes)

    return boards.moments(ENGINE, Setup(2, SETUPS[setup]), seed, choose)


@pytest.mark.parametrize(("setup", "seed"), [("one", 1), ("long", 2)])
def test_every_legal_code_is_one_button_and_every_place_presses_one(setup: str, seed: int) -> None:
    for moment in thinned(moments(setup, seed), 1, 5):
        for viewer in (0, 1, None):
            check(moment, viewer)


def test_the_key_to_play_answers_for_every_card_of_the_hand() -> None:
    """With no card left that fits it still says why."""
    blocked = 0
    for moment in moments("one", 1):
        html = board(moment, moment.position.state.turn if moment.position else None)
        cards = re.findall(r'name="card" value="\w+" id="[^"]+" data-i="(\d+)"', html)
        assert sorted(set(cards)) == sorted(re.findall(r'data-key="p"\s+data-for="(\d+)"', html))
        blocked += bool(cards) and 'value="play ' not in html
    assert blocked, "no position without a card that fits"


def test_both_sides_and_the_pile_show_every_open_card_and_no_other() -> None:
    for moment in moments("one", 3)[1::9]:
        assert moment.position is not None
        view = ENGINE.view(moment.position.state, None)
        laid = [
            name
            for own in view.expeditions
            for expedition in own
            for name in expedition.cards
            if name[1] != "x"
        ]
        tops = [pile.top for pile in view.piles if pile.top]
        shown = Counter(
            name for name in re.findall(r'data-card="(\w+)"', board(moment, None)) if name[1] != "x"
        )
        assert shown == Counter([*laid, *(top for top in tops if top[1] != "x")])


def test_the_end_shows_places_and_scores_and_the_way_to_the_proof() -> None:
    last = moments("three", 4)[-1]
    html = board(last, 0)
    scores = ENGINE.outcome(last.position.state).scores  # type: ignore[union-attr]
    assert f'data-scores="{scores[0]} {scores[1]}"' in html and 'data-status="ended"' in html
    assert "/t/k3x9/fair/" in html and "Before</th>" in html and 'name="code"' not in html
    assert '<div class="hand"' not in html and 'class="bar"' not in html, "the result is instead"
    mine = html.split('<table class="ends')[1].split("is-you")[1].split("</tr>")[0]
    assert re.search(rf'data-sums="[-0-9 ]* {scores[0]}"', mine) and ">you<" in mine
    assert "ends--over" in html, "a long name stands above its points"
    named = replace(PLAYERS[0], username="Ann"), replace(PLAYERS[1], username="Ben")
    assert "ends--over" not in board(replace(last, players=named), 0)
    resigned = replace(
        last,
        ended_by="resign",
        players=(replace(PLAYERS[0], place=2), replace(PLAYERS[1], place=1)),
    )
    html = board(resigned, None)
    assert 'data-places="2 1"' in html and "data-scores" not in html
    assert "Ann &lt;b&gt; resigned." in html


def test_each_place_knows_why_it_does_not_take_the_chosen_card() -> None:
    """Another colour, the other's side, and what lies on one's own expedition."""
    blocked = 0
    for moment in moments("one", 1)[20::9]:
        assert moment.position is not None
        state = moment.position.state
        if state.turn is None or state.drawing:
            continue
        html = board(moment, state.turn)
        fits = set(re.findall(r'value="play (\w+)"', html))
        for card, number in re.findall(
            r'name="card" value="(\w+)" id="card-\w+" data-i="(\d+)"', html
        ):
            own = html.split(f'id="way-{card[0]}"')[1].split('id="lane-')[0]
            assert (f'for="own-{number}"' in own) == (card not in fits)
            assert (f'for="do-play-{card}"' in own) == (card in fits)
            blocked += card not in fits
            assert f'for="why-{number}"' in html and f'for="whose-{number}"' in html
        assert html.count("say--whose") == 1
    assert blocked


def test_the_card_that_was_put_down_leaves_its_place_in_the_hand_free() -> None:
    for moment in moments("one", 1)[1:40]:
        assert moment.position is not None
        state = moment.position.state
        if state.turn is None:
            continue
        hand = board(moment, state.turn).split('id="hand"')[1].split("<section")[0]
        assert hand.count('class="gap"') == state.drawing
        if state.drawing:
            before = re.findall(r'data-card="(\w+)"', hand.split('class="gap"')[0])
            put = moment.log[-1].entry.code.split()[1]
            assert cards([*before, put]) == tuple(sorted(cards([*before, put])))


def test_a_board_is_small() -> None:
    sizes = [
        len(board(moment, viewer).encode())
        for moment in moments("six", 5)[1::7]
        for viewer in (0, 1)
    ]
    assert max(sizes) < 34_500 and sum(sizes) / len(sizes) < 24_900


def test_the_end_of_a_round_stays_to_be_seen() -> None:
    played = moments("three", 4)
    at = next(n for n, moment in enumerate(played) if n > 2 and moment.log[-1].entry.seat is None)
    before, after = played[at - 1], played[at]
    assert before.position is not None
    view = ENGINE.view(before.position.state, 0)
    html = render.board(after, 100)
    scene = html.split('<section class="scene"')[1].split("</section>")[0]
    laid = [card for own in view.expeditions for fan in own for card in fan.cards]
    assert set(laid) <= set(boards.cards(scene)), "the cards of the round that ended"
    margin = abs(view.round_scores[0] - view.round_scores[1])
    assert f"round 1 by {margin}" in scene and "Next round" in scene
    assert scene.count("is-moved") == 1, "the last play"
    ids = Counter(re.findall(r'\bid="([^"]+)"', html))
    assert max(ids.values()) == 1, ids
    assert 'class="scene"' not in render.board(played[-1], 100)
