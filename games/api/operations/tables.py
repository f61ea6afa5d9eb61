"""Tables: opened, looked at and played."""

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
from games.api.answers import answer, found, row, table
from games.api.auth import Asked, Caller, anybody, needs
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
# boxes of the form for a new table
TICKED = ("ask_bots", "private", "rated", "sleepless", "silent")


@router.get("/tables", auth=anybody, response=list[schemas.Row])
def open_tables(request: Asked, game: str = "") -> HttpResponse:
    """Return the open tables that everybody may sit down at, newest first."""
    tables = selectors.open_tables(game or None).prefetch_related(public_games.SEATS)[:200]
    return answer(request, [row(one, one.seats.all()) for one in tables])


@router.get("/tables/running", auth=anybody, response=schemas.Rows)
def running(request: Asked, game: str = "", after: str = "") -> HttpResponse:
    """Return public games between people that run, those that began last first."""
    filters = Filters.asked({"game": game})
    page = public_games.running(filters, timezone.now(), after=after)
    return answer(request, rows(request, page, game=game))


def aware(moment: datetime | None) -> datetime | None:
    """Return a moment with a time zone: UTC if none is said."""
    return moment.replace(tzinfo=UTC) if moment and moment.tzinfo is None else moment


def written(moment: datetime | None) -> str:
    """Return a moment as a query names it; "" for None."""
    return moment.isoformat() if moment else ""


def rows(
    request: Asked, page: public_games.Found, *, transcripts: bool = False, **asked: str
) -> dict[str, Any]:
    """Return a page of tables, with their transcripts if that is wanted, and the address of the
    next one."""
    query = {name: value for name, value in asked.items() if value} | {"after": page.after}
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
def open_table(request: Asked, new: bodies.NewTable) -> HttpResponse:
    """Open a table and sit down. `Idempotency-Key`: the same key opens one table."""
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
    return answer(request, table(found(opened.id, caller.user_id), caller), status=201)


def _terms(new: bodies.NewTable, caller: Caller) -> dict[str, Any]:
    """Return the arguments for `services.open_table`, as the form for a new table would."""
    sent = new.options | {"clock": new.clock, "order": new.order, "seat": str(new.seat)}
    sent |= {"seats": str(new.seats)} if new.seats else {}
    sent |= {name: "on" for name in TICKED if getattr(new, name)}
    asked = requested_terms.RequestedTerms(new.game, sent | {"nonce": new.nonce}, caller.user)
    terms = asked.terms()
    if unknown := set(new.options) - {option.name for option in asked.engine.options}:
        raise NotPossible(_("This game has no option “%(name)s”.") % {"name": min(unknown)[:40]})
    if not all(seat.isascii() and seat.isdigit() for seat in new.bots):
        raise NotPossible(_("The seat must be a number."))
    bots = {int(seat): level for seat, level in new.bots.items()}
    return terms | {"bots": bots, "rated": new.rated}


@router.get("/tables/{table_id}", auth=anybody, response=schemas.Table)
def look(request: Asked, table_id: str) -> HttpResponse:
    """Return a table as the caller may see it."""
    caller: Caller = request.auth
    return answer(request, table(found(table_id, caller.user_id), caller))


def changing(service: Callable[..., Any]) -> Callable[..., HttpResponse]:
    """Return what calls a service, and answers with the table as it stands then."""

    def call(request: Asked, table_id: str, **facts: Any) -> HttpResponse:
        caller: Caller = request.auth
        if not limits.allow("moves", caller.user_id):
            raise TooFast
        after = service(table_id=table_id, now=timezone.now(), **facts)
        seen = after if isinstance(after, PublicTable) else found(table_id, caller.user_id)
        return answer(request, table(seen, caller))

    return call


def proven(request: Asked) -> dict[str, Any]:
    """Return user and proof for a service of a running game."""
    caller: Caller = request.auth
    return {"user_id": caller.user_id, "stamp": caller.stamp}


@router.post("/tables/{table_id}/sit", auth=PLAY, response=schemas.Table)
def sit(request: Asked, table_id: str, seat: bodies.Sit | None = None) -> HttpResponse:
    """Take a seat, or the first that is free."""
    asked = seat or bodies.Sit(seat=None, nonce="")
    return changing(services.sit)(
        request,
        table_id,
        user=request.user,
        number=asked.seat,
        nonce=asked.nonce,
        origin=address_hashes.of(request),
    )


@router.post("/tables/{table_id}/stand", auth=PLAY, response=schemas.Table)
def stand(request: Asked, table_id: str) -> HttpResponse:
    """Leave the seat before the start."""
    return changing(services.stand)(request, table_id, user=request.user)


@router.post("/tables/{table_id}/start", auth=PLAY, response=schemas.Table)
def start(request: Asked, table_id: str) -> HttpResponse:
    """Start with fewer players than asked."""
    return changing(services.start)(request, table_id, user=request.user)


@router.post("/tables/{table_id}/act", auth=PLAY, response=schemas.Table)
def act(request: Asked, table_id: str, move: bodies.Act) -> HttpResponse:
    """Play a legal code at a ply. The same request twice answers twice the same."""
    facts = {"code": move.code, "ply": move.ply} | proven(request)
    return changing(services.act)(request, table_id, **facts)


@router.post("/tables/{table_id}/undo", auth=PLAY, response=schemas.Table)
def undo(request: Asked, table_id: str, at: bodies.Ply) -> HttpResponse:
    """Take the caller's last action back while it showed nothing."""
    return changing(services.undo)(request, table_id, ply=at.ply, **proven(request))


@router.post("/tables/{table_id}/takeback", auth=PLAY, response=schemas.Table)
def takeback(request: Asked, table_id: str, said: bodies.AskedAnswer) -> HttpResponse:
    """Ask the others for the last action, or answer such a question."""
    facts = {"ply": said.ply, "agree": said.agree} | proven(request)
    return changing(services.take_back_together)(request, table_id, **facts)


@router.post("/tables/{table_id}/draw", auth=PLAY, response=schemas.Table)
def draw(request: Asked, table_id: str, said: bodies.Answer) -> HttpResponse:
    """Offer a draw, or answer the offer."""
    return changing(services.draw)(request, table_id, agree=said.agree, **proven(request))


@router.post("/tables/{table_id}/resign", auth=PLAY, response=schemas.Table)
def resign(request: Asked, table_id: str) -> HttpResponse:
    """Give the game up."""
    return changing(services.resign)(request, table_id, **proven(request))


@router.post("/tables/{table_id}/abort", auth=PLAY, response=schemas.Table)
def abort(request: Asked, table_id: str, said: bodies.Abort) -> HttpResponse:
    """Break the game off without a result, or ask the others for it, or answer. What leaving a
    rated game costs is said on its page."""
    facts = {"agree": said.agree, "ask": said.ask, "shown": said.walkouts} | proven(request)
    return changing(services.abort)(request, table_id, **facts)


@router.post("/tables/{table_id}/slower", auth=PLAY, response=schemas.Table)
def slower(request: Asked, table_id: str, said: bodies.Answer) -> HttpResponse:
    """Offer to go on by correspondence, or answer the offer."""
    return changing(services.slow_down)(request, table_id, agree=said.agree, **proven(request))


@router.post("/tables/{table_id}/rematch", auth=PLAY, response={201: schemas.Table})
def rematch(request: Asked, table_id: str, part: bodies.Nonce | None = None) -> HttpResponse:
    """Open a rematch, or sit down at the one that is open; answer with the new table."""
    caller: Caller = request.auth
    check_limits(request, bots=Table.objects.filter(pk=table_id, bots__gt=0).exists())
    again = services.rematch(
        table_id=table_id,
        user=request.user,
        nonce=part.nonce if part else "",
        origin=address_hashes.of(request),
        now=timezone.now(),
    )
    return answer(request, table(found(again.id, caller.user_id), caller), status=201)


@router.post("/tables/{table_id}/invite", auth=WRITE, response=schemas.Table)
def invite(request: Asked, table_id: str, whom: bodies.Invite) -> HttpResponse:
    """Invite somebody by name."""
    if not limits.allow("invitations", request.user.pk):
        raise TooFast
    return changing(services.invite_by_name)(request, table_id, by=request.user, name=whom.name)


@router.post("/tables/{table_id}/decline", auth=PLAY, response=schemas.Table)
def decline(request: Asked, table_id: str) -> HttpResponse:
    """Answer an invitation: not now."""
    return changing(services.decline)(request, table_id, user=request.user)


@router.get("/tables/{table_id}/log", auth=anybody, response=schemas.Log)
def log(
    request: Asked, table_id: str, page: Annotated[int | None, Query(ge=1, lt=10**6)] = None
) -> HttpResponse:
    """Return a page of the log in words, oldest turn first; by default the newest page."""
    caller: Caller = request.auth
    seen = presenter.glance(table_id, caller.user_id)
    told = presenter.log_page(seen, caller.user_id, page)
    if told is None:
        raise Problem(404)
    shown, turns = told
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
def transcript(request: Asked, table_id: str) -> HttpResponse:
    """Return the transcript as text, after the end."""
    _opened(request, table_id)
    return HttpResponse(fairness.transcript(table_id), content_type="text/plain; charset=utf-8")


@router.get("/tables/{table_id}/proof", auth=anybody, response=dict[str, Any])
def proof(request: Asked, table_id: str) -> HttpResponse:
    """Return what proves every shuffle, after the end."""
    _opened(request, table_id)
    found_proof = fairness.proof(table_id)
    if not found_proof.opened:
        raise Problem(404)
    return answer(request, found_proof.as_json())


def _opened(request: Asked, table_id: str) -> None:
    """Raise Problem unless every card of a table may be known."""
    caller: Caller = request.auth
    seen = presenter.glance(table_id, caller.user_id)
    if seen.status != "ended" or not seen.begun or seen.is_sealed(timezone.now()):
        raise Problem(404, "not_ended", _("That becomes available when the game is over."))
