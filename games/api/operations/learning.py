"""Hints, reviews, and playing on from a moment of an ended game."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from ninja import Router

from games.api import bodies, schemas
from games.api.answers import answer, find_table, table_answer
from games.api.auth import ApiRequest, anybody, needs
from games.api.operations.tables import calling, with_stamp
from games.learning.review import selectors
from games.learning.review import services as reviews
from games.learning.review.subject import has_played
from games.learning.review.summary import Moment
from games.tables import services
from games.tables.http.new_table import check_limits

router = Router(tags=["learning"])
PLAY = needs("play")


@router.post("/tables/{table_id}/hint", auth=PLAY, response=schemas.Table)
def hint(request: ApiRequest, table_id: str, body: bodies.AskHint) -> HttpResponse:
    """Ask for the move of the strongest bot, or hide it. It comes with a later version of the
    table, in `hint`."""
    if body.hide:
        return calling(services.hide_hint)(request, table_id, **with_stamp(request))
    return calling(services.ask_hint)(request, table_id, ply=body.ply, **with_stamp(request))


@router.post("/tables/{table_id}/play-on", auth=PLAY, response={201: schemas.Table})
def play_on(request: ApiRequest, table_id: str, at: bodies.PlayOn) -> HttpResponse:
    """Open a game against bots from a moment of an ended one. Cards hidden from the seat are dealt
    anew."""
    find_table(table_id, request.auth.user_id)
    check_limits(request, bots=True)
    opened = services.play_on(
        table_id=table_id, ply=at.ply, seat=at.seat, user=request.user, now=timezone.now()
    )
    return table_answer(request, opened.id, 201)


@router.post("/tables/import", auth=PLAY, response={201: schemas.Table})
def import_game(request: ApiRequest, sent: bodies.Import) -> HttpResponse:
    """Import a transcript as a table without players, to step through and play on from. A claim in
    its last line gives the caller a seat."""
    check_limits(request, bots=False)
    made = services.import_game(text=sent.transcript, user=request.user, now=timezone.now())
    return table_answer(request, made.pk, 201)


@router.get("/tables/{table_id}/review", auth=anybody, response=schemas.Review)
def review(request: ApiRequest, table_id: str, seat: int | None = None) -> HttpResponse:
    """Return the review of an ended game, perhaps unfinished: for `seat`, the caller's seat, or the
    first person's."""
    return answer(request, _review(request, table_id, seat))


@router.post("/tables/{table_id}/review", auth=PLAY, response=schemas.Review)
def ask_review(request: ApiRequest, table_id: str, body: bodies.AskReview) -> HttpResponse:
    """Ask for a review of a game of the caller's, or stop it."""
    user = request.user
    if body.stop:
        reviews.stop(table_id=table_id, user=user)
    else:
        reviews.ask(table_id=table_id, user=user, times=body.times, now=timezone.now())
    return answer(request, _review(request, table_id, None))


def _review(request: ApiRequest, table_id: str, seat: int | None) -> dict[str, Any]:
    row, _public = selectors.find(table_id, timezone.now(), request.auth.user_id)
    shown = selectors.reviews_of(table_id).shown
    reader = request.auth.user
    number = selectors.seat_of(row, request.auth.user_id, seat).number
    summary = selectors.summary_of(row, shown, number, selectors.runs(row)) if shown else None
    points = [asdict(point) for point in summary.points] if summary else []
    for point in points:
        point["turn"] = point.pop("number")
    return {
        "status": shown.status if shown else "none",
        "times": shown.times if shown else 1,
        "turns": shown.turns if shown else 0,
        "judged": len(shown.stages) if shown else 0,
        "seat": number,
        "points": points,
        "moments": [_moment(one) for one in summary.moments] if summary else [],
        "may_ask": reader is not None and has_played(row, reader),
        **{name: getattr(summary, name, 0) for name in ("result", "cards", "play", "doubt")},
    }


def _moment(one: Moment) -> dict[str, Any]:
    judged = one.judged
    named = {name: getattr(judged, name) for name in ("ply", "seat", "played", "chance", "left")}
    return named | {
        "turn": one.turn,
        "kind": one.kind,
        "cost": one.cost,
        "best": list(judged.best),
    }
