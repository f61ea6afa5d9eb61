"""Deals of the day."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils import timezone
from ninja import Router

from games.api import schemas
from games.api.answers import answer, table_answer
from games.api.auth import ApiRequest, anybody, needs
from games.api.operations.games import known
from games.api.problems import Problem
from games.daily import selectors, services
from games.tables.http.new_table import check_limits

router = Router(tags=["daily"])


@router.get("/daily", auth=anybody, response=list[schemas.Daily])
def daily(request: ApiRequest) -> HttpResponse:
    """Return the deals of today, with the caller's own tables of them."""
    now = timezone.now()
    deals = selectors.shown_deals(services.make(now=now), request.auth.user_id, now)
    facts = [
        {
            "game": shown.deal.game,
            "day": shown.deal.date.isoformat(),
            "commitment": shown.deal.commitment,
            "table": shown.entry.table_id if shown.entry else None,
            "url": request.build_absolute_uri(f"/daily/{shown.deal.date}/{shown.deal.game}/"),
        }
        for shown in deals
    ]
    return answer(request, facts)


@router.post("/daily/{slug}", auth=needs("play"), response=schemas.Table)
def begin(request: ApiRequest, slug: str) -> HttpResponse:
    """Begin or continue today's deal of a game."""
    known(slug)
    now, caller = timezone.now(), request.auth
    assert caller.user is not None
    services.make(now=now)
    deal = selectors.deal_of(now.date(), slug)
    if deal is None:
        raise Problem(404)
    entry = selectors.entry_of(deal, caller.user_id)
    if entry is None:
        check_limits(request, bots=bool(deal.levels))
    begun = services.begin(deal=deal, user=caller.user, now=now)
    return table_answer(request, begun.id)
