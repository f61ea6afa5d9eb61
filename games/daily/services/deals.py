"""Creation of deals before their day, so that their commitments are public before play."""

from __future__ import annotations

import secrets
from datetime import date, datetime
from typing import Any

from games import registry
from games.daily.models import DAY, Deal
from games.kernel import protocol, shuffle
from games.kernel.protocol import AnyEngine, Setup


def make(*, now: datetime) -> list[Deal]:
    """Return today's deals in the order of games; create missing ones of today and tomorrow. Safe
    to run concurrently."""
    today = now.date()
    _deals_of(today + DAY, now)
    return _deals_of(today, now)


def _deals_of(day: date, now: datetime) -> list[Deal]:
    known = {deal.game: deal for deal in Deal.objects.filter(date=day)}
    return [known.get(game) or _create(day, game, now) for game in registry.engines()]


def _create(day: date, game: str, now: datetime) -> Deal:
    secret = secrets.token_bytes(shuffle.SECRET_BYTES)
    sealed = {"secret": secret, "commitment": shuffle.commitment(secret), "made_at": now}
    deal, _created = Deal.objects.get_or_create(date=day, game=game, defaults=_terms(game) | sealed)
    return deal


def _terms(game: str) -> dict[str, Any]:
    """Return the terms of a game's deals, by its screen. One opponent is the strongest bot, several
    are Club bots."""
    engine, wish = registry.engines()[game], registry.screen(game).daily
    seats = wish.seats or _fewest(engine)
    level = registry.levels(game)[-1] if seats == 2 else "club"
    setup = Setup(seats, wish.options, engine.ruleset)
    options = protocol.chosen(engine.options, setup)
    return {"ruleset": engine.ruleset, "options": options, "levels": [level] * (seats - 1)}


def _fewest(engine: AnyEngine) -> int:
    """Return two seats, or the fewest that the game allows."""
    return 2 if 2 in engine.seats else engine.seats.start
