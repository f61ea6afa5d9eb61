"""Sources of a person's export. The module `exports` of an app has them as `SOURCES`, and foreign
keys that are not exported, with reasons, as `LEFT_OUT` (config/apps.py finds them).

Every foreign key to a user belongs to a source or to NOT_EXPORTED (tests/export/test_sources.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Model
from django.utils.functional import Promise

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Source:
    """A file of an export: `name`.json, a list of rows of JSON values, datetimes and dates. `rows`
    and `texts` take the user's id and are read lazily, since there may be thousands. `texts` are
    further files, each a path and its content. `covers` names the foreign keys to users whose rows
    these are, as "app.Model.field"."""

    name: str
    about: str | Promise  # for the README
    rows: Callable[[int], Iterable[Row]]
    covers: tuple[str, ...] = ()
    texts: Callable[[int], Iterable[tuple[str, str]]] | None = None


def of_rows(
    name: str, about: str | Promise, model: type[Model], facts: str, by: str = "user"
) -> Source:
    """Return the source of a model's rows that refer to the user in the field `by`. `facts`: names
    of fields, with spaces between them."""

    def rows(user_id: int) -> Iterable[Row]:
        found = model._default_manager.filter(**{by: user_id}).order_by("pk")
        return found.values(*facts.split()).iterator()

    return Source(name, about, rows, (f"{model._meta.label}.{by}",))


NOT_EXPORTED: dict[str, str] = {  # of apps below this one
    "house.JournalEntry.by": "the house's record of what hosts and moderators did",
    "house.JournalEntry.user": "the same; what the person was told is in sanctions",
}
"""Foreign keys to users that no source covers, with the reason."""
_sources: dict[str, Source] = {}


def provide(*sources: Source) -> None:
    """Add sources, or replace those of the same name."""
    _sources.update({source.name: source for source in sources})


def leave_out(reasons: Mapping[str, str]) -> None:
    """Add foreign keys whose rows are not exported."""
    NOT_EXPORTED.update(reasons)


def sources() -> list[Source]:
    """Return all sources in the order of names."""
    return sorted(_sources.values(), key=lambda source: source.name)
