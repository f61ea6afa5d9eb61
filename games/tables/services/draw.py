"""Draws: offered, accepted, declined."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.sessions import Stamp
from games.kernel import endings
from games.tables.errors import NotPossible
from games.tables.models import DECLINED, EndedBy
from games.tables.services.commit import published
from games.tables.services.finish import break_off, end
from games.tables.services.flag import after_flags
from games.tables.services.lock_running import lock_running
from games.tables.services.offers import agreed_by, all_agree, offer
from games.tables.state import log_limit, walkouts
from games.tables.state.snapshot import Snapshot


@published
@after_flags
@transaction.atomic
def draw(
    *,
    table_id: str,
    user_id: int | None,
    now: datetime,
    agree: bool = True,
    stamp: Stamp | None = None,
) -> Snapshot:
    """Offer a draw, accept one, or decline it (`agree` False). The game is drawn when all remaining
    players agree; a rated game in which not every seat has acted then does not count. Raises
    TableError.

    Bots decline: otherwise two friends could draw every game that they are losing against a bot.
    """
    before, seat = lock_running(table_id, user_id, now, stamp)
    if len(before.players) < 2:
        raise NotPossible(_("There is nobody to share the game with."))
    if not agree:
        return offer(before, seat, now, draw_by=DECLINED if before.draw_by else "")
    if before.draw_by == DECLINED:
        raise NotPossible(_("A draw was declined just now. Play on first."))
    if before.extent.standing < log_limit.DRAGS_ON and any(
        player.bot and not player.gone for player in before.players
    ):
        return offer(before, seat, now, draw_by=DECLINED)
    agreed = agreed_by(before.draw_by, seat)
    if all_agree(before, agreed):
        if before.rated and not walkouts.all_acted(before):
            return break_off(before, now, walked=walkouts.of(before, before.left))
        places = endings.places((1,) * len(before.players), before.left)
        return end(before, EndedBy.DRAW, (None,) * len(before.players), places, now, stopped=True)
    return offer(before, seat, now, draw_by=agreed)
