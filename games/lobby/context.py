"""What every page says about the site and its reader."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.tables import selectors

SECTIONS = {"": "play", "t": "play", "tables": "play", "games": "games", "rules": "rules"}


def site(request: HttpRequest) -> dict[str, Any]:
    """The site's name, where in it the page stands, and how many tables wait for the reader (asked only if shown)."""

    def your_turn_count() -> int:
        user = getattr(request, "user", None)  # missing when the error came before the reader was known
        return selectors.turns_waiting(user) if user is not None and user.is_authenticated else 0

    first = request.path_info.strip("/").partition("/")[0]
    return {"site_name": settings.SITE_NAME, "section": SECTIONS.get(first, ""), "your_turn_count": SimpleLazyObject(your_turn_count)}
