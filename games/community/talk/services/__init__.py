"""The only writers of lines. Callers pass `now`."""

from games.community.talk.services.messages import forget, forget_user, say, set_hidden, take_back
