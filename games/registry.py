"""The games that are offered: one line each, and nothing else in the project lists games."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from games.kernel.protocol import AnyEngine

GAMES = [
    "games.lost_cities",
    "games.schotten_totten",
]


@cache
def engines() -> dict[str, AnyEngine]:
    """Slug → engine. Works without Django."""
    found = [import_module(f"{game}.engine").ENGINE for game in GAMES]
    return {engine.slug: engine for engine in found}
