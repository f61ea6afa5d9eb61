"""docs/building/adding-a-game.md names every part of the contracts."""

from dataclasses import fields

from config.setup import newgame
from games.screens.contract import About, Screen
from tests.kit.environment import ROOT

PAGE = (ROOT / "docs" / "building" / "adding-a-game.md").read_text()


def test_every_field_of_a_screen_is_told() -> None:
    names = [each.name for contract in (Screen, About) for each in fields(contract)]
    assert [name for name in names if f"`{name}`" not in PAGE] == []


def test_every_kind_of_file_that_is_generated_is_told() -> None:
    files = newgame.files(newgame.plan("slug", "2", 10, "french"))
    places = [name.removeprefix("games/slug/").replace("slug", "<slug>") for name in files]
    told = [place for place in places if "/" in place and not place.startswith("tests")]
    pieces = {"jinja2/<slug>/cards.html", "jinja2/<slug>/result.html"}
    assert [place for place in told if place not in pieces and f"`{place}`" not in PAGE] == []
