"""The only writers of events. Callers pass `now`; each command is one transaction."""

from games.community.events.services.entering import enter, forget_user, leave
from games.community.events.services.keeping import (
    forget_called_off,
    forget_companies,
    forget_journals,
)
from games.community.events.services.making import make
from games.community.events.services.organising import (
    correct,
    go_on,
    pause,
    remove,
    replace,
    stop,
)
from games.community.events.services.steps import advance, advance_all, keep
