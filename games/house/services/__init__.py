"""The only writers of switches and of the journal. Callers pass `now`."""

from games.house.services.journal import write
from games.house.services.switching import turn

__all__ = ["turn", "write"]
