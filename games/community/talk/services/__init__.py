"""The only writers of lines. Callers pass `now`."""

from games.community.talk.services.messages import (
    check_readers,
    forget,
    forget_user,
    say,
    say_at,
    set_hidden,
    take_back,
)
