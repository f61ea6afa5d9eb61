"""Write lines and take them back."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts import limits
from accounts.models import User
from accounts.services.removal import remove
from games.community.talk import selectors
from games.community.talk.models import LONGEST, Line, Room
from games.community.talk.venues import Venue
from games.community.talk.words import MAX_INPUT, PHRASES, cleaned
from games.tables.board import presenter
from games.tables.errors import NotPossible, NotYourSeat, TooFast
from games.tables.live import broadcast
from games.tables.models import Table

MAX_REPEATS = 3  # identical lines in a row by one author


def say(
    *, table_id: str, user: User, phrase: str = "", text: str = "", key: str = "", now: datetime
) -> Line:
    """Write a phrase, by code, or words in the user's room of a table, and return the line. The
    same key returns the same line. Raises TableError."""
    if len(text) > MAX_INPUT:  # before any processing
        raise _too_long()
    with transaction.atomic():
        table = presenter.glance(table_id, user.pk)
        if again := _same_line(user, key):
            return again
        refused = selectors.refusal(user, table, now)
        no_words = selectors.no_words_at(user, table, now)
        silent = Table.objects.filter(pk=table.id, silent=True).exists()
        room = selectors.room_of(table, user.pk)
        where = {"table_id": table_id, "room": room}
        text = _check_text(user, where, phrase, text, refused, no_words, silent)
        return _write(user, key, where | {"phrase": phrase, "text": text, "at": now})


def say_at(
    *, venue: Venue, user: User, phrase: str = "", text: str = "", key: str = "", now: datetime
) -> Line:
    """Write a line at a venue that the user may read, as `say` does at a table."""
    if len(text) > MAX_INPUT:
        raise _too_long()
    with transaction.atomic():
        if again := _same_line(user, key):
            return again
        refused = selectors.muted(user, now)
        no_words = selectors.no_words(user, venue.known, now)
        where = {"venue": venue.key, "room": Room.PLAYERS}
        text = _check_text(user, where, phrase, text, refused, no_words, False)
        return _write(user, key, where | {"phrase": phrase, "text": text, "at": now})


def _same_line(user: User, key: str) -> Line | None:
    """Return the line with this key, or None. Raises TooFast."""
    if key and (again := Line.objects.filter(user=user, key=key).first()):
        return again
    if not limits.allow("talk", user.pk):
        raise TooFast(_("Slow down a little: you are writing very fast."))
    return None


def _check_text(
    user: User,
    where: dict[str, str],
    phrase: str,
    text: str,
    refused: str,
    no_words: str,
    silent: bool,
) -> str:
    """Return the cleaned words of a line. Raises TableError unless the user may write it."""
    text = "" if phrase else cleaned(text)
    if phrase and phrase not in PHRASES:
        raise NotPossible(_("There is no such phrase."))
    if not phrase and no_words:
        raise NotYourSeat(no_words)
    if not phrase and not text:
        raise NotPossible(_("The message is empty."))
    if len(text) > LONGEST:
        raise _too_long()
    if silent:
        raise NotPossible(_("This table is silent."))
    if refused:
        raise NotYourSeat(refused)
    last = Line.objects.filter(**where, user=user).order_by("-pk")[:MAX_REPEATS]
    repeated = list(last.values_list("phrase", "text"))
    if len(repeated) == MAX_REPEATS and set(repeated) == {(phrase, text)}:
        raise TooFast(_("You have just said that. Say something else."))
    return text


def _write(user: User, key: str, facts: dict[str, Any]) -> Line:
    try:
        with transaction.atomic():
            line = Line.objects.create(user=user, key=key, **facts)
    except IntegrityError:  # the same form twice at once
        return Line.objects.get(user=user, key=key)
    _notify(line)
    return line


def _too_long() -> NotPossible:
    return NotPossible(_("A message can have at most %(count)s characters.") % {"count": LONGEST})


@transaction.atomic
def take_back(*, line_id: int, user: User, now: datetime) -> Line:
    """Take back one's own line within TAKE_BACK_TIME, and return it. Raises TableError."""
    line = Line.objects.select_for_update().filter(pk=line_id, user=user).first()
    if line is None:
        raise NotYourSeat(_("That is not your message."))
    if line.removed_at is None:
        if now >= line.at + selectors.TAKE_BACK_TIME:
            raise NotPossible(_("You can take a message back within five minutes."))
        line.removed_at = now
        line.save(update_fields=["removed_at"])
        _notify(line)
    return line


@transaction.atomic
def set_hidden(line_id: int, hidden: bool) -> None:
    """Hide a line from everybody, or show it again; the caller writes the journal."""
    line = Line.objects.select_for_update().filter(pk=line_id).first()
    if line is not None and line.hidden != hidden:
        line.hidden = hidden
        line.save(update_fields=["hidden"])
        _notify(line)


def _notify(line: Line) -> None:
    table_id, room = line.table_id, line.room
    if table_id is not None:
        transaction.on_commit(lambda: broadcast.notify_talk(table_id, room), robust=True)
    else:
        venue, line_id = line.venue, line.pk
        transaction.on_commit(lambda: broadcast.notify_venue(venue, line_id), robust=True)


def check_readers(venue: str) -> None:
    """Have the open pages of a venue check their readers again after the commit."""
    transaction.on_commit(lambda: broadcast.notify_venue(venue), robust=True)


KEPT = timedelta(days=90)


def forget(*, now: datetime, after: timedelta = KEPT, limit: int = 5000) -> int:
    """Delete lines of tables that ended before `after`, and lines of that age elsewhere; return how
    many."""
    ended, elsewhere = Q(table__ended_at__lt=now - after), Q(table=None, at__lt=now - after)
    return remove(Line.objects.filter(ended | elsewhere), limit)


def forget_user(user_id: int) -> None:
    """Delete the lines of a closed account."""
    Line.objects.filter(user=user_id).delete()
