"""The page of the patterns."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeAlias

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.ratings.fairplay import patterns
from games.ratings.fairplay.access import keepers_only
from games.ratings.fairplay.patterns import Found
from games.registry import engines
from games.screens.titles import short
from games.tables.models import Table

Section: TypeAlias = tuple[str, str, str, list[tuple[Found, str]]]


def _sections(now: datetime) -> list[Section]:
    """Return the patterns: the fragment, a title, the innocent reading, and lines in words."""
    read: list[tuple[str, str, str, Callable[[datetime], list[Found]], Callable[[Found], str]]] = [
        (
            "one-sided",
            _("Mostly each other, and one gives up"),
            _("A teacher and a pupil, or friends who stop once it is clear who wins."),
            patterns.one_sided,
            _given,
        ),
        (
            "address",
            _("From one address"),
            _("A family, a class, a café, or a provider that many share."),
            patterns.one_address,
            _counted,
        ),
        (
            "resignations",
            _("Resignations in a row"),
            _("A bad evening, somebody called away, or an account that somebody else uses."),
            patterns.resignations,
            _counted,
        ),
        (
            "closed",
            _("Opened, and called off early"),
            _("Trying the site out, showing it to somebody, or partners who do not come."),
            patterns.closed,
            _counted,
        ),
        (
            "stalled",
            _("Clock run down on the last turn"),
            _("A lost connection, a ring at the door, or a hard decision. Look where they stood."),
            patterns.stalled,
            _counted,
        ),
        *(
            (each.name, str(each.title), str(each.reading), each.find, _counted)
            for each in patterns.provided
        ),
    ]
    return [
        (name, title, reading, [(line, words(line)) for line in find(now)])
        for name, title, reading, find, words in read
    ]


def _counted(line: Found) -> str:
    return ngettext("%(n)s game", "%(n)s games", line.count) % {"n": line.count}


def _given(line: Found) -> str:
    return _("%(name)s gave up %(n)s of %(of)s games") % {
        "name": line.people[0].name,
        "n": line.count,
        "of": line.of,
    }


def _linked(sections: list[Section]) -> list[dict[str, Any]]:
    """Return the sections with the tables of each line, for their titles. One query."""
    ids = [game for section in sections for line, _words in section[3] for game in line.games]
    tables = Table.objects.in_bulk(ids)
    return [
        {
            "name": name,
            "title": title,
            "reading": reading,
            "lines": [
                (line, words, [_game(tables[game]) for game in line.games if game in tables])
                for line, words in lines
            ],
        }
        for name, title, reading, lines in sections
    ]


def _game(table: Table) -> tuple[Table, str]:
    engine = engines().get(table.game)
    return table, short(engine.title) if engine else table.game


@keepers_only
@never_cache
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show the patterns of the last thirty days."""
    return render(
        request, "fairplay/patterns.html", {"sections": _linked(_sections(timezone.now()))}
    )
