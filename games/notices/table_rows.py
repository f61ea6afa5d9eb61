"""Tables as rows of notices, with what their user may see on the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games import registry
from games.epoch import MILLISECOND
from games.notices import due, mail_links
from games.notices.models import Notice
from games.screens import clocks, phrases
from games.tables.board import presenter, terms
from games.tables.state.public import PublicSeat, PublicTable


@dataclass(frozen=True, slots=True)
class Card:
    """A card in a mail: letter and colour of its suit, and its rank."""

    letter: str
    value: str
    ink: str


@dataclass(frozen=True, slots=True)
class Row:
    """A table in a notice."""

    game: str
    others: str
    company: str
    """The others in a title: of many only one by name."""
    link: str
    turn: str = ""
    """The last turn in words."""
    cards: tuple[Card, ...] = ()
    left: str = ""
    until: str = ""
    lines: tuple[str, ...] = ()
    heading: str = ""
    """The heading of the row, in a mail with several."""
    goes_to: str = "table"
    """The target of the link: "table", "event" or "club"."""


def of_table(notice: Notice, table: PublicTable, **facts: Any) -> Row:
    """Return the row of a table for the user of a notice."""
    others = [player.plain_name for player in table.seats if player.user_id != notice.user_id]
    link = mail_links.absolute("table", notice.at.pk)
    if not others:
        return Row(table.title, "", "", link, **facts)
    return Row(table.title, phrases.both(others), phrases.company(others), link, **facts)


def turn_row(notice: Notice, now: datetime) -> Row:
    """Return the row of a table that waits for the user."""
    table = presenter.look(notice.at.pk, notice.user_id)
    turns = [
        (turn, words)
        for turn, words in presenter.log(table, notice.user_id)
        if turn.seat is not None and not turn.you
    ]
    last = ""
    cards: tuple[Card, ...] = ()
    if turns:
        turn, last = turns[-1]
        cards = _cards(table.game, turn.codes)
    left, until = time_left(table.flag_at, notice.user, now)
    return of_table(notice, table, turn=last, cards=cards, left=left, until=until)


def _cards(game: str, codes: tuple[str, ...]) -> tuple[Card, ...]:
    return tuple(
        Card(face.suit.letter.upper(), face.rank or "×", face.suit.ink)
        for face in registry.screen(game).pictured(codes)
    )


def time_left(flag_at: datetime | None, user: User, now: datetime) -> tuple[str, str]:
    """Return the time until a deadline, and the deadline in the user's time zone: ("2 days",
    "Monday 20:15 CET"); ("", "") without one."""
    if flag_at is None:
        return "", ""
    left, zone = max(flag_at - now, timedelta()), due.zone_of(user)
    minutes = left // timedelta(minutes=1)
    if minutes < 60:
        words = ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}
    else:
        words = clocks.text("correspondence", left // MILLISECOND)
    until = flag_at.astimezone(zone)
    pattern = "l H:i" if left < timedelta(days=6) else "l j F H:i"
    return words, f"{date_format(until, pattern)} {until.tzname()}"


def over_row(notice: Notice) -> Row:
    """Return the row of a game that has ended."""
    table = presenter.look(notice.at.pk, notice.user_id)
    if table.is_sealed(timezone.now()):  # mails are passed on
        line = _("Others still play these cards. The result stands at the table.")
        return of_table(notice, table, lines=(line,))
    me = table.seat(notice.user_id)
    winners = [player for player in table.seats if player.place == 1]
    lines = [_won(winners, me, len(table.seats))]
    if why := _why(table, notice.user_id):
        lines.append(why)
    if winners and table.ended_by == "rules":
        ranked = sorted(table.seats, key=lambda player: (player.place or 0, player.number))
        lines.append(
            _("Points: %(points)s.")
            % {"points": ", ".join([f"{player.name} {player.score}" for player in ranked])}
        )
    if me is not None and me.standing is not None and me.standing.after is not None:
        lines.append(
            _("Your rating: %(before)s → %(after)s.")
            % {"before": me.standing.value, "after": me.standing.after}
        )
        if why := table.counted(me.number):
            lines.append(why)
    return of_table(notice, table, lines=tuple(lines))


def _won(winners: Sequence[PublicSeat], me: PublicSeat | None, count: int) -> str:
    """Return who has won, as a sentence for one of the seats."""
    if not winners:
        return _("The game was called off and does not count.")
    if len(winners) == count > 1:
        return _("A draw.")
    others = [player.name for player in winners if player is not me]
    if not others:
        return _("You win.")
    if me in winners:
        words = _("You share the win with %(players)s.")
    else:
        words = _("%(players)s share the win.") if others[1:] else _("%(players)s wins.")
    return words % {"players": phrases.both(others)}


def _why(table: PublicTable, user_id: int) -> str:
    if table.ended_by == "draw":
        return _("All agreed.")
    if table.ended_by == "abort":
        return " ".join([_left_early(player, user_id) for player in table.seats if player.walked])
    losers = [player for player in table.seats if player.place != 1]
    if table.ended_by not in ("resign", "flag") or len(table.seats) != 2 or len(losers) != 1:
        return ""
    you, name = losers[0].user_id == user_id, losers[0].name
    if table.ended_by == "resign":
        return _("You resigned.") if you else _("%(name)s resigned.") % {"name": name}
    return _("You ran out of time.") if you else _("%(name)s ran out of time.") % {"name": name}


def _left_early(player: PublicSeat, user_id: int) -> str:
    if player.user_id == user_id:
        return _("You left before everybody had moved.")
    return _("%(name)s left before everybody had moved.") % {"name": player.name}


def idle_row(notice: Notice) -> Row:
    """Return the row of a game that is aborted soon."""
    table = presenter.look(notice.at.pk, notice.user_id)
    day = "" if table.breaks_off_at is None else clocks.day(table.breaks_off_at)
    lines = (
        _("Nobody has moved there for a long time."),
        _("On %(day)s it ends without a result, unless somebody moves.") % {"day": day},
    )
    return of_table(notice, table, lines=lines)


def invitation_row(notice: Notice) -> Row:
    """Return the row of a table that the user is invited to."""
    table = presenter.look(notice.at.pk, notice.user_id)
    lines = (terms.seats(table.seat_count), clocks.sentence(table.control))
    return of_table(notice, table, lines=lines)


def offer_row(notice: Notice) -> Row:
    """Return the row of a table with an offer."""
    table = presenter.look(notice.at.pk, notice.user_id)
    return of_table(notice, table, lines=(_("You can accept or decline on the board."),))


def inviter(notice: Notice) -> str:
    """Return the name of the user who invites or offers."""
    return notice.by.name if notice.by is not None else _("Somebody")
