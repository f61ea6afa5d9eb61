"""Template values of every page about the tables that wait for its reader."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.notices import selectors


def turns(request: HttpRequest) -> dict[str, Any]:
    """Return `turns`, which asks the database only if it is shown, and the id of the table that the
    page itself is about."""
    user = getattr(request, "user", None)  # missing when the error came before the reader was known
    match = request.resolver_match
    return {
        "turns": SimpleLazyObject(lambda: selectors.turns(user.pk if user is not None else None)),
        "here": match.kwargs.get("table_id", "") if match else "",
    }
