"""The facts for the picture of a table: of a game that has ended, and of one that waits for
players."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import registry
from games.screens import clocks, languages, share_card
from games.tables.board import terms
from games.tables.models import EndedBy, Status
from games.tables.state import snapshot_cache
from games.tables.state.memory import Memory
from games.tables.state.player import Player
from games.tables.state.snapshot import Snapshot

_displays: Memory[share_card.Display | None] = Memory(500)


def result(snapshot: Snapshot) -> share_card.Facts | None:
    """Return the public facts of a result; None if the game has not ended with one."""
    if not snapshot.ply or not snapshot.places or snapshot.ended_by == EndedBy.ABORT:
        return None
    players = tuple(
        share_card.Player(_printable(player), player.score, player.place)
        for player in snapshot.players
        if player.place is not None
    )
    return share_card.Facts(
        snapshot.game,
        snapshot.title,
        players,
        snapshot.ended_by == EndedBy.RULES,
        snapshot.ended_at,
        None,
        registry.screen(snapshot.game).about.cover,
    )


def _printable(player: Player) -> str:
    seat = _("Player %(number)s") % {"number": player.number + 1}
    return share_card.printable(player.plain_name, seat)


def invitation(snapshot: Snapshot) -> share_card.Poster | None:
    """Return what a link to a table that waits for players says: who invites, to what game, on
    which terms, for how long; None for any other table."""
    if snapshot.status != Status.OPEN or not snapshot.players:
        return None
    options = [
        terms.brief(option, value)
        for option in snapshot.engine.options
        if (value := snapshot.options.get(option.name, option.default)) != option.default
    ]
    free = snapshot.seat_count - len(snapshot.players)
    host = _printable(snapshot.player(snapshot.creator_id) or snapshot.players[0])
    seats = ngettext("%(count)s seat is free", "%(count)s seats are free", free) % {"count": free}
    about = registry.screen(snapshot.game).about
    rows = (
        ", ".join([seats, *options]),
        clocks.summary(snapshot.control, snapshot.rated),
        _("About %(count)s minutes") % {"count": about.minutes} if about.minutes else "",
        "" if snapshot.rated else _("Free, without an account"),
    )
    return share_card.Poster(
        snapshot.title,
        _("%(name)s invites you") % {"name": host},
        tuple(row for row in rows if row),
        about.cover,
    )


def card(snapshot: Snapshot) -> share_card.Facts | None:
    """Return the public facts of a result with the cards that a spectator may see; None without a
    result."""
    facts, show = result(snapshot), registry.screen(snapshot.game).share
    if facts is None:
        return facts
    first = {player.number: _printable(player) for player in snapshot.players if player.place == 1}
    key = (snapshot.id, tuple(first.items()), languages.current())
    display = _displays.get(key)
    if display is None:
        at = snapshot.position or (snapshot_cache.load(snapshot.id) or snapshot).position
        assert at is not None
        display = show(snapshot.engine.view(at.state, None), first)
        _displays.put(key, display)
    return replace(facts, display=display)
