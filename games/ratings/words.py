"""Sentences about ratings and tables that templates cannot compose."""

from __future__ import annotations

from datetime import datetime

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.ratings.models import Ladder
from games.ratings.profiles import PlayerTable
from games.screens import ending
from games.tables.models import EndedBy

LADDERS = {
    Ladder.TWO: lambda: _("Two players"),
    Ladder.MANY: lambda: _("Three or more"),
    Ladder.BOTS: lambda: _("Against bots"),
    Ladder.PROGRAMS: lambda: _("Bots of players"),
}


def left(until: datetime | None, now: datetime) -> str:
    """Return the time left, "2 days left"; "" without a clock. Rounded as on boards
    (games.screens.clocks)."""
    if until is None:
        return ""
    seconds = int((until - now).total_seconds())
    hours, minutes = -(-seconds // 3600), max(0, seconds // 60)
    if hours >= 48:
        return ngettext("%(n)s day left", "%(n)s days left", hours // 24) % {"n": hours // 24}
    if minutes >= 120:
        return ngettext("%(n)s hour left", "%(n)s hours left", hours) % {"n": hours}
    if minutes:
        return ngettext("%(n)s minute left", "%(n)s minutes left", minutes) % {"n": minutes}
    return _("under a minute left")


def turn(played: PlayerTable, reader_id: int | None) -> str:
    """Return a sentence about the turn: "Your turn", "Ann to move"."""
    thinking = played.to_act
    if any(seat.user_id == reader_id is not None for seat in thinking):
        return _("Your turn")
    if len(thinking) == 1:
        return _("%(name)s to move") % {"name": thinking[0].name}
    return ngettext("%(n)s player to move", "%(n)s players to move", len(thinking)) % {
        "n": len(thinking)
    }


def result(played: PlayerTable) -> str:
    """Return the result for this seat: "Won 61 : 44", "2nd of 4, 21 points", "1,460 points"."""
    if len(played.seats) == 1:
        return _of_one(played)
    return _of_two(played) if len(played.seats) == 2 else _of_many(played)


def _of_one(played: PlayerTable) -> str:
    if not played.scores or played.seat.score is None:
        return _("Not finished")
    return _points(played.seat.score)


def _points(score: int) -> str:
    shown = number_format(abs(score), force_grouping=True)
    return ngettext("%(n)s point", "%(n)s points", score) % {
        "n": f"−{shown}" if score < 0 else shown
    }


def _of_two(played: PlayerTable) -> str:
    ended_by = played.table.ended_by
    if played.drawn:
        return _("Draw agreed") if ended_by == EndedBy.DRAW else _with_scores(_("Drawn"), played)
    won = played.seat.place == 1
    if ended_by == EndedBy.RESIGN:
        return _("Won by resignation") if won else _("Lost by resignation")
    if ended_by == EndedBy.FLAG:
        return _("Won on time") if won else _("Lost on time")
    return _with_scores(_("Won") if won else _("Lost"), played)


def _with_scores(word: str, played: PlayerTable) -> str:
    if not played.scores:
        return word
    scores = [
        played.seat.score,
        *[seat.score for seat in played.seats if seat.number != played.seat.number],
    ]
    return _("%(result)s %(scores)s") % {
        "result": word,
        # no line break within a score
        "scores": "\u00a0:\u00a0".join(str(score).replace("-", "−") for score in scores),
    }


def _of_many(played: PlayerTable) -> str:
    place = _("%(place)s of %(seats)s") % {
        "place": ending.ordinal(played.seat.place or len(played.seats)),
        "seats": len(played.seats),
    }
    if not played.scores or played.seat.score is None:
        return place
    return _("%(place)s, %(points)s") % {"place": place, "points": _points(played.seat.score)}


def change(points: int) -> str:
    """Return a change with its sign: "+9", "−3"."""
    return f"+{points}" if points > 0 else f"−{-points}" if points else "±0"


def counted(played: PlayerTable) -> str:
    """Return why the game counted less than in full, or ""."""
    return (
        played.counted.words(played.others if len(played.seats) == 2 else "")
        if played.counted
        else ""
    )
