"""The services: the only code that writes deals, entries and standings."""

from games.daily.services.dealing import make
from games.daily.services.playing import begin
from games.daily.services.settling import close, settle

__all__ = ["begin", "close", "make", "settle"]
