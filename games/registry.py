"""The games that are offered: one line each, and nothing else in the project lists games."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from games.bots.protocol import AnyBot
from games.kernel.protocol import AnyEngine

GAMES = [
    "games.lost_cities",
    "games.schotten_totten",
    "games.odin",
    "games.exhibition",
]


@cache
def engines() -> dict[str, AnyEngine]:
    """Slug → engine. Works without Django."""
    found = [import_module(f"{game}.engine").ENGINE for game in GAMES]
    return {engine.slug: engine for engine in found}


@cache
def bots() -> dict[str, AnyBot]:
    """Slug → bot, of the games that have one. Works without Django."""
    found = [import_module(f"{game}.bot").BOT for game in GAMES if find_spec(f"{game}.bot")]
    return {bot.engine.slug: bot for bot in found}
