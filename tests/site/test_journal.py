from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connections

from games.site import services
from games.site.models import JournalEntry
from games.site.services import journal
from tests.site.conftest import NOON

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def wrote(why: str) -> JournalEntry:
    return services.write(by=None, action="test", why=why, facts={"n": 1}, now=NOON)


def test_every_entry_follows_from_the_one_before() -> None:
    entries = [wrote(why) for why in ("one", "two", "three")]
    assert [entry.prev for entry in entries] == ["", entries[0].hash, entries[1].hash]
    call_command("journal", stdout=(said := StringIO()))
    assert said.getvalue().startswith("3 entries")


@pytest.mark.parametrize("deed", ["changed", "taken out"])
def test_what_was_changed_or_taken_out_is_found(deed: str) -> None:
    _one, two, three = (wrote(why) for why in ("one", "two", "three"))
    row = JournalEntry.objects.filter(pk=two.pk)
    if deed == "changed":
        row.update(why="nothing")
    else:
        row.delete()
    assert journal.check() == (1, two.pk if deed == "changed" else three.pk)
    with pytest.raises(CommandError, match="does not follow"):
        call_command("journal")


def test_two_at_once_stand_one_behind_the_other() -> None:
    wrote("first")

    def writes(number: int) -> None:
        try:
            wrote(f"{number}")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(writes, range(8)))
    assert journal.check() == (9, None)
