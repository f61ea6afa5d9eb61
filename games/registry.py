"""The games of the site, one line each. Only this module imports games."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from games.bots import protocol
from games.bots.protocol import AnyBot, Level
from games.kernel.protocol import AnyEngine

if TYPE_CHECKING:  # screens need Django; engines and bots run without it
    from games.screens.contract import AnyScreen
    from games.screens.lessons import Lesson

GAMES = [
    "games.lost_cities",
    "games.schotten_totten",
    "games.odin",
    "games.exhibition",
]


@dataclass(frozen=True, slots=True)
class Game:
    """The engine and the screen of a game."""

    engine: AnyEngine
    screen: AnyScreen


@cache
def engines() -> dict[str, AnyEngine]:
    """Return slug → engine. Works without Django."""
    return {engine.slug: engine for engine in map(_engine, GAMES)}


@cache
def bots() -> dict[str, AnyBot]:
    """Return slug → bot, for games with one. Works without Django."""
    found = [bot for game in GAMES if (bot := _optional(game, "bot", "BOT"))]
    return {bot.engine.slug: bot for bot in found}


def levels(slug: str) -> tuple[Level, ...]:
    """Return the levels of a game's bots, weakest first."""
    return protocol.levels(bots().get(slug))


@cache
def games() -> dict[str, Game]:
    """Return slug → game. One without a screen gets the defaults."""
    from games.screens.contract import Screen

    found = [Game(_engine(game), _optional(game, "screen", "SCREEN") or Screen()) for game in GAMES]
    return {game.engine.slug: game for game in found}


def screen(slug: str) -> AnyScreen:
    """Return the screen of a game."""
    return games()[slug].screen


@cache
def lessons() -> dict[str, Lesson]:
    """Return slug → lesson, for games with one."""
    found = {game: _optional(game, "lesson", "LESSON") for game in GAMES}
    return {_engine(game).slug: lesson for game, lesson in found.items() if lesson}


def _engine(game: str) -> AnyEngine:
    engine: AnyEngine = import_module(f"{game}.engine").ENGINE
    return engine


def _optional(game: str, module: str, name: str) -> Any:
    """Return a value of a game's module, or None without that module."""
    found = find_spec(f"{game}.{module}")
    return getattr(import_module(f"{game}.{module}"), name) if found else None
