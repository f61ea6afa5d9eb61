"""Names of cookies under https, and of sessions in earlier releases."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.http import HttpRequest, HttpResponse

from accounts.sessions import FORMER


class Messages(CookieStorage):
    """Messages for the next page."""

    cookie_name = f"{settings.COOKIE_PREFIX}messages"


class FormerCookieName:
    """Renames the session cookie of an earlier release: for a guest it is the only key to the
    games."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request, and rename its cookie."""
        name, former = settings.SESSION_COOKIE_NAME, request.COOKIES.get(FORMER)
        if name in request.COOKIES or former is None:
            return self.get_response(request)
        request.COOKIES[name] = former
        response = self.get_response(request)
        if name not in response.cookies and (session := SessionStore(former)).items():
            lasts = None if session.get_expire_at_browser_close() else settings.SESSION_COOKIE_AGE
            response.set_cookie(name, former, lasts, secure=True, httponly=True, samesite="Lax")
        return response
