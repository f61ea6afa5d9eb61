"""The only writers of clubs and what belongs to them. Callers pass `now`."""

from games.community.clubs.services.join import accept, ask, decline, join, withdraw
from games.community.clubs.services.leave import forget_user, leave, remove
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
from games.community.clubs.services.membership import new_calendar, show_on_profile
from games.community.clubs.services.roles import hand_over, promote
from games.community.clubs.services.tables import add_table
