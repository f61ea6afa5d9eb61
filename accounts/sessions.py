"""Who is asking, without asking the database: the session is a signed cookie."""

from __future__ import annotations

from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.utils.crypto import constant_time_compare

from accounts.models import User


@dataclass(frozen=True, slots=True)
class Visitor:
    """What the session claims. `stamp` proves that the password has not changed since; the row holder compares it."""

    user_id: int | None
    stamp: str


def visitor(session: Any) -> Visitor:
    """From a request's session, without a query."""
    if BACKEND_SESSION_KEY not in session:
        return Visitor(None, "")
    return Visitor(int(session[SESSION_KEY]), session.get(HASH_SESSION_KEY, ""))


def user_id_of_cookies(header: str) -> int | None:
    """The user behind a Cookie header, checked against the user's row; None for anybody else."""
    try:
        cookie = SimpleCookie(header).get(settings.SESSION_COOKIE_NAME)
    except CookieError:
        return None
    if cookie is None:
        return None
    claim = visitor(SessionStore(cookie.value))
    user = User.objects.filter(pk=claim.user_id, is_active=True).first() if claim.user_id else None
    if user is None or not constant_time_compare(claim.stamp, user.get_session_auth_hash()):
        return None
    return user.pk
