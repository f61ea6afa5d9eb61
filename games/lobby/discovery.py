"""Link previews, robots.txt, the sitemap and the favicon."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import registry
from games.lobby import selectors
from games.registry import engines
from games.screens import share_card
from games.screens.share_card import Poster
from games.screens.suits import faces
from games.tables.http.pages import send_picture

A_DAY = "public, max-age=86400"
CARDS = ("R2", "G4", "B5", "Y7", "P8")
PAGES = ("home", "daily", "games", "archive", "watch", "players", "clubs", "events", "about")
UNLISTED = ("accounts", "next", "notices", "offline", "push", "tables", "turns")


def words() -> str:
    """Return the site's description, two sentences."""
    return _(
        "Card games with friends, live or by correspondence, against people or bots. Free, without"
        " ads, and everybody can check the shuffles."
    )


def site_picture() -> dict[str, Any]:
    """Return the facts of the site's preview picture."""
    return _picture(reverse("site_card"), _poster_of_site())


def picture_of(game: str) -> dict[str, Any]:
    """Return the facts of a game's preview picture."""
    return _picture(reverse("game_card", args=[game]), _poster(game))


def _picture(path: str, facts: Poster) -> dict[str, Any]:
    return {
        "address": settings.BASE_URL + path,
        "width": share_card.WIDTH,
        "height": share_card.HEIGHT,
        "words": facts.words,
    }


def _poster_of_site() -> Poster:
    titles = tuple(engine.title for engine in engines().values())
    return Poster("", _("Card games with friends"), titles[:4], cards=faces(CARDS))


def _poster(game: str) -> Poster:
    about, known = registry.screen(game).about, selectors.games()[game]
    rows = [_("%(players)s players") % {"players": known.players}]
    if about.minutes:
        rows.append(_("%(minutes)s min") % {"minutes": about.minutes})
    return Poster(_("Card games with friends"), known.title, tuple(rows), about.cover)


@require_safe
def site_card(request: HttpRequest) -> HttpResponse:
    """Send the site's preview picture."""
    return send_picture(request, share_card.poster(_poster_of_site()), A_DAY)


@require_safe
def game_card(request: HttpRequest, game: str) -> HttpResponse:
    """Send a game's preview picture."""
    if game not in selectors.games():
        raise Http404
    return send_picture(request, share_card.poster(_poster(game)), A_DAY)


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Send robots.txt."""
    lines = ["User-agent: *", *(f"Disallow: /{name}/" for name in UNLISTED)]
    lines.append(f"Sitemap: {settings.BASE_URL}{reverse('sitemap')}")
    return _kept(HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8"))


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    """Send the sitemap: pages of the site and its games, without tables and people."""
    paths = [reverse(name) for name in PAGES]
    for game in selectors.games():
        paths.append(reverse("game", args=[game]))
        paths += [reverse("rules_of", args=[game])] if selectors.has_rules(game) else []
        paths += [reverse("lesson", args=[game])] if game in registry.lessons() else []
        paths.append(reverse("leaderboard", args=[game]))
    pages = [settings.BASE_URL + path for path in paths]
    response = render(
        request, "lobby/sitemap.xml", {"pages": pages}, "application/xml; charset=utf-8"
    )
    return _kept(response)


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Send the icon that browsers request by default."""
    return _kept(HttpResponse(_icon(), content_type="image/x-icon"))


@cache
def _icon() -> bytes:
    return Path(str(finders.find("img/favicon.ico"))).read_bytes()


def _kept(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = A_DAY
    return response
