"""The only writers of tickets. Callers pass `now`."""

from games.pairing.services.looking import beat, forget, forget_user, look, stop, wait_with_a_bot
from games.pairing.services.matching import match, match_all

__all__ = [
    "beat",
    "forget",
    "forget_user",
    "look",
    "match",
    "match_all",
    "stop",
    "wait_with_a_bot",
]
