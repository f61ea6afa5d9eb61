"""The context of the page of a review."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games import registry
from games.learning.review import chart, selectors, subject, words
from games.learning.review.chart import Curve
from games.learning.review.models import Review, Status
from games.learning.review.summary import Moment, Summary
from games.learning.review.words import Whose
from games.screens.phrases import both
from games.screens.suits import Face
from games.tables.models import EndedBy, Table
from games.tables.state.public import PublicSeat, PublicTable


@dataclass(frozen=True, slots=True)
class Choice:
    """A move as shown: who, what, and its cards, or the whole in words."""

    who: str
    verb: str
    faces: tuple[Face, ...]
    said: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A key moment as shown."""

    moment: Moment
    verdict: str
    turn: str
    played: Choice
    better: Choice
    reason: str
    ply: int
    loud: bool
    drawn: bool
    """Whether both moves are shown as cards."""
    other: PublicSeat | None
    """The other seat to play on from: the only opponent's, or that of who erred."""


@dataclass(frozen=True, slots=True)
class Row:
    """A turn in the data table of the curve."""

    number: int
    ply: int
    who: str
    ahead: str
    chance: int
    played: str
    drawn: str


def whose(table: Table, found: PublicTable, seat: int, user_id: int | None) -> Whose:
    """Return the subject of the review."""
    its = found.seats[seat]
    names = tuple(one.name for one in found.seats if one.number != seat)
    first = [one for one in found.seats if one.place == 1]
    return Whose(
        you=user_id is not None and its.user_id == user_id,
        name=its.name,
        others=names,
        place=its.place,
        drawn=len(found.seats) > 1 and len(first) == len(found.seats),
        by_rules=table.ended_by == EndedBy.RULES,
    )


def facts(
    table: Table, found: PublicTable, review: Review | None, user_id: int | None, now: datetime
) -> dict[str, Any]:
    """Return the context of the page."""
    seat = selectors.seat_of(table, user_id).number
    who = whose(table, found, seat, user_id)
    told: dict[str, Any] = {
        "table": found,
        "with_whom": _with_whom(found, seat, who),
        "whose": who,
        "review": review,
        "first": _first(table),
    }
    if review is None or review.status == Status.FAILED:
        return told
    runs = selectors.runs(table)
    summary = selectors.summary_of(table, review, seat, runs)
    told["curves"] = _curves(summary, review, len(runs)) if len(summary.points) > 1 else []
    told["summary"] = _summary(summary, who)
    told["sides"] = _sides(summary, who)
    if review.status == Status.DONE:
        return told | _done(table, found, summary, who)
    return told | _working(table, found, review, who, now)


def _done(table: Table, found: PublicTable, summary: Summary, who: Whose) -> dict[str, Any]:
    cards, play = chart.bars(summary)
    return {
        "headline": words.headline(summary, who),
        "story": summary,
        "cards": (cards, signed(summary.cards)),
        "play": (play, signed(summary.play)),
        "result": signed(summary.result) if not summary.alone else str(summary.result),
        "gave_away": words.gave_away(summary, who),
        "heading": words.heading(len(summary.moments)),
        "moments": _moments(table, found, summary, who),
        "rows": _rows(found, summary, who),
    }


def _working(
    table: Table, found: PublicTable, review: Review, who: Whose, now: datetime
) -> dict[str, Any]:
    done, left, before = len(review.stages), selectors.seconds_left(review, now), []
    if review.status == Status.WAITING:
        before = selectors.queued_ahead(review, now)
        left = selectors.estimated_wait(review, before, now)
    return {
        "ended": _ended(found, who),
        "done": done,
        "percent": 100 * done // max(1, review.turns),
        "quarter": 4 * done // max(1, review.turns),
        "before": len(before),
        "left": words.spent(left) if left is not None else "",
    }


def _ended(found: PublicTable, who: Whose) -> str:
    """Return the result by the table's scores, before anything is computed."""
    scores = [seat.score or 0 for seat in found.seats]
    mine = next(seat.score or 0 for seat in found.seats if seat.name == who.name)
    ahead = mine if len(scores) == 1 else 0
    if len(scores) == 2:
        ahead = abs(scores[0] - scores[1]) * (1 if who.place == 1 else -1)
    summary = Summary(0, len(scores) == 1, (), (), ahead, 0, 0, 0, 0, 0, 1)
    return words.result(summary, who)


def _with_whom(found: PublicTable, seat: int, who: Whose) -> str:
    """Return "Lost Cities with Ben"."""
    title = {"game": found.title, "player": who.name}
    if not who.others:
        return found.title if who.you else _("%(game)s, %(player)s") % title
    title["players"] = both(list(who.others))
    if who.you:
        return _("%(game)s with %(players)s") % title
    return _("%(game)s, %(player)s with %(players)s") % title


def _first(table: Table) -> int:
    return min(table.ply, 3)


def _curves(summary: Summary, review: Review, turns: int) -> list[Curve]:
    """Return the curve in both widths."""
    shown = summary.moments if review.status == Status.DONE else ()
    hidden = turns - len(summary.points) if review.status == Status.DONE else 2
    room = max(len(summary.points), turns - max(0, hidden))
    return [
        chart.curve(size, summary.points, shown, room, alone=summary.alone)
        for size in (chart.DESK, chart.PHONE)
    ]


def _sides(summary: Summary, who: Whose) -> tuple[str, str]:
    """Return the labels above and below the middle of the curve."""
    if summary.alone:
        return "", ""
    ahead = _("%(player)s ahead")
    mine = _("you ahead") if who.you else ahead % {"player": who.name}
    return mine, ahead % {"player": who.other} if who.other else _("others ahead")


def _summary(summary: Summary, who: Whose) -> str:
    """Return the alternative text of the curve."""
    if not summary.points:
        return ""
    values = [point.ahead for point in summary.points]
    told = {
        "first": signed(round(values[0])),
        "last": signed(round(values[-1])),
        "least": signed(round(min(values))),
        "most": signed(round(max(values))),
        "player": who.name,
    }
    return (
        _(
            "The expected result for %(player)s: %(first)s at first, %(last)s in the end, between"
            " %(least)s and %(most)s."
        )
        % told
    )


def _moments(table: Table, found: PublicTable, summary: Summary, who: Whose) -> list[Shown]:
    """Return the key moments. A game gives reasons to the player to move, so only the reader's own
    decisions have them."""
    screen, seat = registry.screen(table.game), summary.seat
    own = [each.judged for each in summary.moments if each.mine and who.you]
    views = subject.views(table, seat, [judged.ply for judged in own])
    why = {
        judged.ply: screen.why(views[judged.ply], seat, judged.best[0], judged.played)
        for judged in own
    }
    return [
        _shown(table, found, summary, who, each, why.get(each.judged.ply, ""))
        for each in summary.moments
    ]


def _shown(
    table: Table, found: PublicTable, summary: Summary, who: Whose, moment: Moment, why: str
) -> Shown:
    judged = moment.judged
    actor = found.seats[judged.seat].name
    you = who.you and moment.mine
    facts = {"number": moment.turn, "player": actor}
    played = choice(table.game, judged.played, _("You") if you else actor, words.DONE)
    better = choice(table.game, judged.best[0], _("Better"), words.DOES)
    return Shown(
        moment=moment,
        verdict=words.verdict(moment, who, actor),
        turn=(_("Turn %(number)s, you") if you else _("Turn %(number)s, %(player)s")) % facts,
        played=played,
        better=better,
        reason=words.reason(summary, moment, why),
        ply=judged.ply,
        loud=moment is summary.worst,
        drawn=bool(played.faces and better.faces),
        other=_other(found, summary.seat, judged.seat),
    )


def _other(found: PublicTable, seat: int, actor: int) -> PublicSeat | None:
    others = [one for one in found.seats if one.number != seat]
    return others[0] if len(others) == 1 else found.seats[actor] if actor != seat else None


def choice(game: str, code: str, who: str, verbs: dict[str, str]) -> Choice:
    """Return a move as it is drawn."""
    screen = registry.screen(game)
    faces = screen.pictured([code])
    verb = verbs.get(code.partition(" ")[0])
    said = screen.say(code)
    if faces and verb:
        return Choice(who, _(verb), tuple(faces), said)
    return Choice(who, "", (), said)


def _rows(found: PublicTable, summary: Summary, who: Whose) -> list[Row]:
    names = [seat.name for seat in found.seats]
    return [
        Row(
            point.number,
            point.ply,
            _("the deal")
            if point.seat is None
            else _("you")
            if who.you and point.seat == summary.seat
            else names[point.seat],
            one_digit(point.ahead),
            words.percent(point.chance),
            one_digit(point.played) if point.played else "",
            one_digit(point.drawn),
        )
        for point in summary.points
    ]


def signed(number: int) -> str:
    """Return a whole number with its sign."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def one_digit(number: float) -> str:
    """Return a number with its sign and one decimal."""
    text = f"{abs(number):.1f}"
    return text if text == "0.0" else f"+{text}" if number > 0 else f"−{text}"
