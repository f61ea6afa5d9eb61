"""The games whose introduction was dismissed on this device. A cookie of its own keeps them, so
they stay dismissed whoever signs in."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.registry import engines

COOKIE = f"{settings.COOKIE_PREFIX}known"
A_YEAR = 60 * 60 * 24 * 365


def games(request: HttpRequest) -> frozenset[str]:
    """Return the slugs of the games. They come from outside: only compare them."""
    return frozenset(request.COOKIES.get(COOKIE, "").split("."))


def put_away(request: HttpRequest, response: HttpResponse, game: str) -> None:
    """Remember on the device that the introduction to a game was dismissed."""
    known = sorted(slug for slug in {*games(request), game} if slug in engines())
    response.set_cookie(
        COOKIE, ".".join(known), A_YEAR, secure=settings.HTTPS, httponly=True, samesite="Lax"
    )
