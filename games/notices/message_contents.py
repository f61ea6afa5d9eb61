"""The contents of a message with notices: title, subject and rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from games.notices import about_items, table_rows
from games.notices.models import Kind, Notice
from games.notices.table_rows import Row
from games.notices.validity import OF_NO_TABLE

TURNS = (Kind.TURN, Kind.LIVE)
OFFERED = {
    Kind.DRAW: gettext_lazy("%(name)s offers a draw: %(game)s"),
    Kind.ABORT: gettext_lazy("%(name)s offers to call off %(game)s"),
    Kind.SLOW: gettext_lazy("%(name)s offers to continue %(game)s by correspondence"),
    Kind.UNDO: gettext_lazy("%(name)s asks to take back a move: %(game)s"),
}


@dataclass(frozen=True, slots=True)
class Contents:
    """One message; `subject` is its subject line, `title` its heading."""

    subject: str
    title: str
    rows: tuple[Row, ...]


def language_of(user: User) -> str:
    """Return the language of a user's notices, or the site's."""
    known = user.mail_language in dict(settings.LANGUAGES)
    return user.mail_language if known else settings.LANGUAGE_CODE


def of(notices: Sequence[Notice], now: datetime) -> Contents:
    """Return the contents of notices of one user, in the active language."""
    if all(notice.kind in TURNS for notice in notices):
        return _turns(notices, now)
    if len(notices) == 1:
        row, title = _one(notices[0], now)
        return Contents(title, title, (row,))
    found = [_one(notice, now) for notice in notices]
    title = _count(notices)
    return Contents(title, title, tuple(replace(row, heading=head) for row, head in found))


def _count(notices: Sequence[Notice]) -> str:
    """Return the title of a message with several notices."""
    count = len(notices)
    if any(notice.kind in OF_NO_TABLE for notice in notices):
        words = ngettext("%(count)s piece of news", "%(count)s pieces of news", count)
    else:
        words = ngettext(
            "%(count)s piece of news about your games",
            "%(count)s pieces of news about your games",
            count,
        )
    return words % {"count": count}


def _turns(notices: Sequence[Notice], now: datetime) -> Contents:
    found = tuple(table_rows.turn_row(notice, now) for notice in notices)
    title = _("%(name)s, it is your turn") % {"name": notices[0].user.name}
    return Contents(_turn_subject(found), title, found)


def _one(notice: Notice, now: datetime) -> tuple[Row, str]:
    """Return the row and the title of a notice."""
    kind = Kind(notice.kind)
    if kind in OF_NO_TABLE:
        return about_items.row(notice)
    if kind in TURNS:
        row = table_rows.turn_row(notice, now)
        return row, _turn_subject([row])
    if kind == Kind.LOW:
        row = table_rows.turn_row(notice, now)
        title = _("Your clock runs low: %(game)s with %(others)s")
    elif kind == Kind.OVER:
        row, title = table_rows.over_row(notice), _("%(game)s with %(others)s is over")
    elif kind == Kind.IDLE:
        row = table_rows.idle_row(notice)
        title = (
            _("%(game)s with %(others)s will soon be called off")
            if row.others
            else _("%(game)s will soon be called off")
        )
    elif kind in OFFERED:
        row, title = table_rows.offer_row(notice), str(OFFERED[kind])
    elif kind == Kind.REMATCH:
        row, title = table_rows.invitation_row(notice), _("%(name)s wants a rematch of %(game)s")
    elif kind == Kind.OPENED:
        row, title = table_rows.invitation_row(notice), _("%(name)s has opened a table of %(game)s")
    else:
        row, title = table_rows.invitation_row(notice), _("%(name)s invites you to %(game)s")
    names = {"game": row.game, "others": row.company, "name": table_rows.inviter(notice)}
    return row, title % names


def _turn_subject(found: Sequence[Row]) -> str:
    if len(found) > 1:
        return ngettext(
            "Your turn at %(count)s table", "Your turn at %(count)s tables", len(found)
        ) % {"count": len(found)}
    row = found[0]
    words = (
        _("Your turn: %(game)s with %(others)s (%(left)s left)")
        if row.left
        else _("Your turn: %(game)s with %(others)s")
    )
    return words % {"game": row.game, "others": row.company, "left": row.left}
