"""The board as HTML, for two to six: every legal code is one button, everything public is to be
seen, and nothing else."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from games.kernel import replay
from games.kernel.protocol import Setup
from games.odin.engine import ENGINE
from games.tables.board import render
from games.tables.state.snapshot import Snapshot
from tests.kit import boards
from tests.kit.boards import PLAYERS, board, cards, check, thinned


@cache
def moments(seats: int, seed: int, target: str = "10") -> list[Snapshot]:
    """Return a random game in which players mostly play if they can."""

    def choose(rng: Random, codes: list[str]) -> str:
        return rng.choice(codes[:-1] or codes) if rng.random() < 0.7 else codes[-1]

    return boards.moments(ENGINE, Setup(seats, {"target": target}), seed, choose)


@pytest.mark.parametrize("seats", ENGINE.seats)
def test_every_legal_code_is_one_button_and_nothing_else(seats: int) -> None:
    for moment in thinned(moments(seats, seed=seats), 1, 23):
        for viewer in (0, seats - 1, None):
            check(moment, viewer)


def test_everything_public_is_to_be_seen_and_one_s_own_hand() -> None:
    for moment in moments(4, seed=4)[2::13]:
        assert moment.position is not None
        public = ENGINE.view(moment.position.state, None)
        table = [*(public.plays[-1].cards if public.plays else ()), *public.beaten]
        taken = [name for seat in range(4) for name in public.taken[seat]]
        # somebody looking on sits behind the first seat, where no hand lies
        first = public.order[0]
        assert cards(board(moment, None)) == Counter(
            [*table, *(name for seat in range(4) if seat != first for name in public.taken[seat])]
        )
        own = ENGINE.view(moment.position.state, 2).hand
        seen = cards(board(moment, 2))
        assert seen == Counter(
            [*table, *own, *(name for name in taken if name not in public.taken[2])]
        )


def test_cards_can_be_ticked_before_the_turn_and_played_only_then() -> None:
    """Players who wait may tick cards, but have no button to play them."""
    for moment in moments(3, seed=9)[2::19]:
        for viewer in (0, 1, 2):
            html = board(moment, viewer)
            legal = bool(re.search(r'<button name="code" value="play ', html))
            assert ('id="play"' in html) == legal
            if moment.status == "running" and 'value="take ' not in html:
                hand = ENGINE.view(moment.position.state, viewer).hand  # type: ignore[union-attr]
                assert re.findall(
                    r'<input type="checkbox" name="card" value="(\w+)"', html
                ) == list(hand)


def test_the_choice_has_its_sentences_from_the_server() -> None:
    for moment in moments(3, seed=9)[2:40:9]:
        html = board(moment, 0)
        if 'id="choice"' in html:
            for verdict in (
                "beats",
                "leads",
                "whole",
                "mixed",
                "low",
                "few",
                "many",
                "single",
                "would",
                "none",
                "part",
            ):
                assert f'data-{verdict}="' in html


def test_the_end_shows_places_scores_and_who_shares_the_win() -> None:
    last = moments(4, seed=5)[-1]
    html = board(last, 0)
    outcome = ENGINE.outcome(last.position.state)  # type: ignore[union-attr]
    assert outcome is not None
    assert f'data-scores="{" ".join(map(str, outcome.scores))}"' in html
    assert f'data-places="{" ".join(map(str, outcome.places))}"' in html
    assert "/t/k3x9/fair/" in html and 'name="code"' not in html
    shared = replace(
        last,
        players=tuple(
            [replace(player, place=1 if player.number < 2 else 3) for player in last.players]
        ),
    )
    assert "Ann &lt;b&gt; and Ben %(card)s share the win" in board(shared, 3)


def test_other_ends_say_so() -> None:
    last = moments(3, seed=6)[-1]
    players = tuple([replace(player, score=None, place=None) for player in PLAYERS[:3]])
    assert "Called off" in board(replace(last, ended_by="abort", players=players), 0)
    drawn = tuple([replace(player, place=1) for player in players])
    assert "A draw" in board(replace(last, ended_by="draw", players=drawn), 1)


def test_nobody_leads_at_a_table_that_was_left() -> None:
    begun = next(one for one in moments(3, seed=6) if "leads</h2>" in board(one, None))
    assert "leads</h2>" not in board(replace(begun, status="ended", ended_by="resign"), None)


def test_a_moment_with_all_cards_open_shows_every_hand() -> None:
    last = moments(6, seed=7)[-1]
    ply = len(last.log) // 2
    html = render.moment(last, None, {"ply": str(ply), "eyes": "all"})
    view = [ENGINE.view(last.until(ply).position.state, seat) for seat in range(6)]  # type: ignore[union-attr]
    seen = cards(html)
    assert all(seen[name] == 1 for seat in range(6) for name in view[seat].hand)


def test_a_board_is_small() -> None:
    sizes = [
        len(board(moment, viewer).encode())
        for moment in moments(6, seed=8)[1::29]
        for viewer in (0, 1)
    ]
    assert max(sizes) < 40_000 and sum(sizes) / len(sizes) < 28_000


def test_what_was_played_since_one_s_turn_leads_to_its_cards() -> None:
    found = 0
    for moment in moments(3, seed=9):
        codes = [logged.entry.code for logged in moment.log[-2:]]
        if moment.status != "running" or not codes[-1].startswith("take "):
            continue
        mover = min(ENGINE.to_act(moment.position.state))  # type: ignore[union-attr]
        seen = f'data-shows="{codes[0]} {codes[1]} "'
        found += seen in board(moment, mover)
        assert seen not in board(moment, None)
    assert found > 3


def test_whoever_leads_again_reads_that_the_others_passed() -> None:
    for moment in moments(3, seed=9)[:60]:
        view = ENGINE.view(moment.position.state, None)  # type: ignore[union-attr]
        again = moment.log[-1].entry.code == "pass" and view.step == "lead"
        assert ("All the others passed." in board(moment, view.turn)) == again
        assert "All the others passed." not in board(moment, None)


@pytest.mark.parametrize(("seats", "numbers"), [(2, []), (3, ["1", "2", "3"])])
def test_three_seats_and_more_are_numbered(seats: int, numbers: list[str]) -> None:
    for viewer in (1, None):
        html = board(moments(seats, seed=2)[5], viewer)
        assert sorted(re.findall(r'aria-label="seat (\d)"', html)) == numbers


def test_whoever_can_only_pass_reads_it_and_finds_one_loud_button() -> None:
    html = board(next(filter(_only_passes, moments(3, 4))), 0)
    assert "You cannot beat" in html and "You could play" not in html
    assert re.search(r'button--loud"\s+for="do-pass"', html) and 'id="play"' not in html


def _only_passes(moment: Snapshot) -> bool:
    """Return whether the first seat can pass and do nothing else."""
    assert moment.position is not None
    return list(replay.codes(ENGINE, moment.position.state, 0)) == ["pass"]
