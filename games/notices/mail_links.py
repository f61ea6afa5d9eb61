"""Links in mails that work without signing in. They are signed, never expire, since mails are kept
for years, and can only stop mails."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.core import signing
from django.urls import reverse

from games.notices.models import Kind

_SALT = "notices.stop"


@dataclass(frozen=True, slots=True)
class Stop:
    """The contents of a link that stops mails: a user, and the kinds of notices in the mail."""

    user_id: int
    kinds: tuple[Kind, ...]


def stop(user_id: int, *kinds: str) -> str:
    """Return the address that stops these kinds of mails to one user."""
    return absolute("stop_notices", signing.Signer(salt=_SALT).sign_object([user_id, *kinds]))


def read(token: str) -> Stop | None:
    """Return the contents of a link; None if it is not one of ours."""
    try:
        user_id, *kinds = signing.Signer(salt=_SALT).unsign_object(token)
        return Stop(int(user_id), tuple(map(Kind, kinds))) if kinds else None
    except (signing.BadSignature, ValueError, TypeError):
        return None


def absolute(name: str, *args: str) -> str:
    """Return the absolute address of a page."""
    return f"{settings.BASE_URL}{reverse(name, args=args)}"
