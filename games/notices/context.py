"""Template context of every page: waiting tables and news."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.notices import selectors


def turns(request: HttpRequest) -> dict[str, Any]:
    """Return `turns` and the number of `new_items`, both lazy, and the id of the page's own
    table."""
    user = getattr(request, "user", None)  # missing when the error came before the reader was known
    match = request.resolver_match
    user_id = user.pk if user is not None else None
    return {
        "turns": SimpleLazyObject(lambda: selectors.turns(user_id)),
        "new_items": SimpleLazyObject(lambda: selectors.new_items(user_id)),
        "here": match.kwargs.get("table_id", "") if match else "",
    }
