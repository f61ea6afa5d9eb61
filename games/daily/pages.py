"""The context of the page of a deal, for one reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from games import registry
from games.daily import field, selectors, strip_plot, words
from games.daily.field import Choice, Field, Row, Spread
from games.daily.models import DAY, Deal, Entry
from games.daily.strip_plot import signed
from games.screens.suits import Face
from games.tables.models import Status, Table


@dataclass(frozen=True, slots=True)
class Line:
    """A spread as a line: positions in per cent, as text."""

    low: str
    high: str
    quarter: str
    three_quarters: str
    middle: str


@dataclass(frozen=True, slots=True)
class FirstChoice:
    """A first choice; `line` is None if no such game was finished."""

    name: str
    faces: tuple[Face, ...]
    players: int
    mine: bool
    typical: str
    words: str
    line: Line | None


@dataclass(frozen=True, slots=True)
class Best:
    """The best result: player, result, and table once it is open."""

    name: str
    result: str
    table: str


def facts(deal: Deal, user_id: int | None, now: datetime) -> dict[str, Any]:
    """Return the context of a deal's page. `field` is None until the reader may know the
    results."""
    entry = selectors.entry_of(deal, user_id)
    (shown,) = selectors.shown_deals([deal], user_id, now)
    values: dict[str, Any] = {
        "deal": deal,
        "shown": shown,
        "entry": entry,
        "open": deal.is_over(now),
        "later": now < deal.begins,
        "running": entry is not None and entry.table.status == Status.RUNNING,
        "again": _again(deal, user_id, now),
        "secret": bytes(deal.secret).hex() if deal.is_over(now) else "",
        "opponents": _opponents(deal),
        "field": None,
    }
    if not selectors.may_know(deal, entry, now):
        return values
    return values | _results(deal, entry, now)


def _opponents(deal: Deal) -> str:
    """Return the opponents in words."""
    if deal.alone:
        return _("Alone, for points")
    level = {
        "beginner": _("Beginner bots"),
        "club": _("Club bots"),
        "expert": _("Expert bots"),
        "master": _("Master bots"),
    }[deal.levels[0]]
    if len(deal.levels) == 1:
        return _("Against the strongest bot")
    return _("Against %(count)s %(bots)s") % {"count": len(deal.levels), "bots": level}


def _again(deal: Deal, user_id: int | None, now: datetime) -> Table | None:
    """Return the reader's running table of a past deal, or None."""
    if user_id is None or not deal.is_over(now):
        return None
    return selectors.running_table(deal, user_id)


def _results(deal: Deal, entry: Entry | None, now: datetime) -> dict[str, Any]:
    rows = selectors.result_counts(deal)
    mine = entry if entry is not None and entry.settled_at else None
    found = field.of(rows, mine.worth if mine else None, counted=mine is not None and mine.counts)
    plus = not deal.alone
    own = mine.worth if mine else None
    seats = selectors.seats(mine) if mine else []
    link = settings.BASE_URL + reverse("daily_deal", args=[deal.date, deal.game])
    title = registry.engines()[deal.game].title
    return {
        "field": found,
        "mine": mine,
        "place": words.place(found) if mine and mine.counts else "",
        "headline": words.headline(found, alone=deal.alone) if mine else "",
        "scores": words.scores(seats),
        "best": _best(deal, found, now),
        "strips": _strips(found, own, plus) if found.count else [],
        "picture": words.picture(found, alone=deal.alone),
        "own": "" if own is None else signed(own, plus),
        "choices": _choices(deal, rows, found, mine),
        "share": words.shared(title, deal.date, found, link, settings.SITE_NAME, alone=deal.alone)
        if mine and mine.counts
        else "",
        "next": _next(deal, mine, now),
        "left": _left(deal.ends - now) if deal.runs(now) else "",
        "tomorrow": deal.date + DAY,
    }


def _left(left: Any) -> str:
    hours, seconds = divmod(int(left.total_seconds()), 3600)
    return f"{hours}:{seconds // 60:02}:{seconds % 60:02}"


def _strips(found: Field, own: int | None, plus: bool) -> list[strip_plot.Strip]:
    frames = (strip_plot.NARROW, strip_plot.WIDE)
    drawn = [strip_plot.draw(frame, _with(found, own), own, plus=plus) for frame in frames]
    return [one for one in drawn if one is not None]


def _with(found: Field, own: int | None) -> Mapping[int, int]:
    """Return the results for the strip, with the reader's even if it does not count."""
    worths = found.ended
    if own is not None and not found.counted:
        worths[own] = worths.get(own, 0) + 1
    return worths


def _best(deal: Deal, found: Field, now: datetime) -> Best | None:
    if found.best is None or (entry := selectors.best_entry(deal, found.best)) is None:
        return None
    user = entry.user
    known = not user.is_guest and not user.is_closed
    return Best(
        user.name if known else _("A player"),
        signed(found.best, plus=not deal.alone),
        entry.table_id if deal.is_over(now) else "",
    )


def _choices(
    deal: Deal, rows: Sequence[Row], found: Field, mine: Entry | None
) -> list[FirstChoice]:
    made = field.choices(rows, mine.first if mine else "")
    whole = found.spread
    return [_choice(deal, choice, whole) for choice in made]


def _choice(deal: Deal, choice: Choice, whole: Spread | None) -> FirstChoice:
    screen, plus = registry.screen(deal.game), not deal.alone
    name = screen.say(choice.code) if choice.code else _("Something else")
    faces = screen.pictured([choice.code])[:1] if choice.code else ()
    spread = choice.spread
    if spread is None or whole is None:
        return FirstChoice(name, faces, choice.players, choice.mine, "", "", None)
    sentence = _("from %(low)s to %(high)s, half between %(quarter)s and %(three)s") % {
        "low": signed(spread.low, plus),
        "high": signed(spread.high, plus),
        "quarter": signed(spread.quarter, plus),
        "three": signed(spread.three_quarters, plus),
    }
    typical = signed(spread.middle, plus)
    return FirstChoice(
        name, faces, choice.players, choice.mine, typical, sentence, _line(spread, whole)
    )


def _line(spread: Spread, whole: Spread) -> Line:
    width = max(1, whole.high - whole.low)

    def at(value: int) -> str:
        return f"{100 * (value - whole.low) / width:.1f}%"

    return Line(
        at(spread.low),
        at(spread.high),
        at(spread.quarter),
        at(spread.three_quarters),
        at(spread.middle),
    )


def _next(deal: Deal, mine: Entry | None, now: datetime) -> selectors.ShownDeal | None:
    """Return another deal of today that the reader has not finished, or None."""
    if mine is None or not deal.runs(now):
        return None
    others = [other for other in selectors.deals(deal.date) if other.pk != deal.pk]
    shown = selectors.shown_deals(others, mine.user_id, now)
    return next((one for one in shown if not one.ended), None)
