"""The only writers of tickets. Callers pass `now`."""

from games.pairing.services.looking import (
    CLOCKS,
    beat,
    forget,
    forget_user,
    give_up,
    look,
    refusal,
    stop,
    wait_with_a_bot,
    waiting_tickets,
)
from games.pairing.services.matching import match, match_all

__all__ = [
    "CLOCKS",
    "beat",
    "forget",
    "forget_user",
    "give_up",
    "look",
    "match",
    "match_all",
    "refusal",
    "stop",
    "wait_with_a_bot",
    "waiting_tickets",
]
