"""Every text of every board passes through gettext: the boards of the gallery, in the
pseudo-language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

import pytest
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from games.registry import engines
from games.screens import share_card
from games.tables.board import log, picture
from tests.gallery import pictures as gallery
from tests.kit.boards import NAMES, moments
from tests.kit.types import Patch
from tests.language.leaks import leaks
from tests.language.pseudo import CODE, plain, untranslated

pytestmark = [pytest.mark.slow, pytest.mark.no_cover]


HARD_NAMES = re.compile("|".join(re.escape(escape(name)) for name in NAMES))  # not pieces of code


@pytest.fixture(autouse=True)
def speaking(pseudo_language: None) -> Iterator[None]:
    with translation.override(CODE):
        yield


@pytest.fixture
def worded(monkeypatch: Patch) -> None:
    """Take words of the site in place of the gallery's own. Its pages stay in memory without their
    language, so none is rendered here."""
    monkeypatch.setattr(gallery, "ALERT", _("The table has moved on."))
    monkeypatch.setattr(gallery, "LONG_NAMES", NAMES)
    monkeypatch.setattr(gallery, "_page", lambda *_facts: "")


@pytest.mark.parametrize("slug", engines())
def test_boards_in_every_state(slug: str, worded: None) -> None:
    shown = gallery.pictures(engines()[slug])
    assert all("⟦" in board.html for board in shown)
    found = {
        word: board.name
        for board in shown
        for word in (*untranslated(board.html), *leaks(HARD_NAMES.sub("", board.html)))
    }
    assert not found


@pytest.mark.parametrize("slug", engines())
def test_the_log_in_words(slug: str) -> None:
    engine = engines()[slug]
    for seed, setup in enumerate(gallery.setups(engine)):
        ended = moments(engine, setup, seed)[-1]
        told = [words for viewer in (None, 100) for _turn, words in log.whole(ended, viewer)]
        assert not [words for words in told if plain(words)]


@pytest.mark.parametrize("slug", engines())
def test_the_picture_of_a_game(slug: str) -> None:
    engine = engines()[slug]
    facts = picture.card(moments(engine, gallery.setups(engine)[0], 5)[-1])
    assert facts is not None
    for proved in (True, False):
        assert not untranslated(share_card.draw(facts, proved))
