"""The only writers of users, devices and letters. Callers pass `now`."""

from accounts.services.names import TooSoon, rename
from accounts.services.users import (
    choose_talk,
    choose_theme,
    close,
    give_role,
    keep,
    name_in_dumps,
    new_guest,
    new_password,
    remove_idle_guests,
    show_presence,
    turn_into_account,
)
