"""The only writers of webhooks. Callers pass `now`."""

from games.notices.webhooks.services.addresses import forget, remove, renew, set_address
from games.notices.webhooks.services.deliver import Failed, Off, send, targets, test
