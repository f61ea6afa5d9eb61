"""Deeds of the desk, each with its entry in the journal. Callers pass `now`."""

from games.desk.services.accounts import give_role, rename, sign_out
from games.desk.services.merging import merge
from games.desk.services.tables import annul, break_off, is_own

__all__ = ["annul", "break_off", "give_role", "is_own", "merge", "rename", "sign_out"]
