"""Pages of a table: its board, a past moment, its log, transcript, picture and proof."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.functional import Promise
from django.utils.safestring import mark_safe
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_safe

from accounts.metering import metered
from games import registry
from games.digits import number
from games.epoch import milliseconds
from games.screens import share_card
from games.tables import access, services
from games.tables.board import moments, presenter
from games.tables.errors import NoSuchTable, TableError
from games.tables.http import dismissed_intros, friends_online
from games.tables.http.request import Request
from games.tables.live import presence
from games.tables.proof import fairness, receipts
from games.tables.selectors import has_played
from games.tables.state.public import PublicSeat, PublicTable

PLAIN_TEXT = "text/plain; charset=utf-8"
CARDS = 12  # that a request may name
A_DAY, A_MINUTE = "max-age=86400", "max-age=60"


@require_safe
@ensure_csrf_cookie
def table(request: Request, table_id: str) -> HttpResponse:
    """Show the table, or with `?ply=N` a past moment of it from the viewpoint `&eyes=`. For htmx
    the answer is the board alone, or 204 if the page has this `?version=` already."""
    if "ply" in request.GET:
        return _moment(request, table_id)
    user_id = request.user.pk
    found = find(table_id, user_id=user_id)
    if found.seat(user_id) is not None:
        presence.record_looking(found.id, user_id)
    if user_id is not None and not request.htmx:
        presence.record_opened(found.id, user_id)
        services.report_opened(found.id, user_id, timezone.now())
    if request.htmx and request.GET.get("version") == str(found.version):
        return _dated(HttpResponse(status=204))
    return show(request, found, user_id)


@metered
def _moment(request: Request, table_id: str) -> HttpResponse:
    found = find(table_id, presenter.glance, request.user.pk)
    try:
        board = presenter.moment(found, request.user.pk, request.GET)
    except TableError as error:
        raise Http404(error.sentence) from error
    return _answer(request, found, board, "tables/replay.html")


@require_safe
def away(request: Request, table_id: str) -> HttpResponse:
    """Send the numbers of the seats whose players are not looking at a running table; none by
    correspondence, where that is normal."""
    gone = _away(find(table_id, presenter.glance, request.user.pk))
    response = JsonResponse({"seats": [seat.number for seat in gone]})
    response["Cache-Control"] = "no-store"
    return response


@require_safe
@metered
def lens(request: Request, table_id: str) -> HttpResponse:
    """Show the lens on the cards `?card=` to the player who may play them."""
    found = find(table_id, user_id=request.user.pk)
    shown = presenter.lens(found, request.user.pk, request.GET.getlist("card")[:CARDS])
    if not shown:
        raise Http404
    response = HttpResponse(shown)
    response["Cache-Control"] = "no-store"
    return response


def _marks_away(found: PublicTable) -> bool:
    return found.status == "running" and found.control.kind != "correspondence"


def _away(found: PublicTable) -> list[PublicSeat]:
    people = {seat.user_id: seat for seat in found.seats if seat.user_id is not None}
    gone = presence.not_looking(found.id, list(people)) if _marks_away(found) else []
    return [people[user_id] for user_id in gone]


@require_safe
@metered
def log(request: Request, table_id: str) -> HttpResponse:
    """Show a page of the log in words, oldest turn first: `?page=N`. By default it is the first
    page of a game that has ended, and the newest of one that runs."""
    found = find(table_id, presenter.glance, request.user.pk)
    number = _page(request.GET.get("page", "1" if found.status == "ended" else ""))
    page_and_turns = presenter.log_page(found, request.user.pk, number)
    if page_and_turns is None:
        raise Http404
    page, turns = page_and_turns
    facts = {
        "table": found,
        "page": page,
        "turns": turns,
        "replayable": moments.possible(found),
        "sealed": found.is_sealed(timezone.now()),
    }
    return render(request, "tables/log.html", facts)


def _page(text: str) -> int | None:
    """Return the number of a page; None if none is asked for, and 0, which no page has, for other
    text."""
    if not text:
        return None
    return number(text, 6, 0)


@require_GET
@metered
def transcript(request: Request, table_id: str) -> HttpResponse:
    """Send the transcript as text, after the end of the game, when every card may be known."""
    found = find(table_id, presenter.glance, request.user.pk)
    if found.status != "ended" or not found.begun or found.is_sealed(timezone.now()):
        raise Http404
    return HttpResponse(fairness.transcript(found.id), content_type=PLAIN_TEXT)


@require_safe
@metered
def card(request: Request, table_id: str) -> HttpResponse:
    """Send the picture of a game that has ended, or of a table that waits, for links. The picture
    of a private table is open to all who have its link."""
    found = find(table_id, presenter.glance, request.user.pk)
    if found.is_sealed(timezone.now()):
        raise Http404
    invitation = presenter.invitation(found)
    drawing = share_card.poster(invitation) if invitation else _result(found)
    kept = A_MINUTE if invitation else A_DAY
    return send_picture(request, drawing, f"{'private' if found.private else 'public'}, {kept}")


def _result(found: PublicTable) -> str:
    facts = presenter.card(found)
    if facts is None:
        raise Http404
    return share_card.draw(facts, bool(fairness.proof(found.id).ok))


def send_picture(request: HttpRequest, drawing: str, kept: str) -> HttpResponse:
    """Answer with a drawing as PNG, or 304."""
    picture, tag = share_card.png(drawing)
    response = HttpResponse(picture, content_type="image/png")
    response["Cache-Control"] = kept
    response["ETag"] = f'"{tag}"'
    return get_conditional_response(request, etag=response["ETag"], response=response) or response


@require_safe
@metered
def fair(request: Request, table_id: str) -> HttpResponse:
    """Show the commitment and, after the end, whether every deal follows from the secret; the chain
    of hashes, and with `?receipt=` the entry that a receipt is for."""
    found = find(table_id, presenter.glance, request.user.pk)
    asked = request.GET.get("receipt", "").strip()[:200]
    row = access.find(table_id)
    facts = {
        "chain": receipts.chain(row),
        "shown": receipts.SHOWN,
        "check": receipts.check(row, asked) if asked else None,
        "table": found,
        "proof": fairness.proof(found.id),
        "suits": registry.screen(found.game).suits,
    }
    return render(request, "tables/fair.html", facts)


@require_GET
@metered
def fair_json(request: Request, table_id: str) -> HttpResponse:
    """Send the proof of the deals for the stand-alone script."""
    proof = fairness.proof(find(table_id, presenter.glance, request.user.pk).id)
    if not proof.opened:
        raise Http404
    facts = proof.as_json() | {"log": receipts.as_json(access.find(table_id))}
    return JsonResponse(facts, json_dumps_params={"indent": 1})


def find(
    table_id: str,
    look: Callable[[str, int | None], PublicTable] = presenter.look,
    user_id: int | None = None,
) -> PublicTable:
    """Return the table; if a player's time is up, the flag falls first. Raises Http404, also for a
    sealed table of others: without a `user_id` a stranger asks."""
    try:
        found = look(table_id, user_id)
        now = timezone.now()
        if found.is_flag_due(now):
            services.flag(table_id=table_id, now=now)
            found = look(table_id, user_id)
    except NoSuchTable as error:
        raise Http404(error.sentence) from error
    return found


def show(
    request: Request,
    found: PublicTable,
    user_id: int | None,
    *,
    alert: str | Promise | None = None,
    status: int = 200,
) -> HttpResponse:
    """Answer with the table's board for this user: in its page, or alone for htmx. A page that says
    which version it has gets the regions that have changed since."""
    if request.htmx:
        base = number(request.headers.get("Fairdeal-Version", ""), 9, None)
        if base is not None and alert is None:
            board = presenter.answer(found, user_id, base)
        else:
            board = presenter.board(found, user_id, alert=alert)
    else:
        with timezone.override(_zone(request)):
            board = presenter.board(found, user_id, alert=alert, now=timezone.now())
        board = presenter.with_plans(board, found, user_id)
    return _answer(request, found, board, "tables/table.html", status)


def pushed(found: PublicTable) -> HttpResponse:
    """Answer with the table's version only: its board comes by the page's socket."""
    response = HttpResponse(status=204)
    response["Fairdeal-Version"] = str(found.version)
    response["Cache-Control"] = "no-store"
    return _dated(response)


def _zone(request: Request) -> ZoneInfo | None:
    """Return the reader's time zone if the account or its mails have one; None otherwise. A browser
    with JavaScript uses its own zone unless the account has one."""
    try:
        name = request.user.zone or request.user.mail_zone
        return ZoneInfo(name) if name else None
    except (AttributeError, ValueError, ZoneInfoNotFoundError):
        return None


def _answer(
    request: Request, found: PublicTable, board: str, page: str, status: int = 200
) -> HttpResponse:
    if request.htmx:
        response = HttpResponse(board, status=status)
    else:
        screen = registry.screen(found.game)
        facts = {
            "table": found,
            "now": milliseconds(timezone.now()),
            "board": mark_safe(board),
            **_told(found),
            "bot_thinks": found.bot_thinks or presenter.awaits_hint(found, request.user.pk),
            "marks_away": _marks_away(found),
            "gone": [seat.name for seat in _away(found) if seat.user_id != request.user.pk],
            "styles": screen.styles,
            "script": screen.script,
            "scenes": screen.scene,
            "talks": getattr(request.user, "talks", True) and not found.silent,
            "lens": screen.lens is not None and not found.lensless and _plays(request, found),
            "first_game": _is_first_game(request, found),
            "followed_here": friends_online.followed_here(found, request.user),
        }
        response = render(request, page, facts, status=status)
    response["Cache-Control"] = "no-store"
    return _dated(response)


def _plays(request: Request, found: PublicTable) -> bool:
    return found.status == "running" and found.seat(request.user.pk) is not None


def _is_first_game(request: Request, found: PublicTable) -> bool:
    """Return whether to introduce the game to a player: none of its kind ended, and the
    introduction not dismissed on this device."""
    return (
        _plays(request, found)
        and found.game not in dismissed_intros.games(request)
        and not has_played(request.user.pk, found.game)
    )


def _told(found: PublicTable) -> dict[str, Any]:
    """Return the preview of a link to the table: headline, sentence, picture. A waiting table
    invites; a private game has no picture."""
    invitation = presenter.invitation(found)
    facts = invitation or (None if found.private else presenter.result(found))
    names = ", ".join(found.plain_names)
    if invitation:
        headline = f"{invitation.headline}: {found.title}"
        tagline = registry.screen(found.game).about.tagline
        summary = f"{tagline} {' · '.join(invitation.rows)}"
    else:
        headline = f"{found.title}: {names}" if names else found.title
        summary = found.summary
    return {"headline": headline, "summary": summary, "picture": facts and _picture(found, facts)}


def _picture(found: PublicTable, facts: share_card.Facts | share_card.Poster) -> dict[str, Any]:
    return {
        "address": settings.BASE_URL + reverse("card", args=[found.id]),
        "width": share_card.WIDTH,
        "height": share_card.HEIGHT,
        "words": facts.words,
    }


def _dated(response: HttpResponse) -> HttpResponse:
    """Add the server's time to an answer, so that clocks on the page are right even if the
    computer's clock is wrong; return it."""
    response["Fairdeal-Time"] = str(milliseconds(timezone.now()))
    return response
