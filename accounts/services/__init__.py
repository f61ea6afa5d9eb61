"""The only writers of users, devices and letters. Callers pass `now`."""

from accounts.services.names import TooSoon, rename
from accounts.services.users import (
    choose_talk,
    choose_theme,
    close,
    give_role,
    name_in_dumps,
    new_guest,
    remove_idle_guests,
    save_new,
    set_password,
    show_presence,
    turn_into_account,
)
