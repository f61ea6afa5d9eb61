"""The only writers of lines. Callers pass `now`."""

from games.community.talk.services.forgetting import forget, forget_user
from games.community.talk.services.saying import say, set_hidden, take_back

__all__ = ["forget", "forget_user", "say", "set_hidden", "take_back"]
