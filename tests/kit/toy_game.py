"""The toy game of the kernel's tests, for three players, as a game of the site."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import pytest

from tests.kernel.toy import ENGINE
from tests.kit.environment import ROOT

FOLDER = ROOT / "tests" / "fifth_game" / "game"


@pytest.fixture
def toy_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the toy game for one test. A real game is a folder: see tests/fifth_game."""
    from django.contrib.staticfiles.storage import staticfiles_storage
    from django.template import engines as template_engines

    from games.registry import Game, engines, games
    from games.screens.contract import Screen

    package = ModuleType("games.toy")
    package.__path__ = [str(FOLDER)]
    monkeypatch.setitem(sys.modules, "games.toy", package)
    monkeypatch.setitem(engines(), "toy", ENGINE)
    monkeypatch.setitem(games(), "toy", Game(ENGINE, Screen()))
    jinja: Any = template_engines["jinja2"]
    loader = jinja.env.loader
    monkeypatch.setattr(loader, "searchpath", [*loader.searchpath, str(FOLDER / "jinja2")])
    storage: Any = staticfiles_storage
    for file in (FOLDER / "static").rglob("*.*"):
        name = file.relative_to(FOLDER / "static").as_posix()
        monkeypatch.setitem(storage.hashed_files, name, name)
