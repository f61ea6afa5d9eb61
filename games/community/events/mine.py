"""The reader's own part in an event: the game that runs, or what comes next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.community.events import round_list, schedule, words
from games.community.events.models import Event, Format, Round, Stage
from games.community.events.pages import Game, Page, Row
from games.tables.models import Status, Table


@dataclass(frozen=True, slots=True)
class MyPart:
    """The reader's part: of a game the opponents, the table and whether it is the reader's turn;
    otherwise a sentence. `standing`: the reader's place so far."""

    game: Game | None
    title: str
    others: tuple[str, ...]
    turn: bool
    says: str
    standing: str


def of(page: Page, rows: list[Row], last: Round | None) -> MyPart | None:
    """Return the reader's part; None for whoever has not entered, or once all is over."""
    if page.mine is None or page.event.is_over:
        return None
    if not page.event.number:
        says = _("You have entered. Your first game opens by itself.")
        return MyPart(None, "", (), False, says, "") if page.mine.plays else None
    game = page.my_game()
    title = round_list.title(page.event, page.event.number, page.total)
    others: tuple[str, ...] = ()
    turn = False
    if game is not None:
        others = tuple(
            name
            for name, player in zip(game.names, game.pairing.players, strict=True)
            if player != page.mine.pk
        )
        turn = _turn(game.table, page.mine.user_id)
    says = "" if game is not None else _waits(page, last)
    return MyPart(game, title, others, turn, says, _standing(page, rows))


def _turn(table_id: str, user_id: int | None) -> bool:
    """Return whether it is the reader's turn at a table. At most two queries."""
    table: Any = Table.objects.filter(pk=table_id or None, status=Status.RUNNING).first()
    if table is None:
        return False
    seats = table.seats.filter(user=user_id).values_list("number", flat=True)
    return any(seat in table.acting for seat in seats)


def _waits(page: Page, last: Round | None) -> str:
    """Return the sentence on what a player without a game waits for."""
    event, entry = page.event, page.mine
    games = page.my_meetings[0] if page.my_meetings else []
    now = bool(games) and games[0].round.number == event.number
    if entry is None or not entry.plays:
        return _("You have left this event.")
    if now and games[0].is_bye:
        return f"{_('You have a bye.')} {_next(event, page.total, last)}".strip()
    if event.format == Format.KNOCKOUT and not _goes_on(page):
        return _("You are out. Thank you for playing.")
    if event.format == Format.ARENA:
        return _("You are paired as soon as somebody is free.")
    if now:
        return f"{_('You have finished this round.')} {_next(event, page.total, last)}".strip()
    return _next(event, page.total, last)


def _goes_on(page: Page) -> bool:
    """Return whether the reader has not lost a match of a knock-out yet."""
    games = page.my_meetings[0] if page.my_meetings else []
    if not games or page.mine is None:
        return True
    if games[0].round.number < page.event.number:
        return False
    meeting = page.meetings(page.event.number)[0]
    return meeting.ahead is None or meeting.names[meeting.ahead] == page.name(page.mine.pk)


def _next(event: Event, total: int, last: Round | None) -> str:
    """Return when the next round begins, if there is one."""
    if event.stage != Stage.RUNNING or event.number >= total or last is None:
        return ""
    if event.is_live:
        return _("The next round begins when all have finished.")
    begins = schedule.begin_of(event, event.number + 1, last.ends_at)
    moment = words.moment(max(begins, last.ends_at), event.zone)
    return _("The next round begins on %(moment)s.") % {"moment": moment}


def _standing(page: Page, rows: list[Row]) -> str:
    if page.event.format == Format.KNOCKOUT:
        return ""
    row = next((one for one in rows if one.you), None)
    if row is None or not any(one.line.points for one in rows):
        return ""
    facts = {"place": row.place, "count": len(rows), "points": row.points}
    told = ngettext(
        "Place %(place)s of %(count)s, with %(points)s point",
        "Place %(place)s of %(count)s, with %(points)s points",
        1 if 0 < row.line.points <= 1 else 2,
    )
    return told % facts
