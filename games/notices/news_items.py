"""News as its reader sees it: a sentence, a line on the table, and what the reader can do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from accounts import names
from games.kernel import clock
from games.notices import told
from games.notices.models import News, What
from games.notices.validity import OFFERS, is_offered
from games.registry import engines
from games.screens import clocks, ending, player_ratings
from games.tables.board import terms
from games.tables.models import Answer, EndedBy, Invitation, Seat, Status, Table

PAGE = 20  # items on a page
GLANCE = 3  # items on the home page


@dataclass(frozen=True, slots=True)
class Item:
    """One item of news. `way` is what the reader can do: "sit" or "again", both with a way to
    decline, "see" or "go" to the table, "read" what was decided, open the `url`, or nothing."""

    id: int
    table_id: str
    sentence: SafeString
    line: str
    face: str
    bot: bool
    new: bool
    at: datetime
    way: str
    url: str = ""

    @property
    def age(self) -> str:
        """Return the time since then in one unit."""
        if timezone.now() - self.at < timedelta(minutes=1):
            return _("just now")
        return _("%(time)s ago") % {"time": timesince(self.at, depth=1)}


@dataclass(frozen=True, slots=True)
class Page:
    """Some items, the newest first; `older` is where the next page begins, None on the last."""

    items: tuple[Item, ...]
    older: int | None = None

    @property
    def new(self) -> bool:
        """Return whether the user has not read one of them."""
        return any(item.new for item in self.items)

    @property
    def newest(self) -> int:
        """Return the number up to which all items are read after this page."""
        return max((item.id for item in self.items), default=0)


def page(user_id: int, *, before: int | None = None, size: int = PAGE) -> Page:
    """Return a page of a user's news, that before an item or the newest one. Three queries, and one
    more for each rated result."""
    rows = News.objects.filter(_known(), user=user_id)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    found = list(rows.select_related("table", "by").order_by("-pk")[: size + 1])
    return Page(_items(found[:size], user_id), found[size - 1].pk if len(found) > size else None)


def unread(user_id: int, size: int = GLANCE) -> tuple[Item, ...]:
    """Return the newest items that the user has not read."""
    rows = News.objects.filter(_known(), user=user_id, read_at=None, over=False)
    return _items(list(rows.select_related("table", "by").order_by("-pk")[:size]), user_id)


def _items(rows: Sequence[News], user_id: int) -> tuple[Item, ...]:
    if not rows:
        return ()
    tables = {row.table_id for row in rows}
    seats: dict[str, list[Seat]] = {}
    seated = Seat.objects.filter(table__in=tables).select_related("user", "table")
    for seat in seated.order_by("number"):
        seats.setdefault(seat.table_id, []).append(seat)
    answers = dict(
        Invitation.objects.filter(table__in=tables, user=user_id).values_list("table_id", "answer")
    )
    offers = News.objects.filter(pk__in=[row.pk for row in rows if row.what in OFFERS])
    standing = set(offers.filter(is_offered("what")).values_list("pk", flat=True))
    return tuple(
        _decided(row)
        if row.what == What.DECIDED
        else _told(row)
        if row.what in told.known()
        else _ended(row, seats.get(row.table_id or "", []))
        if row.what == What.ENDED
        else _unplayed(row, seats.get(row.table_id or "", []))
        if row.what == What.UNPLAYED
        else _offered(row, row.pk in standing)
        if row.what in OFFERS
        else _asked(row, seats.get(row.table_id or "", []), answers.get(row.table_id or ""))
        for row in rows
    )


def _known() -> Q:
    """Return the condition on news about no table, or about one of a game that is here."""
    of_apps = Q(table=None, what__in=[What.DECIDED, *told.known()])
    return of_apps | Q(table__game__in=engines().keys())


def _table(row: News) -> Table:
    """Return the table of an item that is about one."""
    assert row.table is not None
    return row.table


def _decided(row: News) -> Item:
    sentence = format_html("{}", _("A moderator has decided something that concerns you"))
    return _item(row, sentence, "", _("Moderator"), "read")


def _told(row: News) -> Item:
    said = told.say(row.what, row.facts, row.by)
    face = row.by.name if row.by else said.face
    return replace(_item(row, said.sentence, said.line, face, ""), url=said.url)


def _item(
    row: News, sentence: SafeString, line: str, face: str, way: str, bot: bool = False
) -> Item:
    letter, new = names.letter(face), row.read_at is None
    return Item(row.pk, row.table_id or "", sentence, line, letter, bot, new, row.at, way)


def bold(text: str) -> SafeString:
    """Return a name or a title for a sentence."""
    return format_html("<b>{}</b>", text)


# --- invitations, rematches, answers ---


def _asked(row: News, seats: Iterable[Seat], answer: str | None) -> Item:
    table, name = _table(row), row.by.name if row.by else _("Somebody")
    title = engines()[table.game].title
    sits = any(seat.user_id == row.user_id for seat in seats)
    facts = {"name": bold(name), "game": bold(title)}
    if row.what == What.DECLINED:
        sentence = format_html(_("{name} cannot come"), **facts)
        return _item(row, sentence, _terms(title, table), name, "go" if sits else "")
    words = _("{name} wants a rematch") if row.what == What.REMATCH else ""
    sentence = format_html(words or _("{name} invites you to {game}"), **facts)
    gone = _gone(table, name, sits, answer)
    if sits and table.status != Status.ENDED:
        return _item(row, sentence, _terms(title, table), name, "go")
    way = "again" if row.what == What.REMATCH else "sit"
    line = _terms(title, table) if row.what == What.REMATCH else _for(table)
    return _item(row, sentence, gone or line, name, "" if gone else way)


def _gone(table: Table, name: str, sits: bool, answer: str | None) -> str:
    """Return the reason why an invitation is over; "" if it is open."""
    if answer == Answer.DECLINED:
        return _("You declined.")
    if table.status == Status.OPEN:
        return _("The invitation was taken back.") if answer != Answer.NONE else ""
    if sits:
        return _("You have played this game.")
    if table.ended_by == EndedBy.CLOSED:
        return _("The table has closed.")
    return _("%(name)s’s table has begun without you.") % {"name": name}


def _terms(title: str, table: Table) -> str:
    return f"{title} · {clocks.brief(clock.stored(table.time_control))}"


def _for(table: Table) -> str:
    count = terms.number(table.seat_count)
    pace = clocks.brief(clock.stored(table.time_control))
    return f"{_('for %(count)s') % {'count': count}} · {pace}"


# --- offers ---


def _offered(row: News, stands: bool) -> Item:
    """Return the item of something that another player offers during a game."""
    table, name = _table(row), row.by.name if row.by else _("Somebody")
    words = {
        What.DRAW: _("{name} offers a draw"),
        What.ABORT: _("{name} offers to call the game off"),
        What.SLOW: _("{name} offers to continue by correspondence"),
        What.UNDO: _("{name} asks to take back a move"),
    }[What(row.what)]
    title = engines()[table.game].title
    line = title if stands else f"{title} · {_('no longer on offer')}"
    way = "go" if stands else "see"
    return _item(row, format_html(words, name=bold(name)), line, name, way)


# --- plans ---


def _unplayed(row: News, seats: Sequence[Seat]) -> Item:
    """Return the item of what the user had left for a turn, and what was not played then."""
    title = engines()[_table(row).game].title
    others = [seat for seat in seats if seat.user_id != row.user_id]
    if len(others) != 1:
        words = format_html(_("Your lines for {game} were not played"), game=bold(title))
        return _item(row, words, _("Your turn came, and none of them fitted."), title, "see")
    name = others[0].name
    words = format_html(_("Your lines against {name} were not played"), name=bold(name))
    return _item(row, words, f"{title} · {_('it did not fit')}", name, "see")


# --- results ---


def _ended(row: News, seats: Sequence[Seat]) -> Item:
    table, title = _table(row), engines()[_table(row).game].title
    mine = next((seat for seat in seats if seat.user_id == row.user_id), None)
    others = [seat for seat in seats if seat is not mine]
    if mine is None or not others:
        words = format_html(_("{game} is over"), game=bold(title))
        return _item(row, words, "", title, "see")
    other, two = others[0], len(others) == 1
    words = _of_two(table, mine, other) if two else _of_many(mine, seats, title)
    line = " · ".join(filter(None, (title if two else "", _rating(table, row.user_id))))
    return _item(row, words, line, other.name, "see", two and other.user_id is None)


def _of_two(table: Table, mine: Seat, other: Seat) -> SafeString:
    """Return the result of a game of two as a sentence for one of them."""
    won = mine.place == 1
    if mine.place is None:
        words = _("Your game with {name} was called off")
    elif won and other.place == 1:
        words = _("You and {name} drew")
    elif table.ended_by == EndedBy.RESIGN:
        words = _("{name} resigned: you won") if won else _("You resigned against {name}")
    elif table.ended_by == EndedBy.FLAG:
        words = (
            _("{name} ran out of time: you won") if won else _("You lost on time against {name}")
        )
    else:
        words = _("You won against {name}") if won else _("{name} won against you")
    return format_html(words, name=bold(other.name))


def _of_many(mine: Seat, seats: Sequence[Seat], title: str) -> SafeString:
    """Return the result of a game of several as a sentence for one of them."""
    first = [seat for seat in seats if seat.place == 1]
    if mine.place is None:
        words = _("{game} was called off")
    elif mine.left_by:
        words = _("You lost on time at {game}")
    elif len(first) == len(seats):
        words = _("Your game of {game} was drawn")
    elif mine in first:
        words = _("You share the win at {game}") if first[1:] else _("You won a game of {game}")
    else:
        words = _("You came {place} of {count} at {game}")
    place = ending.ordinal(mine.place or len(seats))
    return format_html(words, game=bold(title), place=place, count=len(seats))


def _rating(table: Table, user_id: int) -> str:
    """Return the change of the user's rating: "1540 → 1552"; "" without one."""
    if not table.rated:
        return ""
    known = player_ratings.of(table.id, table.game, table.seat_count, [user_id]).get(user_id)
    return f"{known.value} → {known.after}" if known and known.after is not None else ""
