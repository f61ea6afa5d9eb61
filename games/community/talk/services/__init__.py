"""The only writers of lines. Callers pass `now`."""

from games.community.talk.services.expiry import forget, forget_user
from games.community.talk.services.messages import say, set_hidden, take_back
