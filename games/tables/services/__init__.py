"""Everything that changes a table. The only writers: keyword-only, `now` passed in, one transaction, ring on commit."""

from games.tables.services.endings import release_seats, resign
from games.tables.services.play import act, undo
from games.tables.services.seating import close_idle, open_table, sit, stand, start

__all__ = ["act", "close_idle", "open_table", "release_seats", "resign", "sit", "stand", "start", "undo"]
