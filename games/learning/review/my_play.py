"""The context of the page on a player's own play."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.urls import NoReverseMatch, reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from accounts.models import User
from games.learning.review import habits, storage
from games.learning.review.habits import Habits, Mean, Reviewed
from games.learning.review.models import Review, Status
from games.registry import engines
from games.tables.models import Level, Seat

MOST = 60
"""The number of newest reviewed games that count."""
PHASES = {
    "first": noop("the first third"),
    "middle": noop("the middle third"),
    "last": noop("the last third"),
}
KINDS = {
    "play": noop("playing a card"),
    "discard": noop("discarding"),
    "draw": noop("drawing"),
    "take": noop("taking a card"),
    "place": noop("placing a card"),
    "pass": noop("passing"),
    "claim": noop("claiming"),
    "move": noop("travelling"),
    "depot": noop("using the depot"),
    "finish": noop("finishing"),
}
PEOPLE, ALONE = "", "alone"


@dataclass(frozen=True, slots=True)
class Line:
    """A mean in words."""

    name: str
    count: int
    loss: str


@dataclass(frozen=True, slots=True)
class Shown:
    """The habits in one title, in words."""

    title: str
    slug: str
    games: int
    whole: Line
    parts: tuple[tuple[str, tuple[Line, ...]], ...]
    learn: str
    lesson: str
    """The address of the game's lesson, or ""."""
    showing: tuple[str, ...]
    past: tuple[tuple[Reviewed, Line], ...]


def of(user: User) -> list[Shown]:
    """Return a player's habits by game. Three queries."""
    seats = Seat.objects.filter(
        user=user, ended_at__isnull=False, table__reviews__status=Status.DONE
    )
    mine = {
        seat.table_id: seat
        for seat in seats.select_related("table").order_by("-ended_at").distinct()[:MOST]
    }
    deepest = {
        review.table_id: review
        for review in Review.objects.filter(table__in=list(mine), status=Status.DONE).order_by(
            "times"
        )
    }
    against = _against(mine)
    by_game: dict[str, list[Reviewed]] = {}
    for table_id, seat in mine.items():
        if seat.table.game in engines() and table_id in deepest and seat.ended_at:
            stages = storage.read(deepest[table_id].stages)
            told = Reviewed(table_id, seat.ended_at, seat.number, against[table_id], stages)
            by_game.setdefault(seat.table.game, []).append(told)
    return [_shown(slug, habits.of(games)) for slug, games in by_game.items()]


def _against(mine: dict[str, Seat]) -> dict[str, str]:
    """Return, by table, the level of the strongest bot, or PEOPLE, or ALONE."""
    found = {
        table_id: ALONE if seat.table.seat_count == 1 else PEOPLE for table_id, seat in mine.items()
    }
    rows = Seat.objects.filter(table__in=list(mine)).exclude(bot="")
    for table_id, level in rows.values_list("table", "bot"):
        found[table_id] = max(found[table_id], level, key=["", *Level.values].index)
    return found


def _shown(slug: str, its: Habits) -> Shown:
    weak = its.weakest
    return Shown(
        title=engines()[slug].title,
        slug=slug,
        games=len(its.games),
        whole=_line(its.whole, ""),
        parts=(
            (_("By phase"), tuple(_line(one, _(PHASES[one.name])) for one in its.phases)),
            (_("By kind"), tuple(_line(one, _kind(one.name)) for one in its.kinds)),
            (_("Against"), tuple(_line(one, _opponent(one.name)) for one in its.opponents)),
            (_("Over time"), tuple(_line(one, _month(one.name)) for one in its.months)),
        ),
        learn=_learn(weak, its),
        lesson=_lesson(slug),
        showing=tuple(its.showing(weak)) if weak else (),
        past=tuple((game, _line(one, "")) for game, one in its.games),
    )


def _line(one: Mean, name: str) -> Line:
    return Line(name, one.count, f"{one.loss:.1f}")


def _kind(verb: str) -> str:
    return _(KINDS[verb]) if verb in KINDS else verb


def _opponent(level: str) -> str:
    if level in (PEOPLE, ALONE):
        return _("nobody") if level else _("people")
    return _("%(level)s bots") % {"level": Level(level).label}


def _month(name: str) -> str:
    return date_format(date.fromisoformat(f"{name}-01"), "F Y")


def _learn(weak: Mean | None, its: Habits) -> str:
    """Return a sentence on what to learn next."""
    if weak is None:
        return _("No part of the game stands out yet: have some more games reviewed.")
    phase = weak.name in PHASES
    facts = {
        "what": _(PHASES[weak.name]) if phase else _kind(weak.name),
        "loss": f"{weak.loss:.1f}",
        "whole": f"{its.whole.loss:.1f}",
    }
    return (
        _(
            "Look at %(what)s of the game: there a decision costs you %(loss)s "
            "points, against %(whole)s overall."
        )
        if phase
        else _(
            "Look at %(what)s: there a decision costs you %(loss)s points, "
            "against %(whole)s overall."
        )
    ) % facts


def _lesson(slug: str) -> str:
    try:
        return reverse("lesson", args=[slug])
    except NoReverseMatch:
        return ""
