"""Breaking a game off without a result."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.sessions import Stamp
from games.tables.errors import NotPossible, StalePly
from games.tables.models import LeftBy
from games.tables.services.commit import published
from games.tables.services.finish import break_off
from games.tables.services.flag import after_flags
from games.tables.services.leave import leave
from games.tables.services.lock_running import lock_running
from games.tables.services.offers import agreed_by, all_agree, offer
from games.tables.state import walkouts
from games.tables.state.snapshot import Snapshot

# The delay of a bot after which a player alone against bots may break a rated game off.
OWED = timedelta(minutes=1)


@published
@after_flags
@transaction.atomic
def abort(
    *,
    table_id: str,
    user_id: int | None,
    now: datetime,
    agree: bool = True,
    ask: bool = False,
    shown: int | None = None,
    stamp: Stamp | None = None,
) -> Snapshot:
    """Break a game off without a result when all agree; with `ask` only offer that. Before every
    seat has acted, one player may do so alone, unless the others would continue. In a rated game
    that is a walk-out, and `shown` is the number of earlier walk-outs that the page showed.

    Bots agree with the people. But a player alone against bots may break a rated game off only if a
    bot is overdue. Raises TableError.
    """
    before, seat = lock_running(table_id, user_id, now, stamp)
    if not agree:
        return offer(before, seat, now, abort_by="")
    if before.deal:
        raise NotPossible(_("These cards are played once. You can resign."))
    if before.rated and before.people == (seat,):
        return _away_from_bots(before, seat, now, ask, shown)
    agreed = agreed_by(before.abort_by, seat)
    if all_agree(before, agreed):
        return break_off(before, now, walked=walkouts.of(before, before.left))
    if ask or walkouts.all_acted(before):
        return offer(before, seat, now, abort_by=agreed)
    if not before.rated:
        return break_off(before, now)
    return (
        _walk_out(before, seat, now, shown)
        if walkouts.is_one(before, seat)
        else offer(before, seat, now, abort_by=agreed)
    )


def _away_from_bots(
    before: Snapshot, seat: int, now: datetime, ask: bool, shown: int | None
) -> Snapshot:
    if before.bot_at is not None and before.bot_at <= now - OWED:
        return break_off(before, now)
    if ask or walkouts.all_acted(before):
        raise NotPossible(
            _(
                "A rated game against bots is played to its end, unless a bot keeps you waiting"
                " for a minute. You can resign."
            )
        )
    return _walk_out(before, seat, now, shown)


def _walk_out(before: Snapshot, seat: int, now: datetime, shown: int | None) -> Snapshot:
    """Walk out before every seat has acted. Raises StalePly if the page showed another number of
    walk-outs, since it may be a loss now."""
    user_id = before.players[seat].user_id or 0
    if shown is not None and shown != walkouts.lately([user_id], now).get(user_id, 0):
        raise StalePly(
            _(
                "You have left another game since this page was made."
                " Look again at what leaving this one costs."
            )
        )
    return leave(before, (seat,), LeftBy.RESIGN, now)
