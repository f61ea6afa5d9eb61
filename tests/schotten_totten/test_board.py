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
from games.schotten_totten.engine import ENGINE
from games.schotten_totten.view import why
from games.tables.state.snapshot import Snapshot
from tests.kit import boards
from tests.kit.boards import PLAYERS, board, check, thinned


@cache
def moments(tactics: str, expert: str, rounds: str, seed: int) -> list[Snapshot]:
    """Return a random game in which every player claims as soon as possible."""

    def choose(rng: Random, codes: list[str]) -> str:
        return rng.choice([code for code in codes if code[:5] == "claim"] or codes)

    return boards.moments(
        ENGINE, Setup(2, {"rounds": rounds, "tactics": tactics, "expert": expert}), seed, choose
    )


@pytest.mark.parametrize(
    ("tactics", "expert", "rounds", "seed"),
    [("off", "off", "2", 1), ("on", "off", "1", 2), ("on", "on", "2", 3)],
)
def test_every_legal_code_is_one_button_and_every_place_presses_one(
    tactics: str, expert: str, rounds: str, seed: int
) -> None:
    for moment in thinned(moments(tactics, expert, rounds, seed), 1, 4):
        for viewer in (0, 1, None):
            check(moment, viewer)


def test_both_sides_show_every_open_card_and_no_other() -> None:
    for moment in moments("on", "off", "1", 4)[3::9]:
        assert moment.position is not None
        view = ENGINE.view(moment.position.state, None)
        laid = [name for stone in view.stones for side in stone.sides for name in side.cards]
        assert Counter(re.findall(r'data-card="(\w+)"', board(moment, None))) == Counter(laid)
        hand = ENGINE.view(moment.position.state, 0).hand
        assert Counter(re.findall(r'data-card="(\w+)"', board(moment, 0))) == Counter(
            [*laid, *hand]
        )


def test_the_end_shows_places_and_scores_and_the_way_to_the_proof() -> None:
    last = moments("off", "off", "3", 5)[-1]
    html = board(last, 0)
    scores = ENGINE.outcome(last.position.state).scores  # type: ignore[union-attr]
    assert f'data-scores="{scores[0]} {scores[1]}"' in html and 'data-status="ended"' in html
    assert "Round 3: " in html, "how the last round ended does not say how the match did"
    assert "/t/k3x9/fair/" in html and "Round 3</th>" in html and 'name="code"' not in html
    resigned = replace(
        last,
        ended_by="resign",
        players=(replace(PLAYERS[0], place=2), replace(PLAYERS[1], place=1)),
    )
    html = board(resigned, None)
    assert 'data-places="2 1"' in html and "data-scores" not in html
    assert "Ann &lt;b&gt; resigned." in html


def test_a_claim_that_is_not_proved_is_answered_with_cards_that_nobody_has_seen() -> None:
    for moment in thinned(moments("off", "off", "1", 6), 0, 1):
        assert moment.position is not None
        html = board(moment, 0)
        view = ENGINE.view(moment.position.state, None)
        proofs = (
            {number: why(view, number - 1, 0) for number in range(1, 10)}
            if view.turn is not None
            else {}
        )
        asked = {int(number) for number in re.findall(r'id="proof-(\d)"', html)}
        assert asked == {number for number, proof in proofs.items() if proof}
        for number in asked:
            sheet = html.split(f'id="case-{number}"')[1].split("</section>")[0]
            proof = proofs[number]
            assert proof and ("You cannot claim" in sheet) != proof.proved
            assert sheet.count("is-unseen") == len(proof.cards)


def test_the_newest_turn_is_marked_whatever_was_done_and_whatever_one_holds() -> None:
    """A card where it lies now; else the stone: claims, modes, cards that a ruse discarded."""
    marked = {"card": 0, "pebble": 0, "beside a ruse": 0}
    for seed in (2, 3, 9):
        for moment in thinned(moments("on", "off", "1", seed), 3, 1):
            codes = [code for code in moment.runs[-1].codes if moment.runs[-1].seat is not None]
            html = board(moment, 0)
            table = html.split('id="middle"')[1].split('id="bar"')[0].split('id="result"')[0]
            laid = [code for code in codes if re.search(r"^(play|traitor|strategist) .+>\d", code)]
            cards = [code for code in laid if "blind" not in code and "mud" not in code]
            stones = [code for code in codes if code[:5] == "claim"] + [
                code
                for code in codes
                if code.startswith(("play blind", "play mud", "banshee")) or code.endswith(">out")
            ]
            assert table.count('class="card is-moved"') == bool(cards), codes
            assert (" is-moved" in "".join(re.findall(r'class="pebble[^"]*"', table))) == bool(
                stones
            ), codes
            marked["card"] += bool(cards)
            marked["pebble"] += bool(stones)
            marked["beside a ruse"] += bool(cards) and "data-aim" in html
    assert all(marked.values()), marked


def test_a_tap_on_a_tactics_card_tells_what_it_does_also_while_a_ruse_is_held() -> None:
    told = 0
    for moment in thinned(moments("on", "off", "1", 2)[:-1], 5, 1):
        html = board(moment, 0)
        table = html.split('id="middle"')[1].split('id="bar"')[0]
        for card in re.findall(r'<li class="card[^"]*"\s+data-tactic="(\w+)"', table):
            told += "data-aim" in table
            assert f'for="about-{card}"' in table
    assert told


def test_the_count_of_tactics_cards_has_its_word() -> None:
    for tactics, words in (("on", 2), ("off", 0)):
        newest = moments(tactics, "off", "1", 1)[3]
        assert board(newest, 0).count('<span class="strip__word">tactics</span>') == words


def test_a_board_is_small() -> None:
    basic, tactics = [
        [
            len(board(moment, viewer).encode())
            for moment in thinned(moments(with_tactics, "off", "1", seed), 1, 7)
            for viewer in (0, 1)
        ]
        for with_tactics, seed in (("off", 7), ("on", 8))
    ]
    assert max(basic) < 45_000 and sum(basic) / len(basic) < 28_400
    assert max(tactics) < 90_000 and sum(tactics) / len(tactics) < 35_900
