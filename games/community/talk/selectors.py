"""Queries for the lines that a reader may see."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Max, QuerySet
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import User
from games import zones
from games.community.moderation import selectors as conduct
from games.community.moderation.quotes import Quote
from games.community.people import selectors as people
from games.community.people.models import Kind, Tie
from games.community.talk import venues
from games.community.talk.models import Line, Room
from games.community.talk.venues import Venue
from games.community.talk.words import PHRASES
from games.site import switches
from games.site.models import Name
from games.tables.board import presenter
from games.tables.errors import NoSuchTable
from games.tables.state.public import PublicTable

SHOWN = 100  # newest lines of a room on a page
QUOTED_AROUND = 3  # lines before and after a reported one
TAKE_BACK_TIME = timedelta(minutes=5)
"""How long an author may take a line back."""


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line as one reader sees it; `gone` is the reason why it has no words, or ""."""

    id: int
    room: str
    name: str
    username: str
    at: datetime
    text: str
    gone: str
    mine: bool
    may_take_back: bool


@dataclass(frozen=True, slots=True)
class Talk:
    """A table's talk for one reader. `room`: the reader's own; `refusal`: the reason why the reader
    may not talk, or ""; `no_words`: why only with phrases, or ""; `muted`: the people here whom the
    reader mutes."""

    table: PublicTable
    room: str
    lines: tuple[ShownLine, ...]
    refusal: str
    no_words: str
    watchers_later: bool
    muted: tuple[User, ...]
    reader_id: int | None = None

    @property
    def company(self) -> bool:
        """Return whether another person sits at the table."""
        mine = self.reader_id
        return any(seat.user_id not in (None, mine) for seat in self.table.seats)

    @property
    def newest(self) -> int:
        """Return the id of the newest line, or 0."""
        return max((line.id for line in self.lines), default=0)


def room_of(table: PublicTable, user_id: int | None) -> str:
    """Return the room in which a user speaks."""
    return Room.WATCHERS if table.seat(user_id) is None else Room.PLAYERS


def rooms_for(table: PublicTable, user_id: int | None) -> tuple[str, ...]:
    """Return the rooms that a user may read."""
    if table.seat(user_id) is not None and table.status != "ended":
        return (Room.PLAYERS,)
    return (Room.PLAYERS, Room.WATCHERS)


@dataclass(frozen=True, slots=True)
class VenueTalk:
    """The talk at a venue other than a table for one reader; fields as of `Talk`."""

    venue: Venue
    lines: tuple[ShownLine, ...]
    refusal: str
    no_words: str
    muted: tuple[User, ...]


def venue_talk(venue: Venue, user: User, now: datetime) -> VenueTalk:
    """Return the talk at a venue for a user who may read it."""
    rows = Line.objects.filter(venue=venue.key)
    spoke = rows.filter(user__in=people.tied_to(user.pk, Kind.MUTE)).values("user")
    return VenueTalk(
        venue,
        _newest_lines(rows, user.pk, now),
        muted(user, now),
        no_words(user, venue.known, now),
        tuple(User.objects.filter(pk__in=spoke).order_by("username")),
    )


def newest(keys: Collection[str]) -> dict[str, int]:
    """Return the id of the newest line at each of these venues. One query."""
    rows = Line.objects.filter(venue__in=keys).values("venue").order_by("venue")
    return dict(rows.annotate(newest=Max("pk")).values_list("venue", "newest"))


def since(key: str, line_id: int) -> list[int]:
    """Return the ids of the newest lines at a venue after one, oldest first."""
    rows = Line.objects.filter(venue=key, pk__gt=line_id).order_by("-pk")
    return list(rows.values_list("pk", flat=True)[:SHOWN])[::-1]


def line_at(key: str, line_id: int) -> Line | None:
    """Return a line at a venue with its author."""
    return Line.objects.filter(pk=line_id, venue=key).select_related("user").first()


def hidden_from(author: int, users: Collection[int]) -> set[int]:
    """Return those of these users from whom an author's lines are hidden. Two queries."""
    mute = Tie.objects.filter(user__in=users, other=author, kind=Kind.MUTE)
    return set(mute.values_list("user", flat=True)) | people.apart(author)


def hidden_authors(user_id: int | None) -> frozenset[int]:
    """Return the ids of the people whose lines are hidden from a user. Two queries."""
    if user_id is None:
        return frozenset()
    return people.tied_to(user_id, Kind.MUTE) | people.apart(user_id)


def talk(table: PublicTable, user: User | None, now: datetime) -> Talk:
    """Return a table's talk for a user (None: a stranger)."""
    user_id = user.pk if user else None
    rows = Line.objects.filter(table=table.id, room__in=rooms_for(table, user_id))
    seated = {seat.user_id for seat in table.seats}
    muted = people.tied_to(user_id, Kind.MUTE) if user_id else frozenset()
    spoke = Line.objects.filter(table=table.id, user__in=muted).values_list("user", flat=True)
    speakers = seated | set(spoke.distinct())
    return Talk(
        table,
        room_of(table, user_id),
        _newest_lines(rows, user_id, now),
        refusal(user, table, now),
        no_words_at(user, table, now) if user else "",
        table.status != "ended",
        tuple(User.objects.filter(pk__in=muted & speakers).order_by("username")),
        user_id,
    )


def _newest_lines(
    rows: QuerySet[Line], user_id: int | None, now: datetime
) -> tuple[ShownLine, ...]:
    """Return the newest of these lines as a user sees them, oldest first."""
    seen = rows.exclude(user__in=hidden_authors(user_id)).select_related("user")
    return tuple(shown_line(line, user_id, now) for line in reversed(seen.order_by("-pk")[:SHOWN]))


def shown_line(line: Line, user_id: int | None, now: datetime) -> ShownLine:
    """Return a line as one reader sees it."""
    mine = line.user_id == user_id
    gone = _("Taken back.") if line.removed_at else ""
    if line.hidden:
        gone = _("Removed by a moderator.")
    return ShownLine(
        line.pk,
        line.room,
        line.user.name,
        line.user.username,
        line.at,
        "" if gone else words(line),
        gone,
        mine,
        mine and not gone and now < line.at + TAKE_BACK_TIME,
    )


def words(line: Line) -> str:
    """Return the words of a line, a phrase in the active language."""
    return str(PHRASES[line.phrase]) if line.phrase in PHRASES else line.text


def refusal(user: User | None, table: PublicTable, now: datetime) -> str:
    """Return why a user may not talk at a table, or ""."""
    if user is None:
        return _("Sign in, or play as a guest, to say something.")
    if table.status == "open" and table.seat(user.pk) is None:
        return _("Sit down to talk here. Those who watch talk once the game has begun.")
    return muted(user, now)


def muted(user: User, now: datetime) -> str:
    """Return why a user may not talk anywhere, or ""."""
    if sanction := conduct.mute(user.pk, now):
        if sanction.until is None:
            return _("You may not talk at tables.")
        until = sanction.until.astimezone(zones.known(user.zone or user.mail_zone)).strftime(
            "%Y-%m-%d %H:%M %Z"
        )
        return _("You may not talk until %(until)s.") % {"until": until}
    return ""


def no_words_at(user: User, table: PublicTable, now: datetime) -> str:
    """Return why a user may only use phrases at a table, or ""."""
    return no_words(user, table.private and table.seat(user.pk) is not None, now)


def no_words(user: User, known: bool, now: datetime) -> str:
    """Return why a user may only use phrases, or "". `known`: the people know each other, so that a
    new account need not wait."""
    if user.is_guest:
        return _("Guests can use the phrases. With an account you can write your own words.")
    if not switches.is_on(Name.FREE_TEXT):
        return _("At the moment this site has only ready-made phrases.")
    since = user.date_joined + timedelta(hours=settings.TALK_HOURS)
    if now < since and not known:
        moment = date_format(
            since.astimezone(zones.known(user.zone or user.mail_zone)), "j F, H:i e"
        )
        return _(
            "A new account has only the ready-made phrases at first, except at tables by link. You"
            " can write your own words here from %(moment)s on."
        ) % {"moment": moment}
    return ""


def visible(line_id: int, user_id: int | None) -> Line | None:
    """Return a line if a user may see it, else None."""
    line = Line.objects.filter(pk=line_id).select_related("user").first()
    if line is None or line.user_id in hidden_authors(user_id):
        return None
    if line.table_id is None:
        return line if venues.find(line.venue, user_id) else None
    try:
        table = presenter.glance(line.table_id, user_id)
    except NoSuchTable:
        return None
    return line if line.room in rooms_for(table, user_id) else None


def quote(line_id: int, reader_id: int | None) -> Quote | None:
    """Return a visible line and those around it as a quote, or None."""
    line = visible(line_id, reader_id)
    if line is None:
        return None
    room = Line.objects.filter(table=line.table_id, venue=line.venue, room=line.room)
    room = room.select_related("user")
    before = list(room.filter(pk__lt=line.pk).order_by("-pk")[:QUOTED_AROUND])[::-1]
    after = list(room.filter(pk__gt=line.pk).order_by("pk")[:QUOTED_AROUND])
    around = tuple(_quoted([*before, line, *after], line))
    found = venues.find(line.venue, reader_id)
    back = found.url if found else reverse("talk", args=[line.table_id])
    return Quote(line.pk, line.user_id, line.table_id or "", words(line), around, back)


def _quoted(lines: Sequence[Line], one: Line) -> Iterable[dict[str, object]]:
    for line in lines:
        yield {
            "name": line.user.name,
            "at": line.at.isoformat(),
            "text": words(line),
            "this": line.pk == one.pk,
        }
