"""The front page, and the error pages."""

from __future__ import annotations

import logging
import secrets
import sys
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.functional import Promise
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from accounts.models import User
from games import registry
from games.community.clubs import selectors as clubs
from games.community.events import selectors as events
from games.digits import number
from games.lobby import open_tables, players, public_games, selectors
from games.lobby.filters import Filters, seat_counts
from games.notices import news_items
from games.notices.push import selectors as push
from games.tables import outages
from games.tables.board import levels
from games.tables.errors import TableError

log = logging.getLogger(__name__)

CLUBS = 6  # of the reader's on the front page
EVENTS = 3
FIRST_GAMES = 3  # after them neither an account nor push is offered
WAIT = 20  # seconds after which the page for error 429 reloads
SOON = 3  # … and the page for error 503


@require_safe
@ensure_csrf_cookie
def home(request: HttpRequest) -> HttpResponse:
    """Show the front page; to htmx the open tables alone."""
    reader = request.user if request.user.is_authenticated else None
    now = timezone.now()
    mine = selectors.my_tables(reader, now) if reader else None
    listed = open_tables.listed(
        Filters.from_query(request.GET),
        now,
        mine=mine.offered if mine else (),
        page=known_page(request.GET.get("page", "")),
        reader=open_tables.Reader.of(reader.pk if reader else None),
    )
    context = {"open": listed}
    if request.htmx:  # type: ignore[attr-defined]
        response = render(request, "lobby/open_tables.html", context)
    else:
        news = {"news": news_items.unread(request.user.pk) if request.user.pk else ()}
        response = render(request, "lobby/home.html", context | _around(reader, mine) | news)
    patch_vary_headers(response, ["HX-Request"])
    response["Cache-Control"] = "no-store"
    return response


def _around(reader: User | None, mine: selectors.MyTables | None) -> dict[str, Any]:
    """Return the context around the open tables."""
    finished = public_games.finished(reader, timezone.now()) if reader else []
    return {
        "games": list(selectors.games().values()),
        "seat_counts": seat_counts(),
        "mine": mine,
        "clubs": list(clubs.of_user(reader.pk)[:CLUBS]) if reader else [],
        "events": list(events.entered(reader)[:EVENTS]) if reader else [],
        "running": public_games.to_watch(reader, timezone.now()),
        "finished": finished,
        "friends": players.friends_here(reader, timezone.now()),
        "offer": _offer(reader, len(finished)),
        "levels": levels.offered(registry.engines()),
        "lessons": frozenset(registry.lessons()),
    }


def _offer(reader: User | None, finished: int) -> str:
    """Return what to offer after the first games: "account", "push", or ""."""
    if reader is None or not 0 < finished <= FIRST_GAMES:
        return ""
    if reader.is_guest:
        return "account"
    return "" if push.targets(reader.pk) else "push"


def known_page(text: str) -> int:
    """Return a valid page number, or 1."""
    page = number(text, 4, 1)
    return page if 1 <= page <= open_tables.LAST_PAGE else 1


# --- error pages ---


def _error_page(
    request: HttpRequest,
    status: int,
    sentence: str | Promise | None = None,
    page: str | None = None,
) -> HttpResponse:
    back = _way_back(request)
    facts = {
        # htmx ignores the header of error 429
        "wait": None if request.headers.get("HX-Request") else WAIT,
        "back": back,
        "form": back if request.method == "POST" and back != "/" else "",
        "sentence": sentence,
    }
    response = render(request, page or f"{status}.html", facts, status=status)
    # htmx would put the whole page into its target.
    response["HX-Retarget"], response["HX-Reswap"] = "body", "innerHTML"
    return response


def _way_back(request: HttpRequest) -> str:
    """Return an address for GET: the page itself, or our page with the form."""
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    try:
        came_from = urlsplit(request.headers.get("Referer", ""))
        ours = (
            came_from.netloc == request.get_host()
            and came_from.path.startswith("/")
            and not came_from.path.startswith("//")
        )
    except (DisallowedHost, ValueError):  # the error page must not fail itself
        return "/"
    return came_from.path if ours else "/"


def error_400(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Show the page for a malformed request."""
    return _error_page(request, 400)


def error_403(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Show the page for a forbidden request."""
    return _error_page(request, 403, getattr(exception, "sentence", None))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Show the page for a form without its token, with a link back to the form."""
    return _error_page(request, 403, page="403_csrf.html")


def error_404(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Show the page for an unknown address, with the sentence of a TableError."""
    reason = exception.__cause__ if exception else None
    return _error_page(request, 404, reason.sentence if isinstance(reason, TableError) else None)


def error_405(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Show the page for a method that the address does not have."""
    return _error_page(request, 405)


def error_413(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Show the page for a request that is too large."""
    return _error_page(request, 413)


def error_429(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Show the page for too many requests, which reloads by a header."""
    response = _error_page(request, 429)
    response["Retry-After"] = str(WAIT)
    response["Refresh"] = f"{WAIT}; url={_way_back(request)}"
    return response


def error_500(request: HttpRequest | None = None) -> HttpResponse:
    """Show the page for a server error, or an outage of the database, without database, session and
    reader. The log has the code on the page, and the pattern of the address, which may be
    private."""
    if request is not None and outages.is_away(error := sys.exc_info()[1]):
        return _outage_page(request, error)
    code = secrets.token_hex(3)
    if request is not None:
        request.META[ERROR_ID] = code  # log_privacy writes it beside the traceback
    response = _error_500_page(request, code)
    response["Fairdeal-Error"] = code
    return response


def _error_500_page(request: HttpRequest | None, code: str) -> HttpResponse:
    match = request.resolver_match if request else None
    log.error(
        "Error 500 at %s was shown with the code %s.",
        f"/{match.route}" if match else "an unknown address",
        code,
    )
    if request is not None and _wants_a_line(request):
        return _error_line(code)
    try:
        return HttpResponseServerError(
            render_to_string("500.html", {"code": code, "site_name": settings.SITE_NAME})
        )
    except Exception:
        log.exception("Not even the page for error 500 could be made.")
        return _error_line(code)


def _wants_a_line(request: HttpRequest) -> bool:
    """Return whether the client is a script, a program or htmx, and gets a line."""
    accepts = request.headers.get("Accept", "*/*")
    return "HX-Request" in request.headers or not ("*/*" in accepts or "text/html" in accepts)


def _error_line(code: str) -> HttpResponse:
    return HttpResponseServerError(
        f"The fault is ours. If you write to us: {code}\n",
        content_type="text/plain; charset=utf-8",
    )


ERROR_ID = "fairdeal.error"  # a key of request.META
# idempotent actions
REPEATED = frozenset(("act", "undo", "resign", "draw", "abort", "sit", "stand", "start"))


def _outage_page(request: HttpRequest, error: BaseException | None) -> HttpResponse:
    """Show the page for an outage of the database, with a button that repeats an idempotent
    action."""
    full = outages.is_full(error)
    state = "cannot be written" if full else "is away"
    log.warning(
        "The database %s (%s).", state, type(error.__cause__ or error).__name__ if error else ""
    )
    if outages.passes(error):
        request.META[outages.AGAIN] = True
    name = (
        request.resolver_match.url_name if request.resolver_match else _url_name(request.path_info)
    )
    fields = (
        [(key, value) for key in request.POST for value in request.POST.getlist(key)]
        if name in REPEATED
        else []
    )
    facts = {
        "site_name": settings.SITE_NAME,
        "method": request.method,
        "path": request.get_full_path(),
        "fields": fields,
        "full": full,
    }
    html = "" if request.headers.get("HX-Request") else render_to_string("503.html", facts)
    response = HttpResponse(html, status=503)
    response["Retry-After"] = str(SOON)
    if request.method in ("GET", "HEAD"):
        response["Refresh"] = str(SOON)
    return response


def _url_name(path: str) -> str:
    """Return the URL name of a path, or ""."""
    try:
        return resolve(path).url_name or ""
    except Resolver404:
        return ""
