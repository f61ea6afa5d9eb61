"""The changes of sleep that opponents are told of: from when on a clock stands at other hours."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games import epoch
from games.screens import clocks
from games.tables.state import hours
from games.tables.state.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Change:
    """A player whose clock stands at other hours from a moment on, which is in words as well."""

    seat: int
    player: str
    at: datetime
    moment: str

    @property
    def milliseconds(self) -> int:
        """Return the moment in milliseconds since the epoch."""
        return epoch.milliseconds(self.at)


def of(snapshot: Snapshot, seat: int | None, now: datetime | None) -> tuple[Change, ...]:
    """Return the changes of the other players that hold from later than the newest entry. A board
    that is kept does not know whether they hold by now, so it says from when."""
    if snapshot.since is None or not any([player.sleeps for player in snapshot.players]):
        return ()
    since = epoch.milliseconds(snapshot.since)
    return tuple(
        Change(player.number, player.name, at, clocks.moment(at, now is not None))
        for player in snapshot.players
        if player.sleeps and player.number != seat and not player.gone
        for at in [epoch.moment(hours.times(player.sleeps)[-1][0])]
        if len(hours.times(player.sleeps)) > 1 and epoch.milliseconds(at) > since
    )
