"""Sessions: signed cookies with a user, a device, and a stamp over the password and the number of
global sign-outs. Moves check it in the statement that locks the table, pages in the query that
fetches the user."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from http.cookies import CookieError, SimpleCookie
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.core.signing import b62_decode
from django.db.models import F, FilteredRelation, Q
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User

FORMER = "sessionid"  # the cookie's name without the prefix for https
DEVICE = "device"  # in the session: the key of its device
# in the session: allauth's list of how and when the user signed in
METHODS = "account_authentication_methods"
KEPT = 4096  # valid stamps in memory


class SignedIn(HttpRequest):
    """A request behind `login_required`."""

    user: User


@dataclass(frozen=True, slots=True)
class Stamp:
    """The proof in a session, to compare with the rows of user and device. `old`: the session is
    older than devices; its device key is derived from it, and it is valid until that device
    ends."""

    hash: str
    device: str = ""
    old: bool = True


@dataclass(frozen=True, slots=True)
class Visitor:
    """The user and stamp that a session claims."""

    user_id: int | None
    stamp: Stamp


NOBODY = Visitor(None, Stamp(""))


def visitor(session: Any) -> Visitor:
    """Return the visitor that a session claims. No query."""
    if BACKEND_SESSION_KEY not in session:
        return NOBODY
    device = session.get(DEVICE)
    facts = (device, False) if device else (_derived_key(session), True)
    return Visitor(int(session[SESSION_KEY]), Stamp(session.get(HASH_SESSION_KEY, ""), *facts))


def _derived_key(session: Any) -> str:
    """Return the device key of an old session, the same for all copies: a hash of user and time of
    sign-in."""
    signed_in = [record.get("at") for record in session.get(METHODS) or ()]
    return (
        "old-"
        + salted_hmac(
            "accounts.device", f"{session[SESSION_KEY]} {signed_in[:1]}", algorithm="sha256"
        ).hexdigest()[:40]
    )


@dataclass(frozen=True, slots=True)
class ValidSession:
    """A session that was checked. `seen`: the day of its device's last visit; None of an old
    session without device."""

    visitor: Visitor
    user: User
    seen: date | None


def validate(claim: Visitor) -> ValidSession | None:
    """Return the session behind a claim; None if it is not valid. One query."""
    if claim.user_id is None:
        return None
    device = FilteredRelation("devices", condition=Q(devices__key=claim.stamp.device))
    rows = User.objects.filter(pk=claim.user_id, is_active=True).annotate(device=device)
    user = rows.annotate(
        device_seen=F("device__last_seen"), device_ended=F("device__ended")
    ).first()
    if user is None or not constant_time_compare(claim.stamp.hash, user.get_session_auth_hash()):
        return None
    seen: date | None = user.device_seen
    known = seen is not None and user.device_ended is None
    if not known and not (seen is None and claim.stamp.old):
        return None
    remember(claim.user_id, claim.stamp, user.password, user.sign_outs)
    return ValidSession(claim, user, seen)


# The hash of the password and the sign-outs behind each valid stamp.
_stamps: OrderedDict[tuple[int, str], tuple[str, int]] = OrderedDict()


def remember(user_id: int, stamp: Stamp, password: str, sign_outs: int) -> None:
    """Remember what a valid stamp proves, so that a move can check it in its own statement."""
    _stamps[(user_id, stamp.hash)] = (password, sign_outs)
    while len(_stamps) > KEPT:
        _stamps.popitem(last=False)


def remembered(user_id: int, stamp: Stamp) -> tuple[str, int] | None:
    """Return the hash of the password and the sign-outs that a stamp proved; None if this process
    has not seen it valid."""
    return _stamps.get((user_id, stamp.hash))


def user_of(request: HttpRequest) -> User | AnonymousUser:
    """Return the user of a request, cached. The cookie of an invalid session is not deleted: it
    might be a new one, just set by another request."""
    holder: Any = request
    if not hasattr(holder, "valid_session"):
        holder.valid_session = validate(visitor(request.session))
    session: ValidSession | None = holder.valid_session
    return session.user if session else AnonymousUser()


@dataclass(frozen=True, slots=True)
class Claim:
    """The visitor that a session claims, and the end of its cookie, in seconds since 1970."""

    visitor: Visitor
    until: float


@lru_cache(4096)
def claim_of(cookie: str) -> Claim:
    """Return the claim of the session in a cookie, cached: its signature is checked once."""
    session = SessionStore(cookie)
    found = visitor(session)
    if found.user_id is None:
        return Claim(NOBODY, 0.0)
    signed_at = b62_decode(cookie.rsplit(":", 2)[1])
    return Claim(found, signed_at + session.get_session_cookie_age())


def visitor_of_cookies(header: str) -> Visitor:
    """Return the visitor that the session in a Cookie header claims."""
    try:
        cookies = SimpleCookie(header)
    except CookieError:
        return NOBODY
    cookie = cookies.get(settings.SESSION_COOKIE_NAME) or cookies.get(FORMER)
    return NOBODY if cookie is None else visitor(SessionStore(cookie.value))
