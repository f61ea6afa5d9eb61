"""The only writers of switches, invitations, announcements, words, numbers and the journal. Callers
pass `now`."""

from games.site.services.announcements import publish, withdraw
from games.site.services.counts import count, forget_days, forget_hours
from games.site.services.invitations import forget_old as forget_invitations
from games.site.services.invitations import invite, use
from games.site.services.journal import write
from games.site.services.switches import turn
from games.site.services.words import write_words
