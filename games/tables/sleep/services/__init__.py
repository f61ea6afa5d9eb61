"""The only writers of when people sleep. A change holds from HOLD later, and the seats of running
games by correspondence are told in the same transaction."""

from games.tables.sleep.services.days import book, call_off, earliest
from games.tables.sleep.services.times import HOLD, LAST_MINUTE, holds_from
from games.tables.sleep.services.weeks import call_off_week, forget, save_week
