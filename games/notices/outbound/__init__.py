"""Requests from this server to an address that a user has given us: webhooks, push services.

They must not reach what only this server can reach. So the name is resolved once, all its addresses
must be public, and the connection goes to a checked one. `networks` are the private networks that
the host allows (OUTBOUND_NETWORKS).
"""

from games.notices.outbound.addresses import Networks, Target, target
from games.notices.outbound.exchange import LARGEST, SECONDS, Answer, send
from games.notices.outbound.faults import Fault, Undelivered, sentence
