"""The round and the scores of a running game, known to everybody at the table."""

import pytest
from django.utils import translation

from games import registry
from games.kernel.protocol import AnyEngine
from games.screens import progress
from games.screens.progress import Progress
from tests.conformance.playing import SHIPPED, game, seeds, viewers


@seeds(3)
def test_it_is_the_same_for_every_viewer_and_fits_its_column(engine: AnyEngine, seed: int) -> None:
    played, screen = game(engine.slug, seed), registry.screen(engine.slug)
    found = set()
    for state in played.states:
        told = {screen.progress(engine.view(state, viewer)) for viewer in viewers(played.setup)}
        assert len(told) == 1
        found |= told
    assert len(found) > 1 or (found == {Progress()} and engine.slug not in SHIPPED)
    for its in found:
        assert len(its.stored()) <= 80 and progress.of(its.stored()) == its


@pytest.mark.parametrize(
    ("its", "seat", "words"),
    [
        (Progress(), 0, ""),
        (Progress(2, 3, (12, -4)), 1, "Round 2 of 3 · −4 to 12"),
        (Progress(1, 1, (3, 2)), 0, "3 to 2"),
        (Progress(4, 0, (5, 0, 8)), 2, "Hand 4 · you have 8"),
        (Progress(1, 0, (0, 0)), 1, "Hand 1"),
        (Progress(4), 0, "Hand 4"),
        (Progress(6, 0, (17,)), 0, "Hand 6"),
    ],
)
def test_ones_own_score_comes_first(its: Progress, seat: int, words: str) -> None:
    with translation.override("en"):
        assert progress.words(its.stored(), seat, "Hand %(number)s") == words
