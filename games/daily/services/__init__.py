"""The services: the only code that writes deals, entries and standings."""

from games.daily.services.deals import make
from games.daily.services.entries import begin
from games.daily.services.settlement import close, settle
