"""Actions of the desk, each with its entry in the journal. Callers pass `now`."""

from games.community.desk.services.accounts import give_role, rename, sign_out
from games.community.desk.services.merge import merge
from games.community.desk.services.tables import annul, break_off, is_own

__all__ = ["annul", "break_off", "give_role", "is_own", "merge", "rename", "sign_out"]
