"""The only writers of events. Callers pass `now`; each command is one transaction."""

from games.community.events.services.decisions import (
    correct,
    go_on,
    pause,
    remove,
    replace,
    stop,
)
from games.community.events.services.enter import enter
from games.community.events.services.leave import forget_user, leave
from games.community.events.services.make import make
from games.community.events.services.removal import (
    forget_called_off,
    forget_companies,
    forget_journals,
)
from games.community.events.services.rounds import advance, advance_all, keep
