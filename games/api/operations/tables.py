"""Tables."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from html import unescape
from typing import Annotated, Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.utils import timezone
from django.utils.html import strip_tags
from django.utils.translation import gettext as _
from ninja import Query, Router

from accounts import address_hashes, limits
from games.api import bodies, schemas
from games.api.answers import answer, row, table, table_answer
from games.api.auth import ApiRequest, Caller, anybody, needs
from games.api.problems import Problem
from games.lobby import public_games
from games.lobby.filters import Filters
from games.tables import selectors, services
from games.tables.board import presenter
from games.tables.errors import NotPossible, TooFast
from games.tables.http import requested_terms
from games.tables.http.new_table import check_limits
from games.tables.models import Table
from games.tables.proof import fairness
from games.tables.state.public import PublicTable

router = Router(tags=["tables"])
TEXT = {"responses": {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}}}
PLAY, WRITE = needs("play"), needs("write")
# checkboxes of the form for a new table
TICKED = ("ask_bots", "private", "rated", "sleepless", "silent")


@router.get("/tables", auth=anybody, response=list[schemas.Row])
def open_tables(request: ApiRequest, game: str = "") -> HttpResponse:
    """Return the public open tables, newest first."""
    tables = selectors.open_tables(game or None).prefetch_related(public_games.SEATS)[:200]
    return answer(request, [row(one, one.seats.all()) for one in tables])


@router.get("/tables/running", auth=anybody, response=schemas.Rows)
def running(request: ApiRequest, game: str = "", after: str = "") -> HttpResponse:
    """Return running public games between people, latest start first."""
    filters = Filters.from_query({"game": game})
    page = public_games.running(filters, timezone.now(), after=after)
    return answer(request, rows(request, page, game=game))


def aware(moment: datetime | None) -> datetime | None:
    """Return a moment with a time zone, by default UTC."""
    return moment.replace(tzinfo=UTC) if moment and moment.tzinfo is None else moment


def written(moment: datetime | None) -> str:
    """Return a moment for a query; "" for None."""
    return moment.isoformat() if moment else ""


def rows(
    request: ApiRequest, page: public_games.GamePage, *, transcripts: bool = False, **filters: str
) -> dict[str, Any]:
    """Return a page of tables, perhaps with transcripts, and the address of the next one."""
    query = {name: value for name, value in filters.items() if value} | {"after": page.after}
    found = [row(one.table, one.table.seats.all()) for one in page.tables]
    if transcripts:
        query["transcripts"] = "true"
        texts = fairness.transcripts_of([one.table for one in page.tables], timezone.now())
        for one in found:
            one["transcript"] = texts.get(one["id"])
    return {
        "items": found,
        "next": request.build_absolute_uri(f"{request.path}?{urlencode(query)}")
        if page.after
        else None,
    }


@router.post("/tables", auth=PLAY, response={201: schemas.Table})
def open_table(request: ApiRequest, new: bodies.NewTable) -> HttpResponse:
    """Open a table and sit down. The same `Idempotency-Key` opens one table."""
    caller: Caller = request.auth
    assert caller.user is not None
    check_limits(request, bots=bool(new.bots))
    terms = _terms(new, caller)
    key = request.headers.get("Idempotency-Key", "")
    opened = services.open_table(
        creator=caller.user,
        now=timezone.now(),
        key=key if requested_terms.KEY.fullmatch(key) else "",
        origin=address_hashes.of(request),
        **terms,
    )
    return table_answer(request, opened.id, 201)


def _terms(new: bodies.NewTable, caller: Caller) -> dict[str, Any]:
    """Return the arguments for `services.open_table`, as from the form for a new table."""
    sent = new.options | {"clock": new.clock, "order": new.order, "seat": str(new.seat)}
    sent |= {"seats": str(new.seats)} if new.seats else {}
    sent |= {name: "on" for name in TICKED if getattr(new, name)}
    requested = requested_terms.RequestedTerms(new.game, sent | {"nonce": new.nonce}, caller.user)
    terms = requested.terms()
    if unknown := set(new.options) - {option.name for option in requested.engine.options}:
        raise NotPossible(_("This game has no option “%(name)s”.") % {"name": min(unknown)[:40]})
    if not all(seat.isascii() and seat.isdigit() for seat in new.bots):
        raise NotPossible(_("The seat must be a number."))
    bots = {int(seat): level for seat, level in new.bots.items()}
    return terms | {"bots": bots, "rated": new.rated}


@router.get("/tables/{table_id}", auth=anybody, response=schemas.Table)
def look(request: ApiRequest, table_id: str) -> HttpResponse:
    """Return a table as the caller may see it."""
    return table_answer(request, table_id)


def calling(service: Callable[..., Any]) -> Callable[..., HttpResponse]:
    """Return a function that calls a service and answers with the table."""

    def call(request: ApiRequest, table_id: str, **facts: Any) -> HttpResponse:
        caller: Caller = request.auth
        if not limits.allow("moves", caller.user_id):
            raise TooFast
        after = service(table_id=table_id, now=timezone.now(), **facts)
        if isinstance(after, PublicTable):
            return answer(request, table(after, caller))
        return table_answer(request, table_id)

    return call


def with_stamp(request: ApiRequest) -> dict[str, Any]:
    """Return user and stamp for a service of a running game."""
    caller: Caller = request.auth
    return {"user_id": caller.user_id, "stamp": caller.stamp}


@router.post("/tables/{table_id}/sit", auth=PLAY, response=schemas.Table)
def sit(request: ApiRequest, table_id: str, seat: bodies.Sit | None = None) -> HttpResponse:
    """Take a seat, or the first free one."""
    choice = seat or bodies.Sit(seat=None, nonce="")
    return calling(services.sit)(
        request,
        table_id,
        user=request.user,
        number=choice.seat,
        nonce=choice.nonce,
        origin=address_hashes.of(request),
    )


@router.post("/tables/{table_id}/stand", auth=PLAY, response=schemas.Table)
def stand(request: ApiRequest, table_id: str) -> HttpResponse:
    """Leave the seat before the start."""
    return calling(services.stand)(request, table_id, user=request.user)


@router.post("/tables/{table_id}/start", auth=PLAY, response=schemas.Table)
def start(request: ApiRequest, table_id: str) -> HttpResponse:
    """Start with fewer players than asked for."""
    return calling(services.start)(request, table_id, user=request.user)


@router.post("/tables/{table_id}/act", auth=PLAY, response=schemas.Table)
def act(request: ApiRequest, table_id: str, move: bodies.Act) -> HttpResponse:
    """Play a legal code at a ply. Idempotent."""
    facts = {"code": move.code, "ply": move.ply} | with_stamp(request)
    return calling(services.act)(request, table_id, **facts)


@router.post("/tables/{table_id}/undo", auth=PLAY, response=schemas.Table)
def undo(request: ApiRequest, table_id: str, at: bodies.Ply) -> HttpResponse:
    """Take back the caller's last action, unless it revealed something."""
    return calling(services.undo)(request, table_id, ply=at.ply, **with_stamp(request))


@router.post("/tables/{table_id}/takeback", auth=PLAY, response=schemas.Table)
def takeback(request: ApiRequest, table_id: str, body: bodies.AskedAnswer) -> HttpResponse:
    """Ask the others to take back the last action, or answer such a request."""
    facts = {"ply": body.ply, "agree": body.agree} | with_stamp(request)
    return calling(services.take_back_together)(request, table_id, **facts)


@router.post("/tables/{table_id}/draw", auth=PLAY, response=schemas.Table)
def draw(request: ApiRequest, table_id: str, body: bodies.Answer) -> HttpResponse:
    """Offer a draw, or answer an offer."""
    return calling(services.draw)(request, table_id, agree=body.agree, **with_stamp(request))


@router.post("/tables/{table_id}/resign", auth=PLAY, response=schemas.Table)
def resign(request: ApiRequest, table_id: str) -> HttpResponse:
    """Resign."""
    return calling(services.resign)(request, table_id, **with_stamp(request))


@router.post("/tables/{table_id}/abort", auth=PLAY, response=schemas.Table)
def abort(request: ApiRequest, table_id: str, body: bodies.Abort) -> HttpResponse:
    """Abort the game without a result, ask the others to, or answer. The page of a rated game says
    what leaving costs."""
    facts = {"agree": body.agree, "ask": body.ask, "shown": body.walkouts} | with_stamp(request)
    return calling(services.abort)(request, table_id, **facts)


@router.post("/tables/{table_id}/slower", auth=PLAY, response=schemas.Table)
def slower(request: ApiRequest, table_id: str, body: bodies.Answer) -> HttpResponse:
    """Offer to continue by correspondence, or answer an offer."""
    return calling(services.slow_down)(request, table_id, agree=body.agree, **with_stamp(request))


@router.post("/tables/{table_id}/rematch", auth=PLAY, response={201: schemas.Table})
def rematch(request: ApiRequest, table_id: str, part: bodies.Nonce | None = None) -> HttpResponse:
    """Open a rematch, or sit down at the open one; answer with the new table."""
    check_limits(request, bots=Table.objects.filter(pk=table_id, bots__gt=0).exists())
    again = services.rematch(
        table_id=table_id,
        user=request.user,
        nonce=part.nonce if part else "",
        origin=address_hashes.of(request),
        now=timezone.now(),
    )
    return table_answer(request, again.id, 201)


@router.post("/tables/{table_id}/invite", auth=WRITE, response=schemas.Table)
def invite(request: ApiRequest, table_id: str, whom: bodies.Invite) -> HttpResponse:
    """Invite a player by name."""
    if not limits.allow("invitations", request.user.pk):
        raise TooFast
    return calling(services.invite_by_name)(request, table_id, by=request.user, name=whom.name)


@router.post("/tables/{table_id}/decline", auth=PLAY, response=schemas.Table)
def decline(request: ApiRequest, table_id: str) -> HttpResponse:
    """Decline an invitation."""
    return calling(services.decline)(request, table_id, user=request.user)


@router.get("/tables/{table_id}/log", auth=anybody, response=schemas.Log)
def log(
    request: ApiRequest, table_id: str, page: Annotated[int | None, Query(ge=1, lt=10**6)] = None
) -> HttpResponse:
    """Return a page of the log in words, oldest turn first; by default the newest page."""
    caller: Caller = request.auth
    seen = presenter.glance(table_id, caller.user_id)
    found = presenter.log_page(seen, caller.user_id, page)
    if found is None:
        raise Problem(404)
    shown, turns = found
    address = request.build_absolute_uri(request.path)
    return answer(
        request,
        {
            "number": shown.number,
            "count": shown.count,
            "turns": [
                {
                    "seat": turn.seat,
                    "ply": turn.ply,
                    "at": turn.at,
                    "words": unescape(strip_tags(words)),
                }
                for turn, words in turns
            ],
            "next": f"{address}?page={shown.newer}" if shown.newer else None,
        },
    )


@router.get("/tables/{table_id}/transcript", auth=anybody, openapi_extra=TEXT)
def transcript(request: ApiRequest, table_id: str) -> HttpResponse:
    """Return the transcript as text, after the end."""
    _check_open_cards(request, table_id)
    return HttpResponse(fairness.transcript(table_id), content_type="text/plain; charset=utf-8")


@router.get("/tables/{table_id}/proof", auth=anybody, response=dict[str, Any])
def proof(request: ApiRequest, table_id: str) -> HttpResponse:
    """Return the proof of every shuffle, after the end."""
    _check_open_cards(request, table_id)
    found = fairness.proof(table_id)
    if not found.opened:
        raise Problem(404)
    return answer(request, found.as_json())


def _check_open_cards(request: ApiRequest, table_id: str) -> None:
    """Raise Problem unless all cards of a table may be known."""
    caller: Caller = request.auth
    seen = presenter.glance(table_id, caller.user_id)
    if seen.status != "ended" or not seen.begun or seen.is_sealed(timezone.now()):
        raise Problem(404, "not_ended", _("That becomes available when the game is over."))
