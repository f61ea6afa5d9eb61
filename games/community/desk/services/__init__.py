"""Actions of moderators and hosts, each with its entry in the journal. Callers pass `now`."""

from games.community.desk.services.accounts import give_role, merge, rename, sign_out
from games.community.desk.services.tables import annul, break_off, is_own
