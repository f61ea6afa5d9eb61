"""The only writers of devices for push. Callers pass `now`."""

from games.notices.push.errors import Failed, Gone, SubscriptionRefused
from games.notices.push.selectors import targets
from games.notices.push.services.deliver import send
from games.notices.push.services.devices import forget_signed_out, remove, rename, renew, subscribe
