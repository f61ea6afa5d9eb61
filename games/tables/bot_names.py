"""The names of bots. Each game's screen has names for its bots; a bot keeps its name for as long as
it sits at a table."""

from __future__ import annotations

from collections.abc import Collection
from zlib import crc32

from django.utils.translation import gettext as _

from accounts import names
from games import registry


def choose(game: str, table_id: str, number: int, taken: Collection[str] = ()) -> str:
    """Return the name of a bot in this seat: one that nobody of `taken` has, or has nearly. The
    same table and seat give the same name."""
    known, folded = registry.screen(game).bot_names, {names.fold(name) for name in taken}
    start = crc32(table_id.encode()) + number
    for step in range(len(known) * (len(folded) + 1)):
        again, at = divmod(step, len(known))
        name = known[(start + at) % len(known)] + (f" {again + 1}" if again else "")
        if names.fold(name) not in folded:
            return name
    raise AssertionError("there are more names than those taken")


def unmistakable(name: str) -> str:
    """Return a bot's name as it stands in lists and mails, where no picture tells a bot from a
    person: "Freya (bot)". No user has such a name, since those have no brackets."""
    return _("%(name)s (bot)") % {"name": name}
