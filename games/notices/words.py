"""Short messages with notices, for a lock screen or a chat, without cards."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.notices import about_items, mail_links, message_contents, table_rows
from games.notices.models import Kind, Notice
from games.notices.table_rows import Row

NAMED = 3  # rows that a message about many names


@dataclass(frozen=True, slots=True)
class Words:
    """One message. `table` and `game` are "" if it is about many, or about no table."""

    kind: str
    title: str
    body: str
    url: str
    tag: str
    table: str
    game: str
    at: datetime
    key: str
    """Unique, and stable across retries."""


def of(notices: Sequence[Notice], now: datetime) -> Words:
    """Return one message for notices of one user, in the active language."""
    return _of(notices[0], now) if len(notices) == 1 else _many(notices, now)


def _of(notice: Notice, now: datetime) -> Words:
    kind = Kind(notice.kind)
    if kind in message_contents.TURNS:
        row = table_rows.turn_row(notice, now)
        title, body = _turn(row), _left(row)
    elif kind == Kind.LOW:
        row = table_rows.turn_row(notice, now)
        title, body = _("Your clock runs low"), " ".join(filter(None, (_game(row), _left(row))))
    else:
        contents = message_contents.of([notice], now)
        row, title = contents.rows[0], contents.title
        body = " ".join(row.lines)
    return Words(
        kind=Kind.TURN.value if kind == Kind.LIVE else kind.value,
        title=title,
        body=body,
        url=row.link,
        tag=f"table-{notice.table_id}" if notice.table_id else about_items.tag(notice),
        table=notice.table_id or "",
        game=notice.table.game if notice.table else "",
        at=notice.made_at or notice.due_at,
        key=_key([notice]),
    )


def _many(notices: Sequence[Notice], now: datetime) -> Words:
    """Return a message about many notices, a few of them by name."""
    contents = message_contents.of(notices, now)
    named = [row.heading or _game(row) for row in contents.rows[:NAMED]]
    more = len(contents.rows) - NAMED
    if more > 0:
        named += [ngettext("And %(count)s more.", "And %(count)s more.", more) % {"count": more}]
    turns = all(notice.kind in message_contents.TURNS for notice in notices)
    return Words(
        kind=Kind(notices[0].kind).value,
        title=contents.subject,
        body=" ".join(words if words.endswith(".") else f"{words}." for words in named),
        url=mail_links.absolute("next_table" if turns else "news"),
        tag="many",
        table="",
        game="",
        at=notices[0].made_at or notices[0].due_at,
        key=_key(notices),
    )


def _key(notices: Sequence[Notice]) -> str:
    names = "\n".join(sorted(notice.name for notice in notices))
    return hashlib.sha256(names.encode()).hexdigest()[:32]


def _turn(row: Row) -> str:
    if not row.others:
        return _("Your turn: %(game)s") % {"game": row.game}
    return _("Your turn: %(game)s with %(others)s") % {"game": row.game, "others": row.company}


def _game(row: Row) -> str:
    words = _("%(game)s with %(others)s.") if row.others else _("%(game)s.")
    return words % {"game": row.game, "others": row.company}


def _left(row: Row) -> str:
    words = {"left": row.left, "until": row.until}
    return _("%(left)s left, until %(until)s.") % words if row.left else ""
