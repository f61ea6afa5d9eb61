"""The leaderboards and the profiles."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from accounts import names, task_messages
from accounts.models import User
from accounts.selectors import former_owner
from games.community.people import selectors as people
from games.digits import number
from games.ratings import (
    chart,
    eligibility,
    finish_rate,
    opponents,
    profiles,
    ranks,
    records,
    seasons,
    selectors,
    words,
)
from games.ratings.models import ALL_TIME, Ladder
from games.ratings.ranks import Ranking
from games.ratings.rating import KNOWN, RANKED_FROM
from games.registry import engines
from games.screens import titles
from games.tables.live import presence

KEEP = "games.ratings.tasks.keep_record"
EVER = "all"  # "all time" in a query


@require_safe
def leaderboards(request: HttpRequest) -> HttpResponse:
    """Redirect to the first game with a ladder."""
    game = next((slug for slug, engine in engines().items() if selectors.ladders(engine)), None)
    if game is None:
        raise Http404
    return redirect("leaderboard", game)


@require_safe
def leaderboard(request: HttpRequest, game: str) -> HttpResponse:
    """Show one page of a ranking; `?find=me` redirects to the reader's."""
    now = timezone.now()
    ranking = _ranking(request, game)
    reader = request.user if request.user.is_authenticated and not request.user.is_guest else None
    ranked = ranks.of(ranking, now)
    own = selectors.reader_of(ranking, ranked, reader, now) if reader else None
    if "find" in request.GET and own and own.rank:
        return redirect(
            _address(ranking, selectors.page_of(ranking, ranked, own.rating, now)) + "#me"
        )
    page = selectors.page(ranking, ranked, number(request.GET.get("page", ""), 8, 1), reader, now)
    return render(
        request, "ratings/leaderboard.html", _leaderboard(ranking, page, reader, own, now)
    )


def _ranking(request: HttpRequest, game: str) -> Ranking:
    """Return the requested ranking; of an unknown ladder the game's first. Raises Http404."""
    engine = engines().get(game)
    found = selectors.ladders(engine) if engine else []
    if not found:
        raise Http404
    ladder, season = request.GET.get("ladder", ""), request.GET.get("season", EVER)
    if season != EVER and not seasons.known(season):
        raise Http404
    return Ranking(
        game, ladder if ladder in found else found[0], ALL_TIME if season == EVER else season
    )


def _address(ranking: Ranking, page: int = 1, **more: str) -> str:
    query = (
        {"ladder": ranking.ladder, "season": ranking.season or EVER}
        | ({"page": str(page)} if page > 1 else {})
        | more
    )
    return f"{reverse('leaderboard', args=[ranking.game])}?{urlencode(query)}"


def _leaderboard(
    ranking: Ranking,
    page: selectors.Page,
    reader: User | None,
    own: selectors.Reader | None,
    now: datetime,
) -> dict[str, Any]:
    bar = eligibility.obstacles(reader, now) if reader and own and not own.rating.eligible else None
    scale = chart.scale((row.value, row.deviation) for row in page.rows) if page.rows else None
    return {
        "title": engines()[ranking.game].title,
        "ranking": ranking,
        "page": page,
        "rows": _rows(page, scale) if scale else "",
        "scale": scale,
        "reader": reader,
        "rank_from": RANKED_FROM,
        "known": KNOWN,
        "own": own,
        "bar": bar,
        "guarded": eligibility.guarded(),
        "find": _address(ranking, find="me"),
        **_choices(ranking),
        "facts": _facts(ranking, page, own, now),
        **_seasons(ranking, now),
        **_page_links(ranking, page),
    }


def _choices(ranking: Ranking) -> dict[str, list[tuple[str, bool, str]]]:
    """Return the links to games and ladders: words, whether current, URL."""
    found = {slug: selectors.ladders(engine) for slug, engine in engines().items()}
    games = [
        (
            titles.short(engines()[slug].title),
            slug == ranking.game,
            _address(Ranking(slug, ladders[0], ranking.season)),
        )
        for slug, ladders in found.items()
        if ladders
    ]
    ladders = [
        (
            words.LADDERS[ladder](),
            ladder == ranking.ladder,
            _address(Ranking(ranking.game, ladder, ranking.season)),
        )
        for ladder in found[ranking.game]
    ]
    return {"games": games, "ladders": ladders}


def _rows(page: selectors.Page, scale: chart.Scale) -> SafeString:
    rows = [(row, chart.bar(scale, row.value, row.deviation)) for row in page.rows]
    # its arguments are escaped
    return mark_safe(render_to_string("ratings/rows.html", {"rows": rows}, using="jinja2"))


def _seasons(ranking: Ranking, now: datetime) -> dict[str, Any]:
    current = seasons.name(now)
    known = sorted(
        {*selectors.seasons(ranking.game, ranking.ladder), current, ranking.season} - {ALL_TIME},
        reverse=True,
    )
    links = [
        (
            seasons.label(season),
            season == ranking.season,
            _address(Ranking(ranking.game, ranking.ladder, season)),
        )
        for season in (ALL_TIME, *known)
    ]
    running = ranking.season == current
    return {
        "seasons": links,
        "season": seasons.label(ranking.season),
        "ends": seasons.last_day(current) if running else None,
    }


def _page_links(ranking: Ranking, page: selectors.Page) -> dict[str, str]:
    """Return the URLs of neighbouring pages, or ""."""
    here, last = page.number, page.last
    return {
        "first": _address(ranking) if here > 2 else "",
        "before": _address(ranking, here - 1) if here > 1 else "",
        "after": _address(ranking, here + 1) if here < last else "",
        "last": _address(ranking, last) if here < last - 1 else "",
    }


def _facts(
    ranking: Ranking, page: selectors.Page, own: selectors.Reader | None, now: datetime
) -> dict[str, Any] | None:
    """Return the facts below a short list, unless it is of a past season."""
    if (
        not page.total
        or page.total >= selectors.FEW
        or ranking.season not in (ALL_TIME, seasons.name(now))
    ):
        return None
    step = selectors.biggest_step(ranking, now)
    return {
        "step": step,
        "games": selectors.recent_games(ranking, now),
        "own": own if own and own.rank and own.behind else None,
    }


@require_safe
def own_profile(request: HttpRequest) -> HttpResponse:
    """Redirect a user to their profile, others home."""
    return (
        redirect("profile", request.user.username)
        if request.user.is_authenticated
        else redirect("home")
    )


@require_safe
def profile(request: HttpRequest, username: str) -> HttpResponse:
    """Show a profile."""
    user = profiles.find(username) or former_owner(username)
    if user is None:
        raise Http404
    if user.username != username:
        return redirect(
            "profile", user.username, permanent=user.username.lower() == username.lower()
        )
    reader = request.user if request.user.is_authenticated else None
    facts = _profile(request, user, reader)
    facts["words"] = " ".join(render_to_string("ratings/summary.html", facts).split())
    return render(request, "ratings/profile.html", facts)


def _profile(request: HttpRequest, user: User, reader: User | None) -> dict[str, Any]:
    now = timezone.now()
    results = [] if user.is_guest else profiles.results(user, now)
    chosen = profiles.select(results, request.GET.get("game", ""), request.GET.get("ladder", ""))
    running, ended = profiles.tables(user, reader)
    counts = profiles.counts(user, reader, now)
    if counts["new"] > records.ENOUGH:
        task_messages.send(KEEP, user.pk)
    reader_id = reader.pk if reader else None
    return _head_to_head(user, reader) | {
        "person": user,
        "letter": names.letter(user.name),
        "you": reader == user,
        "games_ended": counts["games_ended"],
        "walkouts": counts["walkouts"],
        "clubs": profiles.clubs_of(user.pk, reader),
        "titles": profiles.titles_of(user.pk, reader),
        "finishes": finish_rate.percent(user.pk, now),
        "results": results,
        "chosen": chosen,
        "ladder": words.LADDERS[Ladder(chosen.rating.ladder)]() if chosen else "",
        "tabs": _tabs(user, results, chosen),
        "chart": profiles.history(chosen.rating) if chosen else None,
        "running": [
            (played, words.turn(played, reader_id), words.left(played.table.flag_at, now))
            for played in running
        ],
        "solo": [(played, words.result(played)) for played in profiles.solo(user, reader)],
        "opponents": opponents.opponents(user, reader),
        "ended": [
            (played, words.result(played), _change(played), words.counted(played))
            for played in ended
        ],
        "bar": eligibility.obstacles(user, now)
        if reader == user and not user.is_guest and results
        else None,
    }


def _head_to_head(user: User, reader: User | None) -> dict[str, Any]:
    """Return score and ties of reader and user; nothing if they are one, or one is a guest."""
    if reader is None or reader.is_guest or user.is_guest or reader == user:
        return {}
    ties = people.ties(reader.pk, user.pk)
    shown = ties.follows and people.visible(reader.pk, [user.pk])
    return {
        "ties": ties,
        "met": opponents.between(reader, user),
        "report": people.report(user.username),
        "here_now": bool(shown and presence.online([user.pk])),
    }


def _change(played: profiles.PlayerTable) -> str:
    return "" if played.change is None else words.change(played.change)


def _tabs(
    user: User, results: list[profiles.Result], chosen: profiles.Result | None
) -> list[tuple[str, bool, str]]:
    """Return a tab for each rating: words (with the ladder if there are several of a game), whether
    current, URL."""
    address = reverse("profile", args=[user.username])
    games = [result.rating.game for result in results]
    tabs = []
    for result in results:
        rating = result.rating
        more = (
            f" · {words.LADDERS[Ladder(rating.ladder)]()}" if games.count(rating.game) > 1 else ""
        )
        query = urlencode({"game": rating.game, "ladder": rating.ladder})
        tabs.append((result.title + more, result is chosen, f"{address}?{query}"))
    return tabs
