"""The board as HTML: what holds on every board, and what is to be seen on this one."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from html import unescape
from random import Random

import pytest

from games.exhibition.engine import ENGINE
from games.kernel import replay
from games.kernel.protocol import Setup
from games.tables.state.snapshot import Snapshot
from tests.kit import boards
from tests.kit.boards import board, check, thinned

VARIED = {"decades": "on", "six": "links", "era": "spread", "one": "short", "gap": "unique"}


def choose(rng: Random, codes: list[str]) -> str:
    """So that halls fill up."""
    return rng.choice([code for code in codes if code[:5] == "place"] or codes)


@cache
def moments(seats: int, seed: int, **options: str) -> list[Snapshot]:
    return boards.moments(ENGINE, Setup(seats, options), seed, choose)


@pytest.mark.parametrize(("seats", "seed", "options"), [(1, 1, {}), (3, 2, {}), (5, 3, VARIED)])
def test_every_legal_code_is_one_button_and_every_place_presses_one(
    seats: int, seed: int, options: dict[str, str]
) -> None:
    for moment in thinned(moments(seats, seed, **options), 0, 11):
        for viewer in (0, None):
            check(moment, viewer)


def test_a_button_for_several_codes_plays_them_all() -> None:
    """The journey of a card with a continent leaves no choice, so a lit place may stand for
    both."""
    found = 0
    for moment in moments(2, 4)[2::7]:
        assert moment.position is not None
        state = moment.position.state
        html = board(moment, 0)
        both = [
            unescape(value).split(",")
            for value in re.findall(r'<button name="codes" value="([^"]+)"', html)
        ]
        for journey, code in both:
            after = replay.play(ENGINE, state, 0, journey)
            assert code in replay.codes(ENGINE, after, 0)
        if both:
            found += 1
            assert len(both) == len(
                list(replay.codes(ENGINE, replay.play(ENGINE, state, 0, both[0][0]), 0))
            )
    assert found


def test_what_may_be_taken_may_be_pulled_and_so_may_the_card_in_the_hand() -> None:
    pulled = set()
    for moment in moments(2, 4)[2::7]:
        html = board(moment, 0)
        buttons = set(re.findall(r'data-drag="([^"]+)"', html))
        lit = re.findall(r'<label class="go" for="(do-take[^"]+)"', html)
        assert buttons == set(lit)
        assert ('data-carry="label:is(.go, .no)"' in html) == ("plaque--held" in html)
        pulled |= buttons | {"held" for _found in re.findall("plaque--held", html)}
    assert len(pulled) > 1 and "held" in pulled


def test_every_open_card_lies_once_and_no_other() -> None:
    """Cards in the halls of others are drawn small; each has a place of its own on the board
    otherwise."""
    for moment in moments(3, 5)[3::13]:
        assert moment.position is not None
        view = ENGINE.view(moment.position.state, 0)
        hall = view.halls[0]
        held = [view.taken] if view.taken and view.turn == 0 else []
        shown = [
            *[card for column in view.columns for card in column],
            *[card for case in hall.showcases for card in case if card],
        ]
        assert boards.cards(board(moment, 0)) == Counter([*shown, *hall.depot, *held])


def test_the_end_shows_places_and_scores_and_the_way_to_the_proof() -> None:
    last = moments(3, 6)[-1]
    html = board(last, 0)
    outcome = ENGINE.outcome(last.position.state)  # type: ignore[union-attr]
    assert outcome and f'data-scores="{" ".join(map(str, outcome.scores))}"' in html
    assert 'data-status="ended"' in html
    assert "/t/k3x9/fair/" in html and "The halls as they stand" in html
    assert 'name="code"' not in html
    sheet = html.split('<table class="sheet"')[1].split("</table>")[0]
    best = next(boards.PLAYERS[seat].name for seat in range(3) if outcome.places[seat] == 1)
    assert sheet.index("1st") < sheet.index("2nd")
    assert best.partition(" ")[0] in sheet.split("2nd")[0]
    aborted = replace(last, ended_by="abort", players=boards.PLAYERS[:3])
    assert "Broken off" in board(aborted, None)


def test_a_solo_game_ends_in_hundreds_without_an_opponent() -> None:
    last = moments(1, 7)[-1]
    html = board(last, 0)
    outcome = ENGINE.outcome(last.position.state)  # type: ignore[union-attr]
    total = str(outcome.scores[0]).replace("-", "−")  # type: ignore[union-attr]
    assert (
        f">{total} points</h2>" in html.replace("\u202f", "")
        and "#solo" in html
        and "Final score" in html
    )
    assert "1st" not in html and 'class="rival' not in html and "Play again" in html
    assert "Rematch" not in html


def test_alone_there_is_nobody_to_resign_to() -> None:
    html = board(moments(1, 7)[20], 0)
    assert "The game ends at once, without a result." in html and "Resign" not in html
    assert "Offer a draw" not in html


def test_the_log_of_a_solo_game_goes_turn_by_turn() -> None:
    moment = moments(1, 8)[30]
    lines = re.findall(
        r"<li[^>]*><span>(\d+)</span><p>", board(moment, 0).split('<ol class="log"')[1]
    )
    assert len(lines) > 8 and lines[:2] == [str(int(lines[1]) + 1), lines[1]]


def test_a_board_is_small() -> None:
    sizes = [len(board(moment, 0).encode()) for moment in thinned(moments(3, 9), 1, 9)]
    assert max(sizes) < 46_000 and sum(sizes) / len(sizes) < 34_200


@pytest.mark.parametrize("seats", [2, 3])
def test_a_bot_beside_few_others_is_told_once(seats: int) -> None:
    """The sign before the name left room for one letter of it on a phone."""
    moment = moments(seats, 2)[5]
    ann, *others = moment.players
    bots = [replace(player, user_id=None, bot="club") for player in others]
    html = board(replace(moment, players=(ann, *bots)), 0)
    rivals = re.findall(r'<details class="rival.*?</summary>', html, flags=re.DOTALL)
    assert [rival.count('class="strip__bot"') for rival in rivals] == [1] * (seats - 1)
