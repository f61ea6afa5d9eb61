"""The only writers of deals, entries and standings. Callers pass `now`."""

from games.daily.services.deals import make
from games.daily.services.entries import begin
from games.daily.services.settlement import close, settle
