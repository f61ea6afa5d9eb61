"""Every text of every board passes through gettext."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from games.kernel.protocol import AnyEngine, Setup
from games.registry import engines
from games.screens import share_card
from games.tables.board import log, picture, render
from games.tables.state.snapshot import Snapshot
from tests.boards import moments
from tests.conformance.playing import setups
from tests.language.pseudo import CODE, plain, untranslated

EACH = 31  # of the moments of a game, one of so many is looked at


@pytest.fixture(autouse=True)
def speaking(pseudo_language: None) -> Iterator[None]:
    with translation.override(CODE):
        yield


def some(engine: AnyEngine) -> list[Setup]:
    """Return a few ways to play a game: with the fewest and with the most seats, the first options
    and the last ones."""
    found = setups(engine)
    return [found[0], *found[1:-1][:: max(1, len(found) // 2)], found[-1]]


def looked_at(engine: AnyEngine, setup: Setup, seed: int) -> list[Snapshot]:
    """Return some moments of a random game, the first and the last among them."""
    played = moments(engine, setup, seed)
    return [*played[:3], *played[3:-1:EACH], played[-1]]


@pytest.mark.parametrize("slug", engines())
def test_boards_of_games(slug: str) -> None:
    engine, found = engines()[slug], set()
    for seed, setup in enumerate(some(engine)):
        for moment in looked_at(engine, setup, seed):
            for viewer in (None, *range(setup.seats))[:3]:
                user_id = None if viewer is None else 100 + viewer
                html = render.board(moment, user_id, alert=_("A word."))
                assert "⟦" in html
                found |= set(untranslated(html))
    assert not found


@pytest.mark.parametrize("slug", engines())
def test_looking_back(slug: str) -> None:
    engine, found = engines()[slug], set()
    played = moments(engine, setups(engine)[0], 5)
    for moment in (
        replace(played[len(played) // 2], time_control="daily"),
        played[-1],
    ):
        for ply in range(1, moment.ply + 1, EACH):
            for query in ({"ply": str(ply)}, {"ply": str(ply), "eyes": "0"}):
                html = render.moment(moment, 100, query)
                assert "⟦" in html
                found |= set(untranslated(html))
    assert not found


@pytest.mark.parametrize("slug", engines())
def test_the_log_in_words(slug: str) -> None:
    engine = engines()[slug]
    for seed, setup in enumerate(some(engine)):
        ended = moments(engine, setup, seed)[-1]
        told = [words for viewer in (None, 100) for _turn, words in log.whole(ended, viewer)]
        assert not [words for words in told if plain(words)]


@pytest.mark.parametrize("slug", engines())
def test_the_picture_of_a_game(slug: str) -> None:
    engine = engines()[slug]
    facts = picture.card(moments(engine, setups(engine)[0], 5)[-1])
    assert facts is not None
    for proved in (True, False):
        assert not untranslated(share_card.draw(facts, proved))
