"""Salts of what is signed: they outlive a release. Links in letters, codes on screens, sessions and
the names of events in people's calendars are signed with them."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
SALT = re.compile(
    r"""(?:SALT(?::\s*\w+)?\s*=\s*|salt=|salted_hmac\(\s*)"([^"]+)\"""",
)
SALTS = {
    "accounts.device",
    "accounts.origins",
    "accounts.session",
    "doctor",
    "games.api.dumps",
    "games.calendar.turn",
    "games.conduct.appeal",
    "games.desk.consent",
    "games.tables.bots",
    "games.tables.claims",
    "invitation",
    "notices.stop",
}
"""Never changed, wherever their modules move; a new one is added."""


def test_what_was_signed_by_an_earlier_release_is_still_so() -> None:
    found = {
        salt
        for source in ("accounts", "config", "games")
        for path in (ROOT / source).rglob("*.py")
        for salt in SALT.findall(path.read_text())
    }
    assert found == SALTS
