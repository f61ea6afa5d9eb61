"""The only writers of tickets. Callers pass `now`."""

from games.lobby.pairing.services.matches import match, match_all
from games.lobby.pairing.services.tickets import (
    CLOCKS,
    delete_expired,
    forget,
    forget_user,
    keep_alive,
    refusal,
    search,
    stop,
    wait_with_a_bot,
    waiting_tickets,
)
