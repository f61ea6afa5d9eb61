"""The page of the patterns."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.ratings.fairplay import patterns
from games.ratings.fairplay.access import keepers_only
from games.registry import engines
from games.screens.titles import short
from games.tables.models import Table


def _sections(now: datetime) -> list[dict[str, Any]]:
    """Return the patterns with their lines, in words and with tables. One query besides those of
    the patterns."""
    found = [(each, each.find(now)) for each in (*patterns.PATTERNS, *patterns.provided)]
    tables = Table.objects.in_bulk(
        [game for _, lines in found for one in lines for game in one.games]
    )
    return [
        {
            "name": each.name,
            "title": each.title,
            "reading": each.reading,
            "lines": [
                (
                    line,
                    each.words(line),
                    [_game(tables[game]) for game in line.games if game in tables],
                )
                for line in lines
            ],
        }
        for each, lines in found
    ]


def _game(table: Table) -> tuple[Table, str]:
    engine = engines().get(table.game)
    return table, short(engine.title) if engine else table.game


@keepers_only
@never_cache
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show the patterns of the last thirty days."""
    return render(request, "fairplay/patterns.html", {"sections": _sections(timezone.now())})
