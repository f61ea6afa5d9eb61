"""The caller: a program with a token, or anybody. Cookies are ignored, so no other site can use a
browser's session."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from ninja.security.base import AuthBase

from accounts import limits, selectors, sign_in_refusals
from accounts.models import Scope, User
from accounts.services import tokens as services
from accounts.sessions import Stamp
from games.api.problems import Problem


@dataclass(frozen=True, slots=True)
class Caller:
    """The user and the scopes of a token; without one nobody."""

    user: User | None = None
    scopes: frozenset[str] = frozenset()

    @property
    def user_id(self) -> int | None:
        """Return the id of the user, or None."""
        return self.user.pk if self.user else None

    @property
    def stamp(self) -> Stamp:
        """Return the stamp for services."""
        return Stamp(self.user.get_session_auth_hash() if self.user else "")


class ApiRequest(HttpRequest):
    """A request to the API. `user` is the token's."""

    auth: Caller
    user: User


def caller(request: HttpRequest) -> Caller:
    """Return the caller of a request. One query with a token. Raises Problem."""
    kind, _space, text = request.headers.get("Authorization", "").partition(" ")
    if not kind:
        return Caller()
    now = timezone.now()
    found = selectors.bearer(text.strip(), now) if kind.lower() == "bearer" else None
    if found is None:
        raise Problem(401)
    if page := sign_in_refusals.page(found.user.pk):
        raise Problem(403, "suspended", _("This account is suspended: %(page)s") % {"page": page})
    if found.token is not None:
        services.note_use(token=found.token, used=found.used, day=now.date())
    return Caller(found.user, found.scopes)


class _Needs(AuthBase):
    """A check that the caller has a token of a scope."""

    openapi_type, openapi_scheme = "http", "bearer"
    scope: str

    def __call__(self, request: HttpRequest) -> Caller:
        """Return the caller. Raises Problem."""
        found = _limited_caller(request)
        if found.user is None:
            raise Problem(401)
        if self.scope not in found.scopes:
            raise _wrong_scope(self.scope)
        return found


class Read(_Needs):
    """A token for reading."""

    scope, openapi_description = Scope.READ.value, "A token of the scope read."


class Play(_Needs):
    """A token for playing."""

    scope, openapi_description = Scope.PLAY.value, "A token of the scope play."


class Write(_Needs):
    """A token for talking and inviting."""

    scope, openapi_description = Scope.WRITE.value, "A token of the scope write."


_NEEDS: dict[str, _Needs] = {one.scope: one for one in (Read(), Play(), Write())}


def needs(scope: str) -> _Needs:
    """Return the check for a scope."""
    return _NEEDS[scope]


def anybody(request: HttpRequest) -> Caller:
    """Return the caller of an operation that is open to all; a token must have the scope read."""
    found = _limited_caller(request)
    if found.user is not None and "read" not in found.scopes:
        raise _wrong_scope("read")
    return found


def _wrong_scope(scope: str) -> Problem:
    sentence = _("This needs a token for “%(scope)s”.") % {"scope": scope}
    return Problem(403, "wrong_scope", sentence)


def _limited_caller(request: HttpRequest) -> Caller:
    """Return the caller, within the rate limit. Raises Problem."""
    found = caller(request)
    rate = settings.LIMIT_RATES["api"]
    allowed, left = limits.take("api", found.user_id or limits.address(request))
    request.rate = (  # type: ignore[attr-defined]
        f'"api";q={rate.count};w={rate.seconds}',
        f'"api";r={left};t={0 if left else -(-rate.seconds // rate.count)}',
    )
    if not allowed:
        raise Problem(429)
    if found.user is not None:
        request.user = found.user
    return found
