"""The only writers of tickets. Callers pass `now`."""

from games.lobby.pairing.services.matches import match, match_all
from games.lobby.pairing.services.tickets import (
    CLOCKS,
    forget,
    forget_user,
    give_up,
    keep_alive,
    look,
    refusal,
    stop,
    wait_with_a_bot,
    waiting_tickets,
)
