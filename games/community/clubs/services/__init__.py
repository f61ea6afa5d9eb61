"""The only writers of clubs and what belongs to them. Callers pass `now`."""

from games.community.clubs.services.lifecycle import (
    choose_door,
    close,
    describe,
    forget,
    found,
    may_found,
    renew_link,
    set_hidden,
)
from games.community.clubs.services.membership import (
    accept,
    ask,
    decline,
    forget_user,
    join,
    leave,
    new_calendar,
    remove,
    show_on_profile,
    withdraw,
)
from games.community.clubs.services.roles import hand_over, promote
from games.community.clubs.services.tables import add_table
