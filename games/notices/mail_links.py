"""Links in mails that stop mails without signing in. They are signed and never expire."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.core import signing
from django.urls import reverse

from games.notices.models import Kind

_SALT = "notices.stop"


@dataclass(frozen=True, slots=True)
class Stop:
    """The user and the kinds of notices in a link."""

    user_id: int
    kinds: tuple[Kind, ...]


def stop(user_id: int, *kinds: str) -> str:
    """Return the address that stops mails of some kinds to a user."""
    return absolute("stop_notices", signing.Signer(salt=_SALT).sign_object([user_id, *kinds]))


def read(token: str) -> Stop | None:
    """Return the contents of a link; None if it is not ours."""
    try:
        user_id, *kinds = signing.Signer(salt=_SALT).unsign_object(token)
        return Stop(int(user_id), tuple(map(Kind, kinds))) if kinds else None
    except (signing.BadSignature, ValueError, TypeError):
        return None


def absolute(name: str, *args: str) -> str:
    """Return the absolute address of a page."""
    return f"{settings.BASE_URL}{reverse(name, args=args)}"
