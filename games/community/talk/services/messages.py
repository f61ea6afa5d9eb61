"""Saying something at a table, and taking it back."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts import limits
from accounts.models import User
from accounts.services.removal import remove
from games.community.talk import selectors
from games.community.talk.models import LONGEST, Line
from games.community.talk.words import MOST, PHRASES, cleaned
from games.tables.board import presenter
from games.tables.errors import NotPossible, NotYourSeat, TooFast
from games.tables.live import broadcast
from games.tables.models import Table
from games.tables.state.public import PublicTable

AGAIN = 3
"""The most identical lines in a row by one author."""


def say(
    *, table_id: str, user: User, phrase: str = "", text: str = "", key: str = "", now: datetime
) -> Line:
    """Say a phrase, by code, or words, in the user's room, and return the line. The same key
    returns the same line. Raises TableError."""
    if len(text) > MOST:  # before any processing
        raise _too_long()
    return _say(table_id, user, phrase, text, key, now)


@transaction.atomic
def _say(table_id: str, user: User, phrase: str, text: str, key: str, now: datetime) -> Line:
    table = presenter.glance(table_id, user.pk)
    if key and (again := Line.objects.filter(user=user, key=key).first()):
        return again
    if not limits.allow("talk", user.pk):
        raise TooFast(_("Slow down a little: you are writing very fast."))
    text = "" if phrase else cleaned(text)
    _check(user, table, phrase, text, now)
    if refused := selectors.refusal(user, table, now):
        raise NotYourSeat(refused)
    room = selectors.room_of(table, user.pk)
    _check_again(table_id, user, phrase, text)
    facts = {"table_id": table_id, "room": room, "phrase": phrase, "text": text, "at": now}
    try:
        with transaction.atomic():
            line = Line.objects.create(user=user, key=key, **facts)
    except IntegrityError:  # the same form twice at once
        return Line.objects.get(user=user, key=key)
    transaction.on_commit(lambda: broadcast.notify_talk(table_id, room), robust=True)
    return line


def _too_long() -> NotPossible:
    return NotPossible(_("A message can have at most %(count)s characters.") % {"count": LONGEST})


def _check(user: User, table: PublicTable, phrase: str, text: str, now: datetime) -> None:
    if phrase and phrase not in PHRASES:
        raise NotPossible(_("There is no such phrase."))
    if not phrase and (refused := selectors.words_refused(user, table, now)):
        raise NotYourSeat(refused)
    if not phrase and not text:
        raise NotPossible(_("The message is empty."))
    if len(text) > LONGEST:
        raise _too_long()
    if Table.objects.filter(pk=table.id, silent=True).exists():
        raise NotPossible(_("This table is silent."))


def _check_again(table_id: str, user: User, phrase: str, text: str) -> None:
    """Raise TooFast if the user has just repeated the same line too often."""
    last = Line.objects.filter(table=table_id, user=user).order_by("-pk")[:AGAIN]
    said = list(last.values_list("phrase", "text"))
    if len(said) == AGAIN and set(said) == {(phrase, text)}:
        raise TooFast(_("You have just said that. Say something else."))


@transaction.atomic
def take_back(*, line_id: int, user: User, now: datetime) -> Line:
    """Take one's own line back, within five minutes, and return it. Raises TableError."""
    line = Line.objects.select_for_update().filter(pk=line_id, user=user).first()
    if line is None:
        raise NotYourSeat(_("That is not your message."))
    if line.removed_at is None:
        if now >= line.at + selectors.BACK:
            raise NotPossible(_("You can take a message back within five minutes."))
        line.removed_at = now
        line.save(update_fields=["removed_at"])
        _notify(line)
    return line


@transaction.atomic
def set_hidden(line_id: int, hidden: bool) -> None:
    """Hide a line from everybody, or show it again, for a moderator; the caller writes the
    journal."""
    line = Line.objects.select_for_update().filter(pk=line_id).first()
    if line is not None and line.hidden != hidden:
        line.hidden = hidden
        line.save(update_fields=["hidden"])
        _notify(line)


def _notify(line: Line) -> None:
    table_id, room = line.table_id, line.room
    transaction.on_commit(lambda: broadcast.notify_talk(table_id, room), robust=True)


KEPT = timedelta(days=90)


def forget(*, now: datetime, after: timedelta = KEPT, limit: int = 5000) -> int:
    """Delete lines of tables that ended so long ago; return their number."""
    return remove(Line.objects.filter(table__ended_at__lt=now - after), limit)


def forget_user(user_id: int) -> None:
    """Delete the lines of a user, whose account is closing."""
    Line.objects.filter(user=user_id).delete()
