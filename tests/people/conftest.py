"""The cast with its browsers, as in the lobby; `follows`, `blocks` and `mutes` tie two of them."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from collections.abc import Callable

import pytest

from accounts.models import User
from games.community.people import services
from games.community.people.models import Kind
from tests.lobby.conftest import (  # noqa: F401
    NOON,
    cast,
    deals,
    kept,
    no_memory,
    opens,
    visits,
)


@pytest.fixture
def consented(cast: dict[str, User]) -> None:  # noqa: F811
    """Have everybody agree to be seen by those who follow."""
    User.objects.update(shows_presence=True)
    for user in cast.values():
        user.refresh_from_db()


@pytest.fixture
def ties(cast: dict[str, User]) -> Callable[[str], None]:  # noqa: F811
    """`ties("ann blocks ben")`."""

    def tie(words: str) -> None:
        user, verb, other = words.split()
        kind = Kind(verb.removesuffix("s"))
        services.tie(user=cast[user], other=cast[other], kind=kind, now=NOON)

    return tie
