"""The facts for the picture of an ended game."""

from __future__ import annotations

from dataclasses import replace

from games import registry
from games.screens import languages, share_card
from games.tables.models import EndedBy
from games.tables.state import snapshot_cache
from games.tables.state.memory import Memory
from games.tables.state.snapshot import Snapshot

_displays: Memory[share_card.Display | None] = Memory(500)


def result(snapshot: Snapshot) -> share_card.Facts | None:
    """Return the public facts of a result; None if the game has not ended with one."""
    if not snapshot.ply or not snapshot.places or snapshot.ended_by == EndedBy.ABORT:
        return None
    players = tuple(
        share_card.Player(player.plain_name, player.score, player.place)
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


def card(snapshot: Snapshot) -> share_card.Facts | None:
    """Return the public facts of a result with the cards that a spectator may see; None without a
    result."""
    facts, show = result(snapshot), registry.screen(snapshot.game).share
    if facts is None:
        return facts
    first = {player.number: player.name for player in snapshot.players if player.place == 1}
    key = (snapshot.id, tuple(first.items()), languages.current())
    display = _displays.get(key)
    if display is None:
        at = snapshot.position or (snapshot_cache.load(snapshot.id) or snapshot).position
        assert at is not None
        display = show(snapshot.engine.view(at.state, None), first)
        _displays.put(key, display)
    return replace(facts, display=display)
