"""The only writers of lines. Callers pass `now`."""

from games.talk.services.forgetting import forget, forget_user
from games.talk.services.saying import say, set_hidden, take_back

__all__ = ["forget", "forget_user", "say", "set_hidden", "take_back"]
