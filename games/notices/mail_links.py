"""Links in mails that work without logging in: signed, so that nobody can make one for somebody
else. They never expire, as mails are kept for years, and can do no more than stop mails."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.core import signing
from django.urls import reverse

from games.notices.models import Kind

_SALT = "notices.stop"


@dataclass(frozen=True, slots=True)
class Stop:
    """The facts inside a link that stops mails: a user and the kinds that the mail was about."""

    user_id: int
    kinds: tuple[Kind, ...]


def stop(user_id: int, *kinds: str) -> str:
    """Return the address that stops these kinds of mails to one user."""
    return absolute("stop_notices", signing.Signer(salt=_SALT).sign_object([user_id, *kinds]))


def read(token: str) -> Stop | None:
    """Return the facts inside a link; None if it is not one of ours."""
    try:
        user_id, *kinds = signing.Signer(salt=_SALT).unsign_object(token)
        return Stop(int(user_id), tuple(map(Kind, kinds))) if kinds else None
    except (signing.BadSignature, ValueError, TypeError):
        return None


def absolute(name: str, *args: str) -> str:
    """Return an address on this site as it stands in a mail."""
    return f"{settings.BASE_URL}{reverse(name, args=args)}"
