"""The rematch of an ended table, as one of its players sees it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.bots import evaluation
from games.registry import bots
from games.screens import phrases
from games.tables.state.people import Rematch
from games.tables.state.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Again:
    """The rematch as a player sees it on the board of the ended table.

    `state` is "" if nobody has asked yet, "asked" if somebody asks this player, "waiting" if this
    player sits there and waits for others, "begun" if it is under way. `line` is a sentence on it,
    or "". The player accepts or goes there by POST to `rematch`, and declines with `answer=no`.
    `review` tells that the game can be reviewed.
    """

    state: str = ""
    by: str = ""
    line: str = ""
    review: bool = False


def after(snapshot: Snapshot, seat: int | None, sealed: bool) -> Again:
    """Return what this seat may do after the end of a table. `sealed`: others still play its
    cards."""
    me = None if seat is None else snapshot.players[seat]
    again = of(snapshot.rematch, me.user_id if me else None)
    return replace(again, review=not sealed and _has_review(snapshot))


def _has_review(snapshot: Snapshot) -> bool:
    """Return whether the game was played to an end, by somebody who may want to know its worth."""
    return (
        bool(snapshot.places)
        and not snapshot.copied
        and bool(snapshot.users)
        and evaluation.depth(bots().get(snapshot.game), snapshot.seat_count) is not None
    )


def of(rematch: Rematch | None, user_id: int | None) -> Again:
    """Return the rematch as this user sees it; a spectator sees none."""
    if rematch is None or user_id is None:
        return Again()
    by = rematch.by.name
    if user_id not in rematch.seated:
        asks = rematch.open and user_id in rematch.asked
        line = _("%(player)s wants a rematch.") % {"player": by} if asks else ""
        return Again("asked" if asks else "waiting" if rematch.open else "begun", by, line)
    if not rematch.open:
        return Again("begun", by, _("The rematch has begun."))
    if rematch.declined:
        names = phrases.both([person.name for person in rematch.declined])
        return Again("waiting", by, _("%(players)s cannot play now.") % {"players": names})
    return Again("waiting", by, _("Your rematch waits for the others."))
