"""Answers as JSON."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from datetime import datetime
from html import unescape
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from games.api.auth import ApiRequest, Caller
from games.api.schemas import view_of
from games.tables import services
from games.tables.board import presenter
from games.tables.board.facts import Facts
from games.tables.board.hints import Hint
from games.tables.models import Seat, Table
from games.tables.state.public import PublicSeat, PublicTable

TYPE = "application/json"


def answer(request: HttpRequest, facts: Any, status: int = 200) -> HttpResponse:
    """Answer with values, or with 304 (`If-None-Match`)."""
    body = text(facts).encode()
    response = HttpResponse(body, content_type=TYPE, status=status)
    if request.method == "GET":
        tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
        if tag in request.headers.get("If-None-Match", ""):
            response = HttpResponse(status=304)
        response["ETag"], response["Cache-Control"] = tag, "private, no-cache"
    else:
        response["Cache-Control"] = "no-store"
    return response


def text(facts: Any) -> str:
    """Return values as JSON, in one line."""
    return json.dumps(facts, ensure_ascii=False, default=_default)


def _default(value: Any) -> str:
    if isinstance(value, datetime):
        return value.isoformat().replace("+00:00", "Z")
    return str(value)  # a text in the language of the request


def find_table(table_id: str, user_id: int | None) -> PublicTable:
    """Return a table, after a flag that is due. Raises NoSuchTable."""
    seen = presenter.look(table_id, user_id)
    now = timezone.now()
    if seen.is_flag_due(now):
        services.flag(table_id=table_id, now=now)
        seen = presenter.look(table_id, user_id)
    return seen


def table(seen: PublicTable, caller: Caller) -> dict[str, Any]:
    """Return a table for the caller: the fields of `schemas.Table`."""
    facts = presenter.facts(seen, caller.user_id)
    seen = facts.table  # a move may have come since it was found
    view = None if facts.view is None else view_of(seen.game).dump_python(facts.view, mode="json")
    return {
        "id": seen.id,
        "game": seen.game,
        "status": seen.status,
        "version": seen.version,
        "ply": seen.ply,
        "seat": facts.seat,
        "to_act": facts.to_act,
        "view": view,
        "legal": [{"code": code, "words": words} for code, words in facts.legal],
        "players": [_player(seat, facts) for seat in seen.seats],
        "scores": [seat.score for seat in seen.seats],
        "places": [seat.place for seat in seen.seats],
        "receipt": facts.receipt,
        "seats": seen.seat_count,
        "options": dict(facts.options),
        "order": seen.order,
        "clock": seen.time_control,
        "rated": seen.rated,
        "private": seen.private,
        "silent": seen.silent,
        "sleepless": seen.sleepless,
        "may_undo": facts.may_undo,
        "hint": _hint(facts.hint),
        "draw_by": _seats(seen.draw_by),
        "abort_by": _seats(seen.abort_by),
        "slow_by": _seats(seen.slow_by),
        "undo_by": _seats(seen.undo_by),
        "ended_by": seen.ended_by,
        "flag_at": seen.flag_at,
        "ended_at": seen.ended_at,
        "commitment": seen.commitment,
        "deal": seen.deal,
        "url": address("table", seen.id),
    }


def table_answer(request: ApiRequest, table_id: str, status: int = 200) -> HttpResponse:
    """Answer with a table for the caller. Raises NoSuchTable."""
    caller = request.auth
    return answer(request, table(find_table(table_id, caller.user_id), caller), status)


def address(name: str, *args: str) -> str:
    """Return the absolute address of a page."""
    return settings.BASE_URL + reverse(name, args=args)


def _seats(stored: str) -> list[int]:
    """Return the seats that agree to an offer, from their stored digits."""
    return sorted(int(seat) for seat in stored if seat.isdigit())


def _hint(hint: Hint | None) -> dict[str, Any] | None:
    if hint is None:
        return None
    state = "found" if hint.code else "none" if hint.failed else "looking" if hint.asked else ""
    words = unescape(strip_tags("".join(hint.move)))
    why = unescape(strip_tags(str(hint.why)))
    return {
        "taken": hint.taken,
        "state": state,
        "code": hint.code,
        "words": words,
        "why": why,
    }


def _player(seat: PublicSeat, facts: Facts) -> dict[str, Any]:
    kind, level = facts.players[seat.number]
    timed = facts.budgets and (kind != "bot" or not level)  # the site's bots have no clock
    return {
        "seat": seat.number,
        "name": seat.plain_name,
        "kind": kind,
        "level": level,
        "score": seat.score,
        "place": seat.place,
        "clock_ms": facts.budgets[seat.number] if timed else None,
    }


def row(table: Table, seats: Iterable[Seat]) -> dict[str, Any]:
    """Return a table for a list: the fields of `schemas.Row`. `seats` in order."""
    seats = list(seats)
    return {
        "id": table.pk,
        "game": table.game,
        "status": table.status,
        "rated": table.rated,
        "clock": table.time_control,
        "seats": table.seat_count,
        "players": [seat.name for seat in seats],
        "scores": [seat.score for seat in seats],
        "places": [seat.place for seat in seats],
        "ended_by": table.ended_by,
        "started_at": table.started_at,
        "ended_at": table.ended_at,
        "transcript": None,
        "url": address("table", table.pk),
    }
